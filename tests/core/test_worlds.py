"""Worlds: stages of a step, who is told, who watches, and how a run ends."""

import pytest
from conformance.minds import Always, Late
from toys.ledger import FLOODED, Ledger
from toys.rumour import Rumour
from toys.treaties import Fickle, Treaties

from mesa_war.core.events import EVERYONE, NOBODY, Event, Fact, Origin, Tie
from mesa_war.core.mind import Reply


def test_record_gives_an_id_and_freezes_the_audience_to_names() -> None:
    world = Treaties("wait", rng=7)
    world.step()
    first, second = (world.record(Event(text, EVERYONE)) for text in ("One.", "Two."))
    assert (first.id, second.id) == ((1, 1, 0), (1, 1, 1))
    assert first.audience == ("Avar", "Brenn", "Corvin", "Dole")
    assert world.record(Event("Three.", ("Dole", "Avar", "Dole"))).audience == ("Avar", "Dole")


def test_effects_reach_the_truth_and_the_audience_and_claims_the_audience_alone() -> None:
    world = Treaties("wait", rng=7)
    world.record(
        Event("Psst.", ("Avar",), effects=(Fact("gold", "where", "hill"),), claims=(Tie("pact", "Brenn", "Dole"),))
    )
    world.record(Event("The log.", NOBODY, effects=(Fact("gold", "amount", 3),)))
    avar, brenn = world.seats["Avar"].board, world.seats["Brenn"].board
    assert (world.board.fact("gold", "where"), world.board.fact("gold", "amount")) == ("hill", 3)
    assert not world.board.tied("pact", "Brenn", "Dole")
    assert (avar.fact("gold", "where"), avar.fact("gold", "amount")) == ("hill", None)
    assert avar.tied("pact", "Dole", "Brenn")
    assert brenn.facts("gold") == {}


def test_an_effect_of_no_known_relation_stops_the_run() -> None:
    with pytest.raises(KeyError, match="love"):
        Treaties("wait", rng=7).record(Event("?", effects=(Tie("love", "Avar", "Dole"),)))


def test_waves_decide_one_after_another_and_later_ones_see_what_came_of_earlier_ones() -> None:
    seen: dict[tuple[str, int], list[str]] = {}

    def watches(request) -> Reply:
        view = request.view
        seen[view.actor, view.wave] = [event.text for event in view.news]
        return inner.answer(request)

    inner = Ledger(rng=7).seats["Ida"].mind
    world = Ledger(Always(watches), rounds=2, rng=7)
    world.step()
    seen.clear()
    world.step()
    assert {name for name, wave in seen if wave == 1} == set(FLOODED[1])
    assert {name for name, wave in seen if wave == 2} == {"Ida", "Kai"}
    assert seen["Jon", 1][-1] == "The river rises!"
    assert "Jon gives Ida a loaf." in seen["Ida", 2]


def test_a_ledger_is_conserved() -> None:
    world = Ledger("random", rounds=8, rng=3)
    before = sum(world.board.fact(name, "loaves") for name in world.seats)
    while world.running:
        world.step()
    assert sum(world.board.fact(name, "loaves") for name in world.seats) == before
    for name, actor in world.seats.items():
        assert actor.board.fact(name, "loaves") == world.board.fact(name, "loaves")


def test_what_is_believed_may_be_false() -> None:
    world = Rumour(rounds=3, rng=7)
    while world.running:
        world.step()
    beliefs = {name: actor.board.fact("well", "state") for name, actor in world.seats.items()}
    assert world.board.fact("well", "state") == "clean"
    assert "poisoned" in beliefs.values()


def test_ties_fade_by_nature() -> None:
    world = Rumour("wait", rounds=2, rng=7)
    before = world.board.tie("trust", "Ana", "Bo")
    world.step()
    assert world.board.tie("trust", "Ana", "Bo") == pytest.approx(before * 0.8)
    assert world.seats["Ana"].board.tie("trust", "Ana", "Bo") == world.board.tie("trust", "Ana", "Bo")
    assert world.seats["Bo"].board.tie("trust", "Ana", "Bo") == 0.0


