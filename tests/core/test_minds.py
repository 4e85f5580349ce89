"""Requests: how a call is named, and which template a purpose has."""

from conformance.minds import Always, Watched
from toys.minds import Reading
from toys.treaties import Fickle, Treaties

from mesa_war.core.events import Move
from mesa_war.core.mind import Reply, Request, Unrecorded


def asked(mind: object) -> list[Request]:
    watched = Watched(mind)  # type: ignore[arg-type]
    Treaties(watched, rounds=1, rng=7).step()
    return [request for request, _ in watched.seen if request.view.actor == "Avar"]


def test_a_first_request_decides_and_later_ones_revise() -> None:
    requests = asked(Always(lambda request: Reply((Move(request.view.actor, "fly"),))))
    assert [request.purpose for request in requests] == ["decide", "revise", "revise", "revise"]
    assert requests[0].objections == ()
    assert requests[1].objections[0].startswith('There is no action called "fly".')


def test_keys_count_on_through_a_dialogue() -> None:
    requests = asked(Reading(Always(lambda request: Reply((Move(request.view.actor, "fly"),)))))
    assert [request.key(request.attempt) for request in requests] == [
        (1, 1, "Avar", "decide", 0),
        (1, 1, "Avar", "revise", 1),
        (1, 1, "Avar", "revise", 2),
        (1, 1, "Avar", "revise", 3),
    ]


def test_whoever_asks_for_an_actor_has_keys_of_its_own() -> None:
    request = Request("advise", asked(Fickle())[0].view, asker="secretary of Avar")
    assert request.key(2) == (1, 1, "secretary of Avar", "advise", 2)


def test_a_revision_uses_the_template_of_the_decision_with_the_objections_in_it() -> None:
    first, second, *_ = asked(Always(lambda request: Reply((Move(request.view.actor, "fly"),))))
    assert first.prompt.system == second.prompt.system
    assert second.objections[0] in second.prompt.user
    assert second.objections[0] not in first.prompt.user


def test_a_log_that_keeps_nothing_knows_nothing() -> None:
    request = asked(Fickle())[0]
    assert Unrecorded().recorded(request.key(0), request.prompt) is None
