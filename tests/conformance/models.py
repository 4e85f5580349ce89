"""The models under test: the toys, and every folder in ``models``, found by folder."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from toys import TOYS

from mesa_war.core.world import World
from mesa_war.families import model_class
from mesa_war.library import family_of, model_names, setting_path

ACTORS = re.compile(r"^\[actors\.", re.MULTILINE)
HEADER = re.compile(r"^(?=\[)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Model:
    """One model.

    Attributes:
        name: of the toy, or of the folder.
        kind: its class.
        build: makes a world from plain keywords.
        turned: makes such a maker in whose setting the actors stand in the opposite order; takes an empty folder.
    """

    name: str
    kind: type[World]
    build: Callable[..., World]
    turned: Callable[[Path], Callable[..., World]] = field(repr=False)

    def run(self, **keywords: Any) -> World:
        """A world that was stepped to its end."""
        world = self.build(**keywords)
        for _ in steps(world):
            pass
        return world


def steps(world: World) -> Iterator[World]:
    """The world after each step, to its end."""
    while world.running:
        world.step()
        yield world


def toys() -> list[Model]:
    """The toy models."""
    return [
        Model(kind.__name__.lower(), kind, kind, lambda _, kind=kind: partial(kind, actors=_names(kind)[::-1]))
        for kind in TOYS
    ]


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(kind.__init__.__kwdefaults__["actors"])


def folders() -> list[Model]:
    """The models in ``models``."""
    found = []
    for name in model_names():
        kind = model_class(family_of(name))
        found.append(Model(name, kind, partial(kind, setting=name), partial(_turned, kind, name)))
    return found


def _turned(kind: type[World], name: str, folder: Path) -> Callable[..., World]:
    """The same setting in another folder, the tables of its actors in the opposite order."""
    for path in setting_path(name).parent.iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    text = setting_path(name).read_text(encoding="utf-8")
    tables = HEADER.split(text)
    whose: dict[str, str] = {}
    for table in tables:
        if ACTORS.match(table):
            actor = re.match(r'\[actors\.("[^"]+"|[^.\]]+)', table)[1]  # type: ignore[index]
            whose[actor] = whose.get(actor, "") + table
    first = next(i for i, table in enumerate(tables) if ACTORS.match(table))
    rest = [table for table in tables if not ACTORS.match(table)]
    turned = [*rest[:first], *reversed(whose.values()), *rest[first:]]
    (folder / "setting.toml").write_text("".join(turned), encoding="utf-8")
    return partial(kind, setting=str(folder / "setting.toml"))


MODELS = [*toys(), *folders()]
