"""Names as a model writes them: the same up to case, white space, accents and escapes, and never guessed."""

import re
import unicodedata
from collections.abc import Iterable

from mesa_war.core.prompts import Naming

_ACCENTS = re.compile(r"[\u0300-\u036f]")
_SPACE = re.compile(r"[\s_]+")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'"})


def folded(name: str) -> str:
    """What a name is compared by."""
    bare = name.translate(_APOSTROPHES).replace("\\", "").strip("*'\"“” \t\n")
    letters = _ACCENTS.sub("", unicodedata.normalize("NFKD", bare))
    return _SPACE.sub(" ", unicodedata.normalize("NFC", letters)).strip().casefold()


class Lexicon:
    """The names that may be written in one place, as they are shown, and what they stand for.

    Args:
        names: canonical names.
        naming: how they are shown.
    """

    def __init__(self, names: Iterable[str], naming: Naming) -> None:
        self.labels = {naming.shown.get(name, name): name for name in names}

    def find(self, said: str) -> str | None:
        """The canonical name of what was written; None if it is no name, or could be two."""
        if said in self.labels:
            return self.labels[said]
        wanted = folded(said)
        found = {name for label, name in self.labels.items() if folded(label) == wanted}
        return found.pop() if len(found) == 1 else None
