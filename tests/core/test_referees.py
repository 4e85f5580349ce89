"""The rule-bound referee: truth, collisions, what rests on what collided, order by phase and dice."""

from collections.abc import Mapping, Sequence

from conformance.minds import Always
from toys.apple import Apple
from toys.treaties import Treaties, game

from mesa_war.core.actions import Plan
from mesa_war.core.board import Board
from mesa_war.core.events import NOBODY, Event, Move, Origin, Tie
from mesa_war.core.mind import Reply
from mesa_war.core.referee import Rules, Throw, act


def resolved(world: Treaties, *moves: Move, rules: Rules | None = None) -> list[Event]:
    """What comes of moves in one wave, recorded."""
    plans = [
        Plan(name, tuple(move for move in moves if move.actor == name)) for name in sorted({m.actor for m in moves})
    ]
    return [world.record(event) for event in (rules or world.game.referee).resolve(plans, world)]


def asked(a: str, b: str) -> Treaties:
    world = Treaties("wait", rng=7)
    world.record(Event("Asked.", (a, b), effects=(Tie("asked", a, b),)))
    return world


def quarrel(moves: Sequence[Move], board: Board, throw: Throw) -> Mapping[int, str]:
    """Whoever accepts an offer of Brenn comes to nothing."""
    return {i: "Brenn withdrew" for i, move in enumerate(moves) if (move.action, move.target) == ("accept", "Brenn")}


def test_moves_are_checked_by_the_truth_and_by_own_earlier_moves() -> None:
    world = asked("Brenn", "Avar")
    accept, publish = (Move("Avar", verb, {"target": "Brenn"}) for verb in ("accept", "publish"))
    events = resolved(world, accept, publish, Move("Corvin", "publish", {"target": "Dole"}))
    done = [event.move for event in events if not event.failed]
    assert done == [accept, publish]
    failed = [event for event in events if event.failed]
    assert [(event.text, event.audience) for event in failed] == [
        ("There was no pact with Dole to publish.", ("Corvin",)),
        ("no pact", NOBODY),
    ]


def test_one_may_not_build_on_what_another_does_in_the_same_wave() -> None:
    world = asked("Brenn", "Avar")
    events = resolved(world, Move("Avar", "accept", {"target": "Brenn"}), Move("Brenn", "betray", {"target": "Avar"}))
    assert [event.move.action for event in events if not event.failed] == ["accept"]
    assert world.board.tied("pact", "Avar", "Brenn")


def test_what_rests_on_a_move_that_collided_comes_to_nothing_too() -> None:
    world = asked("Brenn", "Avar")
    accept, publish, wait = (
        Move("Avar", "accept", {"target": "Brenn"}),
        Move("Avar", "publish", {"target": "Brenn"}),
        Move("Avar", "wait"),
    )
    events = resolved(world, accept, publish, wait, rules=Rules(("accept", "publish"), quarrel))
    assert [event.move for event in events if not event.failed] == [wait]
    told = [event.move for event in events if event.failed and event.audience]
    assert told == [accept, publish]
    assert {event.text for event in events if event.audience == NOBODY} == {"Brenn withdrew", "no pact"}
    assert not any(actor.board.tied("pact", "Avar", "Brenn") for actor in world.seats.values())


def test_phases_come_in_their_order() -> None:
    world = asked("Brenn", "Avar")
    moves = [
        Move("Dole", "wait"),
        Move("Corvin", "write", {"target": "Dole", "text": "x"}),
        Move("Brenn", "propose", {"target": "Dole"}),
        Move("Avar", "accept", {"target": "Brenn"}),
    ]
    done = [event.move.action for event in resolved(world, *moves)]
    assert done == ["accept", "propose", "write", "wait"]


def test_within_a_phase_dice_decide_and_nobody_always_comes_first() -> None:
    first = {resolved(Treaties("wait", rng=rng), *waits())[0].move.actor for rng in range(40)}
    assert first == {"Avar", "Brenn", "Corvin", "Dole"}


def waits() -> list[Move]:
    return [Move(name, "wait") for name in ("Avar", "Brenn", "Corvin", "Dole")]


def test_who_else_acts_does_not_change_the_order_of_the_others() -> None:
    for rng in range(10):
        all_four = [event.move.actor for event in resolved(Treaties("wait", rng=rng), *waits())]
        three = [event.move.actor for event in resolved(Treaties("wait", rng=rng), *waits()[1:])]
        assert [name for name in all_four if name != "Avar"] == three


def test_an_act_is_signed_and_tells_what_it_rests_on() -> None:
    world = asked("Brenn", "Avar")
    accepted = resolved(world, Move("Avar", "accept", {"target": "Brenn"}, Origin.PERSON))[0]
    assert accepted.origin is Origin.PERSON
    for a, b in (("Avar", "Brenn"), ("Brenn", "Avar")):  # a mutual tie is the same from either end
        published = act(Move(a, "publish", {"target": b}), world)
        assert published.effects == ()
        assert published.claims == (Tie("pact", a, b),)
        assert published.about == (accepted.id,)


def test_one_apple_goes_to_one_of_two_by_dice_on_names() -> None:
    winners = set()
    for rng in range(20):
        world = Apple(Always(_reaches), rounds=1, rng=rng)
        world.step()
        taken = [event for event in world.chronicle if event.text.endswith("takes the apple.")]
        failed = [event for event in world.chronicle if event.failed and event.audience]
        assert len(taken) == len(failed) == 1
        assert failed[0].text == "You reach for the apple and close your hand on nothing."
        winners.add(taken[0].move.actor)
    assert winners == {"Ada", "Ben"}


def _reaches(request) -> Reply:
    return Reply((Move(request.view.actor, "reach", {"target": "apple"}),) if request.view.actor != "Cleo" else ())


def test_rules_without_a_table_let_everything_stand_together() -> None:
    assert Rules().collisions([Move("Avar", "wait")], game().board(), lambda *key: None) == {}
