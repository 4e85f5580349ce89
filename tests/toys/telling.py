"""How toys put things into words: the kernel's sentences, a few of their own, and one plain template for all."""

from pathlib import Path

import mesa_war.core
from mesa_war.core.prompts import Prompts
from mesa_war.core.words import Words

KERNEL = Path(mesa_war.core.__file__).parent / "words" / "en.md"


def words(**objections: str) -> Words:
    """The kernel's words, and objections of a toy's own: key with underscores for spaces -> sentence."""
    own = {("objections", key.replace("_", " ")): sentence for key, sentence in objections.items()}
    return Words(own).over(Words.load(KERNEL))


def prompts() -> Prompts:
    """A template that says all a view holds, so that whatever leaks into a view leaks into the prompt."""
    return Prompts(Path(__file__).parent / "words")
