"""What is wrong with a setting, in plain words: each fault with file, line, key and what was expected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from numbers import Integral, Real
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeAliasType, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from mesa_war.core.lines import Key, key_lines, nearest
from mesa_war.core.toml import hint, read_text, shown

type Misfit = tuple[Key, str]
"""A fault that no single value shows: where, and a sentence on what is wrong and what was expected."""


_BOUNDS = {
    "greater_than": "above",
    "greater_than_equal": "of at least",
    "less_than": "below",
    "less_than_equal": "of at most",
}


def frozen(value: Any) -> Any:
    """Data as settings take it: lists as tuples, numbers of other libraries as Python's own."""
    if type(value) in (str, bool, int, float):  # most values, and they need no slower questions
        return value
    if isinstance(value, Mapping):
        return {key: frozen(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple([frozen(item) for item in value])
    if not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def refuse(misfits: Iterable[Misfit]) -> None:
    """Raise one pydantic error for all misfits, for a validator; nothing happens without any."""
    details = [
        InitErrorDetails(type=PydanticCustomError("misfit", "{said}", {"said": said}), loc=key, input=None)
        for key, said in misfits
    ]
    if details:
        raise ValidationError.from_exception_data("setting", details)


def explain(
    error: ValidationError,
    path: Path,
    model: type[BaseModel],
    overlays: Sequence[tuple[Key, Key]] = (),
    given: Iterable[str] = (),
) -> str:
    """Every fault pydantic found, one a line: file, line, key, what is wrong and what was expected.

    Args:
        error: what was found.
        path: the file.
        model: what the whole file was validated as.
        overlays: (where it was laid, where it stands in the file) of what was laid over the whole, the latest first.
        given: dotted keys whose values came from outside the file.
    """
    return "\n".join(_faults(error, path, model, overlays, tuple(given)))


def _faults(
    error: ValidationError,
    path: Path,
    model: type[BaseModel],
    overlays: Sequence[tuple[Key, Key]],
    given: tuple[str, ...],
) -> Iterator[str]:
    lines = key_lines(read_text(path))
    for fault in error.errors():
        key = tuple(part for part in fault["loc"] if part != "[key]")
        dotted = ".".join(str(part) for part in key)
        said = _said(dict(fault), key, model)
        if any(f"{dotted}.".startswith(f"{changed}.") for changed in given):
            yield f"{dotted}: {said}"
            continue
        origins = ((*stands, *key[len(laid) :]) for laid, stands in overlays if key[: len(laid)] == laid)
        written = next((origin for origin in origins if origin in lines), key)
        yield f"{path}:{nearest(lines, written)}: {'.'.join(str(part) for part in written) or 'setting'}: {said}"


def _said(fault: Mapping[str, Any], key: Key, model: type[BaseModel]) -> str:
    """What is wrong and what was expected, without the words of the library that found it."""
    about = fault.get("ctx", {})
    expected, found = f"expected {kind_of(annotation(model, key))}", f"found {shown(fault['input'])}"
    match fault["type"]:
        case "misfit" | "value_error":
            said = str(about.get("said") or about.get("error"))
        case "extra_forbidden":
            said = f"unknown key{hint(key[-1], fields(model, key[:-1]))}"
        case "missing" if not isinstance(key[-1], int):
            said = f"missing; {expected}"
        case "missing":
            said = f"expected {kind_of(annotation(model, key[:-1]))}, {found}"
        case bound if bound in _BOUNDS:
            said = f"expected a number {_BOUNDS[bound]} {next(iter(about.values())):g}, {found}"
        case "too_short" if not about["actual_length"]:
            said = f"{expected} that is not empty"
        case _:
            said = f"{expected}, {found}"
    return said


def annotation(model: type[BaseModel], key: Sequence[str | int]) -> Any:
    """The type that a model gives to what stands under a key; None where it has nothing there."""
    kind: Any = model
    for part in key:
        kind = _bare(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kind = kind.model_fields[str(part)].annotation if part in kind.model_fields else None
        elif get_origin(kind) is tuple:
            entries = get_args(kind)
            kind = entries[0] if Ellipsis in entries else entries[int(part)]
        else:
            kind = next(reversed(get_args(kind)), None)
    return _bare(kind)


def fields(model: type[BaseModel], key: Sequence[str | int]) -> list[str]:
    """The keys that may stand in a table of a model; none where any name may."""
    kind = annotation(model, key)
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return []
    return [name for name, field in kind.model_fields.items() if not field.exclude]


def _bare(kind: Any) -> Any:
    """A type without its name, its limits and the choice of leaving it out."""
    while True:
        if isinstance(kind, TypeAliasType):
            kind = kind.__value__
        elif get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif type(None) in get_args(kind):
            kind = Union[tuple(entry for entry in get_args(kind) if entry is not type(None))]  # noqa: UP007
        else:
            return kind


def kind_of(kind: Any) -> str:
    """A type in words."""
    plain = {float: "a number", int: "a whole number", str: "a text", bool: "true or false"}
    if kind in plain:
        return plain[kind]
    if kind is date:
        return "a date such as 1914-06-28"
    entries = get_args(kind)
    if get_origin(kind) is Literal:
        return " or ".join(shown(entry) for entry in entries)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(kind_of(entry) for entry in entries)
    if get_origin(kind) is tuple:
        return "a list" if Ellipsis in entries else f"a list of {len(entries)}"
    return "something else" if kind is None else "a table"
