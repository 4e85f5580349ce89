"""What others say about a failure, as it may be kept and shown: one short line without secrets."""

import re
from collections.abc import Iterable

LONGEST = 300
_TRACEBACK = re.compile(r"Traceback \(most recent call last\).*", re.DOTALL)
_ADDRESS = re.compile(r"(https?://)(?:[^\s/@]*@)?([^\s?#'\"<>]*)(?:[?#][^\s'\"<>]*)?")
_NAMED = re.compile(
    r"""(?ix)\b((?:x-)?api[-_]?key|authorization|access[-_]?token|token|secret|password|signature|sig)\b
        (["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"',;}]+"""
)
_BEARER = re.compile(r"(?i)\bbearer\s+[^\s\"',;}]+")
_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|AIza|AKIA)[-_]?[A-Za-z0-9*_\-]{8,}")
HIDDEN = "[hidden]"


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """One line of at most 300 characters without keys, tokens, credentials in addresses and stack traces.

    Args:
        secrets: values that must not appear, whatever they look like.
    """
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    text = _TRACEBACK.sub("", text)
    text = _ADDRESS.sub(r"\1\2", text)
    text = _BEARER.sub(HIDDEN, _NAMED.sub(rf"\1\2{HIDDEN}", text))
    line = " ".join(_LIKE_A_KEY.sub(HIDDEN, text).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
