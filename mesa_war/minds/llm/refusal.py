"""Telling a refusal in words from an answer."""

import re

_SORRY = (
    r"(?:i(?:['’]m|\ am)(?:\ very|\ really|\ so)?\ sorry|sorry|(?:my|i)\ apolog\w+|unfortunately)[,.:;]?\s*(?:but\s+)?"
)
_UNABLE = (
    r"i(?:['’]m|\ am)?\ ?"
    r"(?:can(?:['’]t|not|\ not)|won['’]t|will\ not|must\ decline|refuse|decline|unable|not\ able|not\ going)"
)
_HELPING = (
    r"help|assist|do\ (?:that|this|so)|comply|continue|participat\w+|engage|take\ part|role-?play|fulfil\w*|provide|"
    r"support|answer|generate|produce|create|simulat\w+|discuss|with\ (?:that|this)"
)
_REFUSAL = re.compile(
    rf"""\W*(?:
        (?:{_SORRY})? {_UNABLE} [^.!?\n]{{0,40}}? \b(?:{_HELPING})\b
        | (?:{_SORRY})? as\ an\ ai\b [^.!?\n]{{0,60}}? (?:n['’]t\b|cannot|unable|not\ able)
        | (?:很?抱歉|对不起)[，,。！!\s]* (?:但是?)? 我?们? (?:不能|无法|没有?办法)
        | (?:作为[^，,。]{{0,6}}(?:AI|人工智能)[^，,。]{{0,6}}[，,]\s*)?
          我(?:不能|无法)(?:协助|帮助|提供|参与|满足|回答)
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def is_refusal(text: str) -> bool:
    """Whether a text opens by declining to answer at all, in English or Chinese.

    Words such as "we cannot attack now" are no refusal: somebody who declines speaks of helping, not of acting.
    """
    return _REFUSAL.match(text.strip()) is not None
