"""Invariants of the rules of nations, whatever three of them scheme (W3, W4)."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st
from plays import A, B, C

from mesa_war.core.dice import Dice
from mesa_war.core.events import Event, Move, Origin, Tie
from mesa_war.core.mind import Reply, Request
from mesa_war.families.nations.actions import PACTS, asked, published
from mesa_war.families.nations.model import Nations

TRIO = (A, B, C)


@dataclass(frozen=True, slots=True)
class Scheming:
    """Three nations deal with each other alone, as wildly as is legal by what they believe; the others wait."""

    seed: int
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        view = request.view
        dice = Dice(self.seed).at(view.time, view.actor)
        among = [move for move in view.options() if move.target in TRIO] if view.actor in TRIO else []
        answers = [move for move in among if move.action.startswith("accept")]
        chosen = dice.sample(among, min(len(among), 3)) + dice.sample(answers, min(len(answers), 2))
        follow = [
            Move(view.actor, f"{verb}_{pact}", {"target": move.target})
            for move in chosen
            for pact in PACTS
            for verb in ("publish", "betray")
            if move.action == f"accept_{pact}" and dice.random() < 0.5
        ]
        follow += [
            Move(view.actor, "declare_war", {"target": m.target}) for m in chosen if m.action.startswith("betray")
        ]
        return Reply((*chosen, *follow))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_whatever_they_scheme(seed: int) -> None:
    world = Nations("wwi", Scheming(seed), variants="no_pacts", rounds=8, rng=seed, secretary="off")
    book: set[Ask] = set()
    while world.running:
        world.step()
        opening = frozenset(book)
        for event in world.chronicle:
            if event.time == world.round:
                consents(event, opening, book)
        parties_agree(world)
        nobody_believes_in_a_pact_that_does_not_stand(world)


type Ask = tuple[str, str, str]


def consents(event: Event, opening: frozenset[Ask], open_: set[Ask]) -> None:
    """A pact begins only by acceptance of a request that was open when the round began; keeps the book of requests."""
    move = event.move
    begun = {effect.relation for effect in event.effects if isinstance(effect, Tie)} & set(PACTS)
    if move is None or event.failed:
        assert not begun or event.time == 0
        return
    verb, _, pact = move.action.partition("_")
    if verb == "request":
        open_.add((move.actor, str(move.target), pact))
    elif verb == "accept":
        assert (move.target, move.actor, pact) in opening, f"{event.text} Nobody asked."
        assert begun == {pact}
        open_ -= {(move.target, move.actor, pact), (move.actor, move.target, pact)}
    elif verb == "reject":
        assert (move.target, move.actor, pact) in opening
        open_.discard((str(move.target), move.actor, pact))
    elif verb == "declare":
        open_ -= {(a, b, p) for a, b, p in open_ if {a, b} == {move.actor, move.target}}
    assert verb == "accept" or not begun, f"{event.text} made {begun}"


def parties_agree(world: Nations) -> None:
    """Both parties' boards say of their own pacts, wars and requests what is true."""
    kinds = ("war", *PACTS, *(asked(pact) for pact in PACTS), *(published(pact) for pact in PACTS))
    for a in TRIO:
        for b in TRIO:
            for relation in kinds:
                said = {
                    board.tied(relation, a, b) for board in (world.seats[a].board, world.seats[b].board, world.board)
                }
                assert len(said) == 1, f"{relation} between {a} and {b}"


def nobody_believes_in_a_pact_that_does_not_stand(world: Nations) -> None:
    for name, actor in world.seats.items():
        for pact in PACTS:
            false = set(actor.board.pairs(pact)) - set(world.board.pairs(pact))
            assert not false, f"{name} believes in {pact} {false}"


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_the_order_of_plans_does_not_matter(seed: int) -> None:
    worlds = [Nations("wwi", Scheming(seed), variants="no_pacts", rounds=4, rng=seed, secretary="off") for _ in "ab"]
    rules = worlds[1].game.referee
    turned = type("Turned", (), {"resolve": lambda self, plans, arena: rules.resolve(plans[::-1], arena)})()
    object.__setattr__(worlds[1].game, "referee", turned)
    for world in worlds:
        while world.running:
            world.step()
    assert worlds[0].chronicle == worlds[1].chronicle
    assert worlds[0].board == worlds[1].board


def test_schemes_reach_every_corner() -> None:
    """The property above proves something: all nineteen kinds of act but three happen in it, and some fail."""
    worlds = [Nations("wwi", Scheming(s), variants="no_pacts", rounds=8, rng=s, secretary="off") for s in range(12)]
    for world in worlds:
        while world.running:
            world.step()
    events = [event for world in worlds for event in world.chronicle if event.move]
    assert {event.move.action for event in events if not event.failed} >= {
        f"{verb}_{pact}" for pact in PACTS for verb in ("request", "accept", "reject", "publish", "betray")
    } | {"declare_war"}
    assert {event.move.action for event in events if event.failed} & {"accept_alliance", "accept_treaty"}
