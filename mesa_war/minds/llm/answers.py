"""What a reply means for the request it answers: moves, data or words, and how it ended."""

from dataclasses import dataclass
from typing import Any

from mesa_war.core.actions import Objection
from mesa_war.core.events import Move, Outcome
from mesa_war.core.mind import Request
from mesa_war.core.prompts import Naming
from mesa_war.minds.llm.fit import Fitting, Misfit
from mesa_war.minds.llm.plans import NoDecision, decision
from mesa_war.minds.llm.reading import Reading, read
from mesa_war.minds.llm.refusal import is_refusal
from mesa_war.minds.llm.shape import DECISIONS, Schema, asked_shape, renamed, thinks_of
from mesa_war.minds.llm.thinking import spoken

CUT, FILTERED, REFUSED, WHOLE = "length", "content_filter", "refusal", "stop"
"""Why a provider says that a reply ended; anything else counts as whole."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply, understood; what it holds is there only if the outcome is usable."""

    outcome: Outcome
    moves: tuple[Move, ...] = ()
    data: Any = None
    thought: str = ""
    objections: tuple[Objection, ...] = ()
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """All that is worth keeping about how it was read, in one line."""
        wrong = (_said(objection) for objection in self.objections)
        return "; ".join(dict.fromkeys((*self.repairs, *self.notes, *wrong)))


def _said(objection: Objection) -> str:
    names = ", ".join(f"{key} {value}" for key, value in objection.names.items() if key in ("index", "key", "where"))
    return f"{objection.key} ({names})" if names else objection.key


def understand(text: str, request: Request, finish: str = WHOLE) -> Answer:
    """Understand a reply.

    Args:
        text: the reply, cleaned, with its thinking.
        finish: why it ended, as the provider says.
    """
    if finish == FILTERED:
        return Answer(Outcome.FILTERED)
    if finish == REFUSED:
        return Answer(Outcome.REFUSED)
    naming = request.prompts.naming
    shape = None if request.purpose in DECISIONS else asked_shape(request)
    if request.purpose not in DECISIONS and shape is None:
        return _words(text, naming, cut=finish == CUT)
    reading = read(text, cut=finish == CUT)
    if not reading.outcome.usable:
        objections = tuple(objection for objection in reading.objections if objection.key != reading.outcome.value)
        return Answer(reading.outcome, objections=objections, notes=reading.notes)
    return _decision(reading, request) if shape is None else _data(reading, shape, naming, request.purpose)


def _decision(reading: Reading, request: Request) -> Answer:
    try:
        made = decision(reading.values, request.view, thinks_of(request), request.prompts.naming)
    except NoDecision as none:
        return Answer(Outcome.UNREADABLE, objections=(none.objection,), notes=reading.notes)
    notes = (*reading.notes, *made.notes)
    if not made.moves and not made.objections and any(map(is_refusal, _texts(reading.values[0]))):
        return Answer(Outcome.REFUSED, notes=(*notes, "a refusal in the form of a decision"))
    repairs = tuple(dict.fromkeys((*reading.repairs, *made.repairs)))
    outcome = Outcome.REPAIRED if repairs else Outcome.OK
    return Answer(outcome, tuple(made.moves), None, made.thought, tuple(made.objections), repairs, notes)


def _texts(value: Any) -> list[str]:
    return [item for item in value.values() if isinstance(item, str)] if isinstance(value, dict) else []


def _data(reading: Reading, shape: Schema, naming: Naming, purpose: str) -> Answer:
    if len(reading.values) > 1:
        return Answer(Outcome.UNREADABLE, objections=(Objection("several objects"),), notes=reading.notes)
    fitting = Fitting(shape)
    try:
        value = fitting.fitted(reading.values[0])
    except Misfit as misfit:
        wrong = Objection("misfit", {"where": misfit.where, "expected": misfit.expected})
        return Answer(Outcome.UNREADABLE, objections=(wrong,), notes=reading.notes)
    data = renamed(value, naming.read)
    repairs = tuple(dict.fromkeys((*reading.repairs, *fitting.repairs)))
    outcome = Outcome.REPAIRED if repairs else Outcome.OK
    notes = (*reading.notes, *fitting.notes)
    return Answer(outcome, data=data["suggestions"] if purpose == "advise" else data, repairs=repairs, notes=notes)


def _words(text: str, naming: Naming, *, cut: bool) -> Answer:
    """Free words: all that was said."""
    said = spoken(text).said.strip()
    if cut:
        return Answer(Outcome.TRUNCATED)
    if not said:
        return Answer(Outcome.EMPTY)
    return Answer(Outcome.REFUSED) if is_refusal(said) else Answer(Outcome.OK, data=naming.read(said))
