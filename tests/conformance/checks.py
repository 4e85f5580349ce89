"""What holds of every model, as functions that raise AssertionError; the suite and the seeded faults call the same."""

from collections import Counter
from pathlib import Path

from toys.minds import Reading

from conformance.looks import board_text, view_text, world_text
from conformance.minds import SEED, Always, Busy, Late
from conformance.models import Model, steps
from mesa_war.core.actions import Plan, accept, no_objection
from mesa_war.core.board import Board
from mesa_war.core.events import Event, EventId, Fact, Origin
from mesa_war.core.world import World


def acts(world: World) -> list[Event]:
    """What was done."""
    return [event for event in world.chronicle if event.move is not None and not event.failed]


def can_fail(world: World) -> bool:
    """Whether the rules of this model ever forbid a move of the right form."""
    return any(action.check is not no_objection for action in world.rulebook.values())


def check_runs_to_its_end(model: Model, mind: str) -> None:
    world = model.build(mind=mind, rounds=3, rng=SEED)
    times = [world.round for _ in steps(world)]
    assert times == list(range(1, world.round + 1))
    assert not world.running
    assert world.ended_by
    assert len(world.plans) >= len(world.seats) * world.round
    if mind == "wait":
        assert not acts(world)


def check_seeds(model: Model) -> None:
    one, same, other = (model.run(mind="random", rng=rng, rounds=4) for rng in (SEED, str(SEED), SEED + 1))
    assert one.trace.hash == same.trace.hash
    assert one.chronicle == same.chronicle
    assert one.trace.hash != other.trace.hash
    assert [event.text for event in acts(one)] != [event.text for event in acts(other)]


def check_boards_are_folds(model: Model, seed: int = SEED) -> None:
    world = model.build(mind=Reading(Busy(seed)), rng=seed, rounds=3)
    for _ in steps(world):
        truth = world.game.board()
        for event in world.chronicle:
            truth.apply(event.effects)
        assert board_text(truth) == board_text(world.board)
        for actor in world.seats.values():
            own = world.game.board()
            for event in actor.events:
                own.apply(event.effects)
                own.apply(event.claims)
            assert board_text(own) == board_text(actor.board), f"the board of {actor.name}"
            told = [event.id for event in world.chronicle if event.known_to(actor.name)]
            assert [event.id for event in actor.events] == told, f"the events of {actor.name}"


def check_audiences(model: Model, seed: int = SEED) -> None:
    """Each act is told to those its action says, by the truth of that moment; and no audience is left open."""
    world = model.run(mind=Busy(seed), rng=seed, rounds=3)
    truth, ids = world.game.board(), [event.id for event in world.chronicle]
    assert ids == sorted(set(ids))
    for event in world.chronicle:
        assert isinstance(event.audience, tuple), f"{event.text} has the open audience {event.audience}"
        assert list(event.audience) == sorted(set(event.audience))
        if event.move and not event.failed:
            meant = world.rulebook[event.move.action].publicity(event.move, truth)
            assert set(event.audience) == set(world.seats if meant == "everyone" else meant), event.text
        truth.apply(event.effects)


def check_acts_are_legal(model: Model, seed: int = SEED) -> None:
    """Every move of a plan comes to something or to nothing, once; what came to something was legal by the truth."""
    strict, lenient = (model.build(mind=Busy(seed), rng=seed, rounds=3) for _ in range(2))
    for actor in lenient.seats.values():  # a secretary that lets all pass, so that the truth has something to refuse
        actor.secretary.mend = _as_it_is
    for world in (strict, lenient):
        list(steps(world))
        assert acts(world)
        _every_move_has_one_end(world)


def _as_it_is(plan: Plan, *_: object) -> Plan:
    return plan


def _every_move_has_one_end(world: World) -> None:
    for time, wave, plan in world.plans:
        opening = board_at(world, (time, wave, 0))
        stand, _ = accept(plan.moves, opening, world.rulebook)
        now = [event for event in world.chronicle if event.id[:2] == (time, wave) and event.move]
        own = [event for event in now if event.move.actor == plan.actor and event.origin is not Origin.RULE]
        done = Counter(event.move for event in own if not event.failed)
        assert done <= Counter(stand), f"{plan.actor} did at {time} what the truth forbids: {done - Counter(stand)}"
        assert Counter(event.move for event in own) == Counter(plan.moves)


def board_at(world: World, moment: EventId) -> Board:
    """The true board as it stood before a moment."""
    board = world.game.board()
    for event in world.chronicle:
        if event.id < moment:
            board.apply(event.effects)
    return board


def check_failures(model: Model) -> None:
    """What came to nothing has no effect and is told to its actor alone, in the words of the rulebook."""
    world = model.build(mind="wait", rng=SEED, rounds=6)
    while not any(event.failed for event in world.chronicle) and world.running:
        for actor in world.seats.values():
            actor.mind, actor.secretary.mend = Busy(seed=world.round), _as_it_is
        world.step()
    failed = [event for event in world.chronicle if event.failed]
    assert failed or not can_fail(world), "nothing failed: this proves nothing"
    for event in failed:
        assert event.effects == event.claims == ()
        assert event.move is not None
        told = world.rulebook[event.move.action].tell_failed(event.move)
        assert event.audience in ((), (event.move.actor,))
        assert event.audience == () or event.text == told, event.text


def check_deciding_changes_nothing(model: Model) -> None:
    world = model.build(mind=Busy(), rng=SEED, rounds=3)
    for _ in steps(world):
        before = world_text(world)
        for actor in world.seats.values():
            view = world.view(actor.name)
            shown = view_text(view)
            first = actor.decide(view, world.dice.at("check"))
            assert view_text(view) == shown, f"deciding changed what {actor.name} is shown"
            assert actor.decide(world.view(actor.name), world.dice.at("check")) == first
            view.board.apply((Fact("scribble", "kind", "scribble"),))
        assert world_text(world) == before


def check_order_of_answers(model: Model, seed: int = SEED) -> None:
    inline = model.run(mind=Busy(seed), rng=seed, rounds=3)
    for delays in range(3):
        late = model.run(mind=Late(Busy(seed), delays), rng=seed, rounds=3)
        assert late.trace.hash == inline.trace.hash
        assert late.chronicle == inline.chronicle


def check_order_of_actors(model: Model, folder: Path) -> None:
    turned = model.turned(folder)
    for rng, mind in enumerate(("random", "random", "doctrine")):
        worlds = [build(mind=mind, rng=rng, rounds=4) for build in (model.build, turned)]
        assert list(worlds[0].seats) == list(worlds[1].seats)[::-1]
        for world in worlds:
            list(steps(world))
        one, two = ([event for event in world.chronicle if event.time > 0] for world in worlds)
        assert one == two
        assert worlds[0].board == worlds[1].board
        assert all(actor.board == worlds[1].seats[name].board for name, actor in worlds[0].seats.items())


def check_origins(model: Model) -> None:
    """Every event says who is behind it; acts of minds are marked as theirs, acts of persons as theirs."""
    for origin in (Origin.MIND, Origin.PERSON):
        world = model.run(mind=Always(Busy().answer, origin=origin), rng=SEED, rounds=2)
        assert {event.origin for event in acts(world)} == {origin}
        assert all(isinstance(event.origin, Origin) for event in world.chronicle)
        assert all(event.origin in (Origin.MIND, Origin.PERSON) for event in world.chronicle if event in acts(world))
