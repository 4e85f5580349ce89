"""Telling what a model said from what it thought aloud: thinking blocks and channels."""

import re
from dataclasses import dataclass

from mesa_war.minds.llm.strict import NotStrict, loads

_NAMES = r"(?:\w+:)?(?:think|thinking|thought|reasoning)"
_OPEN = re.compile(rf"<{_NAMES}>|\[THINK\]|◁think▷", re.IGNORECASE)
_CLOSE = re.compile(rf"</{_NAMES}>|\[/THINK\]|◁/think▷", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>")
_FINAL = re.compile(r"<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>")
_MESSAGE_ENDS = re.compile(r"<\|(?:end|return|start|call|channel)\|>")
_BARE_FINAL = "assistantfinal"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reply in two parts.

    Attributes:
        said: what is meant as the answer.
        thought: what came before it.
        repair: what had to be mended to tell them apart, if anything.
    """

    said: str
    thought: str = ""
    repair: str = ""


def spoken(text: str) -> Spoken:
    """Split a reply.

    Of channels only the last final one counts. Else everything up to the last closing tag is thought, or up to an
    earlier one after which nothing but one object follows: a later tag then stands inside its words. A block that is
    never closed is thought to its end.
    """
    if _is_one_object(text):
        return Spoken(text)
    if _CHANNEL.search(text):
        return _of_channels(text)
    if text.lstrip().startswith("analysis") and _BARE_FINAL in text:
        thought, _, said = text.rpartition(_BARE_FINAL)
        return Spoken(said, thought, "channel markers without their brackets")
    closings = list(_CLOSE.finditer(text))
    if closings:
        end = next((found.end() for found in closings if _is_one_object(text[found.end() :])), closings[-1].end())
        return Spoken(text[end:], text[:end])
    opening = _OPEN.search(text)
    if opening:
        return Spoken(text[: opening.start()], text[opening.start() :])
    return Spoken(text)


def marked(thought: str, said: str) -> str:
    """A reply as one text, where the provider sent its two parts apart; ``spoken`` takes it to pieces again."""
    return f"<think>\n{thought}\n</think>\n{said}" if thought else said


def _of_channels(text: str) -> Spoken:
    finals = list(_FINAL.finditer(text))
    if not finals:
        return Spoken("", text)
    start = finals[-1].end()
    end = _MESSAGE_ENDS.search(text, start)
    return Spoken(text[start : end.start() if end else len(text)], text[: finals[-1].start()])


def _is_one_object(text: str) -> bool:
    stripped = text.strip()
    if not stripped.startswith("{") or not stripped.endswith("}"):
        return False
    try:
        loads(stripped)
    except NotStrict:
        return False
    return True
