"""The frozen plan of a study: what is going to be run and why, written down before the first run."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from mesa_war import __version__
from mesa_war.core.record import canonical, digest
from mesa_war.core.toml import SettingError, one_of
from mesa_war.core.world import World
from mesa_war.study.cells import Cell
from mesa_war.study.design import Design
from mesa_war.study.measures import measures_of
from mesa_war.study.runs import Order

FORMAT = 1
"""Version of the layout of a study's folder."""

USAGE = ("calls", "tokens_in", "tokens_out", "cost", "seconds")
TURNS = ("turns", "answered", "struck")
"""Measures that every run has beside those of its model: what its calls used, and how its turns went."""

TAKEN = ("cell", "run", "seed", "status", "reason", "ended_by", "hash", *USAGE, *TURNS)
"""Columns of the table ``runs`` that no factor may have the name of."""

MINDS = ("mind", "chairs", "secretary")
"""Parameters that say which minds there are."""


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """A plan; ``settings`` holds the fingerprint of each cell's setting by the cell's name."""

    design: str
    title: str
    question: str
    runs: int
    seed: int
    measures: tuple[str, ...]
    hypotheses: tuple[Mapping[str, Any], ...]
    sampling: Mapping[str, Any] | None
    cells: tuple[Cell, ...]
    settings: Mapping[str, str]
    version: str = __version__

    def data(self) -> dict[str, Any]:
        """As it is written down, without its seal."""
        fields = asdict(self)
        settings = fields.pop("settings")
        cells = [{**cell, "setting_sha256": settings[cell["name"]]} for cell in fields.pop("cells")]
        return {"format": FORMAT, **json.loads(canonical({**fields, "cells": cells}))}

    @property
    def sha256(self) -> str:
        """The seal: the SHA-256 of the plan as one line of JSON."""
        return digest(canonical(self.data()))

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The plan written by :meth:`data`."""
        fields = {key: value for key, value in data.items() if key not in ("format", "sha256")}
        settings = {cell["name"]: cell["setting_sha256"] for cell in data["cells"]}
        cells = [{key: value for key, value in cell.items() if key != "setting_sha256"} for cell in data["cells"]]
        lists = {key: tuple(fields[key]) for key in ("measures", "hypotheses")}
        return cls(**{**fields, **lists, "cells": tuple(Cell(**cell) for cell in cells), "settings": settings})

    def write(self, study: Path) -> None:
        """Put the plan into the folder of a study."""
        draft = study / "plan.json.new"
        text = json.dumps({**self.data(), "sha256": self.sha256}, indent=1, ensure_ascii=False)
        draft.write_text(text + "\n", encoding="utf-8")
        os.replace(draft, study / "plan.json")

    @classmethod
    def read(cls, study: Path) -> Self:
        """The plan of a study.

        Raises:
            SettingError: there is none, it is of another format, or it was changed after it was written.
        """
        path = study / "plan.json"
        if not path.is_file():
            raise SettingError(f"{study} is not a study: there is no plan.json in it")
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            sealed = data.pop("sha256") == digest(canonical(data))
        except (ValueError, AttributeError, KeyError):
            raise SettingError(f"{path} is damaged") from None
        if data.get("format") != FORMAT:
            raise SettingError(f"{path} has format {data.get('format')!r}; this version reads format {FORMAT}")
        if not sealed:
            raise SettingError(f"{path} was changed after it was written: its seal does not fit")
        return cls.of(data)

    def order(self, cell: Cell, number: int) -> Order:
        """What is run as replication ``number``, from 0, of a cell."""
        return Order(cell.model, self.seed + number, cell.params)

    def differences(self, other: Self) -> list[str]:
        """Where another plan differs, one sentence each; the other one is the one on disk."""
        return list(_differences(_by_name(other.data()), _by_name(self.data())))


def freeze(design: Design, runs: int | None = None) -> StudyPlan:
    """The plan of a design; every cell's world is built once, so that mistakes show here and not in the runs.

    Args:
        design: the design.
        runs: replications of each cell, if not as many as the design says.

    Raises:
        SettingError: a cell can't be built, or something speaks of a measure that its model does not have.
    """
    cells = tuple(design.all_cells())
    known: dict[str, None] = {}
    settings = {}
    for cell in cells:
        world: Any = first_world(cell, design.seed)
        settings[cell.name] = world.setting.fingerprint
        known |= dict.fromkeys(measures_of(world))
    for measure in (*design.measures, *(hypothesis.measure for hypothesis in design.hypotheses)):
        one_of(measure, [*known, *USAGE, *TURNS], "measure", design.name)
    if doubled := [key for cell in cells for key in cell.factors if key in known or key in TAKEN]:
        raise SettingError(f"{design.name}: {doubled[0]} is a measure, so it can't be a factor too")
    return StudyPlan(
        design=design.name,
        title=design.title,
        question=design.question,
        runs=design.runs if runs is None else runs,
        seed=design.seed,
        measures=design.measures,
        hypotheses=tuple(hypothesis.model_dump() for hypothesis in design.hypotheses),
        sampling=design.sample.model_dump() if design.sample else None,
        cells=cells,
        settings=settings,
    )


def first_world(cell: Cell, seed: int) -> World:
    """The world of a cell's first replication; SettingError, naming the cell, if it can't be built."""
    try:
        return Order(cell.model, seed, cell.params).build()
    except SettingError as error:
        raise SettingError(f"cell {cell.name}: {error}") from None


def worlds_by_minds(plan: StudyPlan) -> Iterator[World]:
    """One world for each choice of minds among the cells of a study."""
    seen = set()
    for cell in plan.cells:
        chosen = canonical({key: cell.params.get(key) for key in MINDS})
        if chosen not in seen:
            seen.add(chosen)
            yield first_world(cell, plan.seed)


def _by_name(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "cells": {cell["name"]: cell for cell in data["cells"]}}


def _differences(disk: Any, now: Any, place: str = "") -> Iterator[str]:
    if isinstance(disk, dict) and isinstance(now, dict):
        for key in dict.fromkeys((*disk, *now)):
            if disk.get(key) != now.get(key):
                yield from _differences(disk.get(key), now.get(key), f"{place}.{key}" if place else key)
    elif disk != now:
        yield f"{place} is {disk!r:.60} in plan.json and {now!r:.60} now"
