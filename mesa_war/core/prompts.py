"""Prompts: templates in Markdown, filled from values, with names shown as the run wants them shown."""

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mesa_war.core.actions import spoken
from mesa_war.core.events import Prompt

if TYPE_CHECKING:
    from jinja2 import Environment


class Naming:
    """A bijection between the names inside (board, trace) and the names shown to a mind or a reader.

    Anonymising, or telling a run in another language, is this and nothing else: whole names are replaced in text on
    the way out and put back on the way in.

    Args:
        shown: canonical name -> name shown. Names left out are shown as they are.

    Raises:
        ValueError: two names would be shown alike, or a shown name is the canonical name of another.
    """

    def __init__(self, shown: Mapping[str, str] | None = None) -> None:
        self.shown = {name: label for name, label in (shown or {}).items() if name != label}
        self.canonical = {label: name for name, label in self.shown.items()}
        if len(self.canonical) != len(self.shown):
            raise ValueError(f"two names are shown alike among {sorted(self.shown.values())}")
        if crossed := self.shown.keys() & self.canonical.keys():
            raise ValueError(f"shown names that are also names of others: {sorted(crossed)}")
        self._out, self._in = _any_of(self.shown), _any_of(self.canonical)

    def show(self, text: str) -> str:
        """The text with names as they are shown."""
        return self._out.sub(lambda found: self.shown[found[0]], text) if self._out else text

    def read(self, text: str) -> str:
        """The text with shown names turned back; ``read(show(text)) == text`` where no shown name stood in it."""
        return self._in.sub(lambda found: self.canonical[found[0]], text) if self._in else text


def _any_of(names: Mapping[str, str]) -> re.Pattern[str] | None:
    """Whole names, longest first. A name that ends in a Latin letter or digit must not run on into another word."""
    if not names:
        return None
    edge = "A-Za-z0-9_"
    parts = []
    for name in sorted(names, key=len, reverse=True):
        before = f"(?<![{edge}])" if re.match(f"[{edge}]", name) else ""
        after = f"(?![{edge}])" if re.search(f"[{edge}]$", name) else ""
        parts.append(f"{before}{re.escape(name)}{after}")
    return re.compile("|".join(parts))


class Prompts:
    """Renders one template per purpose: ``PURPOSE.system.md`` and ``PURPOSE.user.md``.

    The system part holds what stays the same through a run, so that providers can cache it; the user part holds the
    moment. Values from minds and people must pass the filter ``quoted``.

    Args:
        folders: where templates are searched, in order.
        naming: how names are shown.
        constants: values every template may use.
    """

    def __init__(
        self, *folders: Path, naming: Naming | None = None, constants: Mapping[str, object] | None = None
    ) -> None:
        self.folders = folders
        self.naming = naming or Naming()
        self.constants = dict(constants or {})
        self._systems: dict[tuple[str, str], str] = {}

    @cached_property
    def _templates(self) -> "Environment":
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        loader = FileSystemLoader([str(folder) for folder in self.folders], encoding="utf-8")
        # Prompts are plain text, so nothing is escaped here; pages escape for themselves.
        environment = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
        environment.filters["quoted"] = quoted
        return environment

    def render(self, purpose: str, actor: str, **values: object) -> Prompt:
        """Fill both templates of a purpose.

        The system part is rendered once per actor and purpose, from the constants and the values of the first call:
        what changes between calls belongs into the user part.

        Raises:
            jinja2.TemplateNotFound, jinja2.UndefinedError: the family's words are incomplete.
        """
        values = {**self.constants, **values}
        key = (purpose, actor)
        if key not in self._systems:
            self._systems[key] = self._fill(f"{purpose}.system.md", values)
        return Prompt(self._systems[key], self._fill(f"{purpose}.user.md", values))

    def _fill(self, name: str, values: Mapping[str, object]) -> str:
        return self.naming.show(self._templates.get_template(name).render(values).strip())


def quoted(text: object) -> str:
    """Words of a mind or a person as one quoted line: they can't pose as a heading, a list or another's voice."""
    return f"“{spoken(text)}”"
