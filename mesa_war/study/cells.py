"""The cells of a design: which conditions there are, and what each is called."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

LONGEST = 80
"""Characters of a cell's name, which is also the name of a folder."""

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that a folder can't have on Windows."""

type Label = str | float
type Levels = Sequence[Any] | Mapping[str, Any]
type Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """One condition of a study.

    Attributes:
        name: readable, and a folder's name on any system.
        model: the name of a model or the path of a setting; empty where a design forgot it.
        params: keyword parameters of the family's model class; dotted keys of its setting with ``__`` for the dots.
        factors: what sets the cell apart, by factor: a label, or a number where it is sampled.
    """

    name: str
    model: str
    params: Values = field(default_factory=dict)
    factors: Mapping[str, Label] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Condition:
    """What sets a cell apart: names joined to its name, labels by factor, and values by key as a design writes it."""

    names: tuple[str, ...] = ()
    factors: Mapping[str, Label] = field(default_factory=dict)
    values: Values = field(default_factory=dict)

    def with_point(self, number: int, point: Mapping[str, float]) -> "Condition":
        """This condition at a point of a sample."""
        return Condition((*self.names, f"p{number:03d}"), {**self.factors, **point}, {**self.values, **point})

    def cell(self, model: str, parameters: Values) -> Cell:
        """The cell of this condition; what it sets itself lies over the parameters of all."""
        merged = {key: plain(value) for key, value in {**parameters, **self.values}.items()}
        params = {key.replace(".", "__"): value for key, value in merged.items() if key != "model"}
        return Cell("+".join(self.names) or "all", merged.get("model", model), params, self.factors)


def factorial(factors: Mapping[str, Levels]) -> Iterator[Condition]:
    """Every combination of one level of each factor, the last factor turning fastest; one condition without factors."""
    alone = len(factors) == 1
    for chosen in product(*([(key, *level) for level in labelled(levels)] for key, levels in factors.items())):
        yield Condition(
            tuple(safe(label if alone and told else f"{key}-{label}") for key, label, _, told in chosen),
            {key: label for key, label, _, _ in chosen},
            {key: value for key, _, value, _ in chosen},
        )


def labelled(levels: Levels) -> Iterator[tuple[str, Any, bool]]:
    """The levels of a factor as (label, value, whether the label says enough without the factor's name)."""
    if isinstance(levels, Mapping):
        yield from ((label, value, True) for label, value in levels.items())
    else:
        yield from ((label_of(value), value, isinstance(value, str)) for value in levels)


def listed(cells: Iterable[tuple[str, Values]]) -> Iterator[Condition]:
    """Conditions that were named one by one."""
    for name, values in cells:
        yield Condition((safe(name),), {key: label_of(value) for key, value in values.items()}, values)


def label_of(value: Any) -> str:
    """A value as a label: itself where it is a text, entries of a list joined, ``none`` where there are none."""
    if isinstance(value, list | tuple):
        return "+".join(label_of(entry) for entry in value) or "none"
    return value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)


def safe(label: str) -> str:
    """A label as part of a folder's name: ASCII letters, digits and ``. _ + -``; anything else becomes ``-``."""
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", label).strip(".-") or "-"


def plain(value: Any) -> Any:
    """A value as JSON has it, so that a plan read from disk equals the plan that was written."""
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def faults(cells: Sequence[Cell]) -> Iterator[str]:
    """What is wrong with the cells of a design, in sentences."""
    lower = [cell.name.lower() for cell in cells]
    for cell in cells:
        if len(cell.name) > LONGEST or RESERVED.fullmatch(cell.name):
            yield f"a folder can't be called {cell.name!r}; give the levels other labels, {LONGEST} characters at most"
        if lower.count(cell.name.lower()) > 1:
            yield f"two cells are called {cell.name!r}; give the levels labels that differ in letters and digits"
        if not cell.model:
            yield f"the cell {cell.name!r} has no model; name one for all cells with `model`"
        if strange := [key for key, value in cell.params.items() if not _is_json(value)]:
            yield f"{strange[0]} is {cell.params[strange[0]]!r}; expected text, number, true, false, list or table"


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_json(entry) for entry in value.values())
    if isinstance(value, list):
        return all(_is_json(entry) for entry in value)
    return isinstance(value, str | int | float | bool)
