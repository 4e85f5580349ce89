"""A mind whose words are written down beforehand, and read exactly as a model's words would be."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mesa_war.core.events import Origin, Prompt
from mesa_war.core.mind import Reply, Request
from mesa_war.core.toml import SettingError, read_toml
from mesa_war.minds.llm.mind import LanguageMind
from mesa_war.minds.llm.settings import ModelSettings
from mesa_war.minds.llm.shape import Schema
from mesa_war.minds.llm.transport import Raw, key_of

type Lines = Sequence[str | Sequence[str]]
"""What one actor says: for each round a text, or the texts of its attempts in that round."""

DEFAULT = "default"
AFTER = ("repeat", "empty")


@dataclass(frozen=True, slots=True)
class Script:
    """Answers calls from a table. Which line is said depends on the actor, the round and the attempt alone.

    Args:
        replies: actor -> lines; ``default`` speaks for all who have none of their own. A secretary with a mind of its
            own is the actor ``secretary of NAME``.
        then: what is said in rounds and attempts beyond the last line: the last one again, or nothing.
    """

    replies: Mapping[str, Lines]
    then: Literal["repeat", "empty"] = "repeat"

    def __call__(self, model: ModelSettings, prompt: Prompt, shape: Schema | None, header: str) -> Raw:
        """See :class:`~mesa_war.minds.llm.transport.Send`."""
        time, _, actor, _, attempt = key_of(header)
        lines = self.replies.get(actor, self.replies.get(DEFAULT, ()))
        said = self._at(lines, max(0, int(time) - 1))
        return Raw(said if isinstance(said, str) else str(self._at(said, attempt)))

    def _at(self, lines: Lines, place: int) -> str | Sequence[str]:
        if not lines or (place >= len(lines) and self.then == "empty"):
            return ""
        return lines[min(place, len(lines) - 1)]


class Scripted:
    """The mock model as a real mind: ``Scripted({"Britain": ['{"moves": [...]}', ...]})``.

    Its replies go the way of any model's: they are put on record, read, objected to and mended. It needs no time and
    no network. An actor without a line says nothing, which is an empty answer, never a choice to wait.

    From a file, in TOML::

        then = "repeat"                     # or "empty": what follows the last line

        [replies]
        Britain = [
            '{"moves": [{"action": "wait"}]}',                      # round 1
            ['so be it', '{"moves": [{"action": "mobilize"}]}'],    # round 2: first and second attempt
        ]
        default = ['{"moves": []}']

    or in JSON Lines, the n-th line of an actor for round n::

        {"actor": "Britain", "reply": "..."}
        {"actor": "default", "reply": ["first attempt", "second attempt"]}

    Args:
        replies, then: see :class:`Script`.
    """

    waits = False
    origin = Origin.MIND

    def __init__(self, replies: Mapping[str, Lines], then: Literal["repeat", "empty"] = "repeat") -> None:
        settings = ModelSettings(id="scripted", attempts=1, structured="instruction")
        self._mind = LanguageMind(settings, Script(replies, then), waits=False)

    @classmethod
    def load(cls, file: str | Path) -> "Scripted":
        """A script from a file ending in ``.jsonl``, or else in TOML.

        Raises:
            SettingError: the file is missing or is no script; the message names the place and what was expected.
        """
        path = Path(file)
        data = _from_lines(path) if path.suffix == ".jsonl" else read_toml(path)
        if unknown := sorted(data.keys() - {"then", "replies"}):
            raise SettingError(f"{path}: unknown key {unknown[0]!r}; allowed: then, replies")
        then, replies = data.get("then", "repeat"), data.get("replies")
        if then not in AFTER:
            raise SettingError(f"{path}: then is {then!r}; allowed: {', '.join(AFTER)}")
        if not isinstance(replies, dict):
            raise SettingError(f"{path}: expected a table [replies] with a list of texts for each actor")
        for actor, lines in replies.items():
            _check(lines, f"{path}: replies.{actor}")
        return cls(replies, then)

    def answer(self, request: Request) -> Reply:
        """What stands in the script, read."""
        return self._mind.answer(request)


def _check(lines: Any, where: str) -> None:
    """A list of texts, or of lists of texts; SettingError names the item that is neither."""
    if not isinstance(lines, list) or not lines:
        raise SettingError(f"{where}: expected a list of texts that is not empty")
    for number, line in enumerate(lines, start=1):
        texts = line if isinstance(line, list) else [line]
        if not texts or not all(isinstance(text, str) for text in texts):
            raise SettingError(f"{where}, item {number}: expected a text, or a list of texts for its attempts")


def _from_lines(path: Path) -> dict[str, Any]:
    replies: dict[str, list[Any]] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path}: the script can't be read: {error}") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise SettingError(f"{path}:{number}: not JSON: {error}") from None
        if not isinstance(entry, dict) or entry.keys() != {"actor", "reply"} or not isinstance(entry["actor"], str):
            raise SettingError(f'{path}:{number}: expected {{"actor": NAME, "reply": TEXT or LIST OF TEXTS}}')
        replies.setdefault(entry["actor"], []).append(entry["reply"])
    return {"replies": replies}