def test_watchers_are_told_what_goes_on() -> None:
    heard: list[str] = []
    world = Treaties(rng=7, rounds=1)
    world.watchers.append(lambda what, value: heard.append(what))
    world.step()
    assert heard[:3] == ["round", "thinking", "thought"]
    assert heard.count("plan") == heard.count("thinking") == heard.count("event") == 4


def test_minds_that_wait_are_asked_side_by_side_up_to_the_width() -> None:
    for width in (1, 2, 8):
        world = Treaties(Late(Fickle(), 1), rng=7, rounds=2, width=width)
        while world.running:
            world.step()
        assert world.trace.hash == _inline()


def _inline() -> str:
    world = Treaties(rng=7, rounds=2)
    while world.running:
        world.step()
    return str(world.trace.hash)


def test_an_error_of_a_mind_that_waits_reaches_the_caller() -> None:
    def fails(request) -> Reply:
        raise ZeroDivisionError("broken")

    world = Treaties(Late(Always(fails), 1), rng=7, rounds=2)
    with pytest.raises(ZeroDivisionError):
        world.step()
    with pytest.raises(RuntimeError, match="broken"):
        world.step()


def test_a_run_ends_and_further_steps_change_nothing() -> None:
    world = Treaties(rng=7, rounds=2)
    while world.running:
        world.step()
    before = (world.trace.hash, world.round, len(world.datacollector.model_vars["pacts"]))
    world.step()
    assert (world.trace.hash, world.round, len(world.datacollector.model_vars["pacts"])) == before
    assert world.ended_by == "rounds"


def test_a_person_is_waited_for_and_marked() -> None:
    from queue import Queue
    from threading import Thread

    from toys.control import Control

    inbox: Queue[str] = Queue()
    world = Control(inbox=inbox, rounds=1, rng=7)
    step = Thread(target=world.step)
    step.start()
    inbox.put("cross now")
    step.join(5)
    typed = [event for event in world.chronicle if event.origin is Origin.PERSON]
    assert [event.text for event in typed] == ["Person orders: “cross now”"]
    assert not any(event.text == typed[0].text for event in world.seats["Team"].events)


def test_control_is_asked_once_and_its_call_rides_in_its_event_but_is_told_to_nobody() -> None:
    from toys.control import Control

    world = Control(rounds=1, rng=7)
    world.step()
    told = next(event for event in world.chronicle if event.origin is Origin.CONTROL)
    assert [call.key for call in told.calls] == [(1, 1, "control", "adjudicate", 0)]
    assert "order number 1" in told.calls[0].prompt.user
    assert all(event.calls == () for actor in world.seats.values() for event in actor.events)


def test_a_team_makes_every_call_of_its_members_part_of_its_plan() -> None:
    from toys.control import Control

    world = Control(rounds=1, rng=7)
    world.step()
    plan = next(plan for _, _, plan in world.plans if plan.actor == "Team")
    assert [call.key[2] for call in plan.calls] == ["dove of Team", "hawk of Team", "Team"]
    assert plan.moves[0].args["text"] == "hold the bridge and cross at dawn"


def test_what_is_amended_applies_from_its_round_on_and_is_on_record() -> None:
    plain, forked = Treaties("random", rounds=4, rng=7), Treaties("random", rounds=4, rng=7)
    forked.amendments = {3: {"seed": 8}}
    for world in (plain, forked):
        world.trace.append = _listening(world.trace.append, heard := [])
        while world.running:
            world.step()
        world.heard = heard
    before = [[event for event in world.chronicle if event.time < 3] for world in (plain, forked)]
    assert before[0] == before[1]
    assert [kind for kind, _ in forked.heard if kind == "amend"] == ["amend"]
    assert forked.dice.seed == forked.seed == 8
    assert forked.trace.hash != plain.trace.hash


def _listening(append, heard: list[tuple[str, object]]):
    def listens(kind: str, data: object) -> None:
        heard.append((kind, data))
        append(kind, data)

    return listens
