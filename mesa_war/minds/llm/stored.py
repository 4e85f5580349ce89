"""How stored replies would be read: the dialogue of an actor with its secretary, without anybody being asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from mesa_war.core.actions import Objection, accept
from mesa_war.core.events import Move, Outcome
from mesa_war.core.mind import Request
from mesa_war.core.secretary import ROUNDS
from mesa_war.minds.llm.answers import Answer, understand
from mesa_war.minds.llm.clean import cleaned

STATUS: Mapping[Outcome, str] = {
    Outcome.OK: "accept",
    Outcome.REPAIRED: "repair",
    Outcome.UNREADABLE: "retry",
    Outcome.TRUNCATED: "retry",
    Outcome.EMPTY: "retry",
    Outcome.TIMED_OUT: "retry",
    Outcome.RATE_LIMITED: "retry",
    Outcome.PROVIDER_ERROR: "retry",
    Outcome.OVER_CONTEXT: "retry",
    Outcome.OVER_BUDGET: "retry",
    Outcome.REFUSED: "refusal",
    Outcome.FILTERED: "refusal",
}
"""How the end of a call is called where a reply is only read."""


def read_stored(texts: Sequence[str], request: Request, rounds: int = ROUNDS) -> dict[str, Any]:
    """Read the answers of one dialogue, in order, until one stands or all are read.

    Args:
        texts: the answers, as they came.
        request: the decision that was asked for.
        rounds: the most answers the dialogue may have; after that many the plan is mended.

    Returns:
        ``status``: accept, repair (something had to be put right, or was struck out at the end of the dialogue), retry
        (it would be asked again) or refusal; ``moves`` as they would stand; ``objections``, the sentences that would
        go back; ``repairs``, what was put right or struck out.

    Raises:
        ValueError: there are no texts, or more than a dialogue has rounds.
    """
    if not 1 <= len(texts) <= rounds:
        raise ValueError(f"a dialogue has 1 to {rounds} answers, not {len(texts)}")
    last, wrong = Answer(Outcome.EMPTY), []
    stand: Sequence[Move] = ()
    kept: Answer | None = None
    for text in texts:
        last = understand(cleaned(text), request)
        if last.outcome.usable:
            kept = last
            stand, fall = accept(last.moves, request.view.board, request.view.actions)
            wrong = [*last.objections, *(objection for _, objection in fall)]
            if not wrong:
                return _result(STATUS[last.outcome], stand, (), last.repairs, request)
        elif STATUS[last.outcome] == "refusal":
            return _result("refusal", stand if kept else (), (), last.notes, request)
    if not last.outcome.usable:
        wrong = list(last.objections) or [Objection(last.outcome.value)]
    sentences = [_sentence(objection, request) for objection in wrong]
    if len(texts) == rounds and kept is not None:
        return _result("repair", stand, (), (*kept.repairs, *sentences), request)
    return _result("retry", stand if last.outcome.usable else (), sentences, last.repairs, request)


def _sentence(objection: Objection, request: Request) -> str:
    return request.prompts.naming.show(request.words.say("objections", objection.key, **objection.names))


def _result(
    status: str, moves: Sequence[Move], objections: Sequence[str], repairs: Sequence[str], request: Request
) -> dict[str, Any]:
    return {
        "status": status,
        "moves": [{"action": move.action, **move.args} for move in moves],
        "objections": list(objections),
        "repairs": list(repairs),
    }
