"""The design of a study: which cells there are, how many runs each has, and what is asked of them. One TOML file."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from mesa_war.core.explain import Misfit, explain, frozen, refuse
from mesa_war.core.toml import SettingError, no_such, read_toml
from mesa_war.core.variants import Entry
from mesa_war.library import design_path
from mesa_war.study.cells import Cell, factorial, faults, listed
from mesa_war.study.sampling import Sampling

OURS = ("setting", "rng", "seed", "trace", "calls", "width")
"""Parameters of a model that a study sets itself."""


class Hypothesis(Entry):
    """What is expected, of which measure, in which cells; in all of them when none is named."""

    text: str = Field(min_length=1)
    measure: str
    cells: tuple[str, ...] = ()


class Listed(Entry):
    """A cell by itself: what it sets over the parameters of all; ``model`` may be among it."""

    name: str = Field(min_length=1)
    set: Mapping[str, Any] = Field(default_factory=dict)


class Design(Entry):
    """A design.

    Its cells are the full factorial of ``factors``, and the ``cells`` that are listed; each is crossed with the points
    of ``sample``, if there is one. Replication i has seed ``seed`` + i in every cell, so that cells share their random
    numbers.

    Attributes:
        name: of the study; the file's name unless the file says otherwise.
        title: one line for people.
        question: what it is to find out.
        model: the name of a model or the path of a setting, unless a cell or a factor ``model`` says otherwise.
        runs: replications of each cell.
        seed: of the first replication.
        measures: what to look at first: columns of the table ``runs``.
        parameters: of all cells: keyword parameters of the model, or dotted keys of its setting.
        factors: key of a parameter -> its levels, as a list, or as label = value.
        cells: cells by themselves.
        sample: points in a space of numbers.
        hypotheses: stated before the first run.
    """

    name: str = Field(min_length=1)
    title: str = ""
    question: str = ""
    model: str = ""
    runs: int = Field(default=30, ge=1)
    seed: int = Field(default=1, ge=0)
    measures: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = Field(default_factory=dict)
    factors: Mapping[str, tuple[Any, ...] | Mapping[str, Any]] = Field(default_factory=dict)
    cells: tuple[Listed, ...] = ()
    sample: Sampling | None = None
    hypotheses: tuple[Hypothesis, ...] = ()

    @classmethod
    def load(cls, name: str | Path) -> Self:
        """A design by name, or from a file.

        Raises:
            SettingError: there is none, or something is wrong in it; the message names file, line, key and what was
                expected.
        """
        path = design_path(str(name))
        try:
            return cls.model_validate(frozen({"name": path.stem, **read_toml(path)}))
        except ValidationError as error:
            raise SettingError(explain(error, path, cls)) from None

    def with_parameters(self, parameters: Mapping[str, Any]) -> Self:
        """This design with parameters of all cells laid over; SettingError for one that the design varies."""
        for key in parameters:
            if key in self.varied():
                raise SettingError(f"{key} is varied by the design {self.name}, so it can't be set for all cells")
        return self.model_copy(update={"parameters": {**self.parameters, **parameters}})

    def varied(self) -> list[str]:
        """The keys that set cells apart."""
        return [*self.factors, *(self.sample.ranges if self.sample else ()), *chain(*(cell.set for cell in self.cells))]

    def all_cells(self) -> list[Cell]:
        """Every cell: the factorial ones first, then those listed, each with all points of the sample."""
        conditions = list(factorial(self.factors)) if self.factors or not self.cells else []
        conditions += listed((cell.name, cell.set) for cell in self.cells)
        if self.sample:
            points = list(enumerate(self.sample.drawn()))
            conditions = [condition.with_point(*point) for condition in conditions for point in points]
        return [condition.cell(self.model, self.parameters) for condition in conditions]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        refuse(self.misfits())
        return self

    def misfits(self) -> Iterator[Misfit]:
        """Faults that show only when values are seen together."""
        sampled = self.sample.ranges if self.sample else {}
        for key, levels in self.factors.items():
            if not levels:
                yield ("factors", key), "a factor needs at least one level"
            if key in self.parameters or key in sampled:
                yield ("factors", key), "what a factor varies can't be set elsewhere too"
        for key in (*self.parameters, *self.varied()):
            if key in OURS:
                yield ("parameters", key), f"{key} is set by the study; `seed` stands at the top of a design"
        cells = self.all_cells()
        yield from ((("factors",), fault) for fault in dict.fromkeys(faults(cells)))
        names = [cell.name for cell in cells]
        for number, hypothesis in enumerate(self.hypotheses):
            for name in hypothesis.cells:
                if name not in names:
                    yield ("hypotheses", number, "cells"), no_such(name, names, "cell")
