"""The mirror of the true board in Mesa's network space."""

from conformance.as_mesa import check_mirror
from toys.rumour import Rumour
from toys.treaties import Treaties

from mesa_war.core.events import NOBODY, Effect, Event, Tie, Untie


def changed(world: Treaties | Rumour, *effects: Effect) -> dict[str, float] | None:
    """The edge between the first two actors after these effects; None where there is none."""
    world.record(Event("Change.", NOBODY, effects=effects))
    check_mirror(world)
    edge = world.grid.G.edges.get((0, 1))
    return dict(edge["relations"]) if edge is not None else None


def test_an_edge_comes_changes_and_goes() -> None:
    world = Treaties("wait", rng=7)
    assert changed(world, Tie("pact", "Brenn", "Avar")) == {"pact": 1.0}
    assert changed(world, Tie("asked", "Avar", "Brenn", 0.5)) == {"pact": 1.0, "asked": 0.5}
    assert changed(world, Untie("pact", "Avar", "Brenn")) == {"asked": 0.5}
    assert changed(world, Untie("asked", "Avar", "Brenn")) is None


def test_of_two_opposite_ties_it_shows_the_same_whoever_changed_last() -> None:
    for last in (("Ana", "Bo", 0.1), ("Bo", "Ana", 0.7)):
        world = Rumour("wait", rng=7)
        ties = [Tie("trust", "Ana", "Bo", 0.1), Tie("trust", "Bo", "Ana", 0.7), Tie("trust", *last)]
        assert changed(world, *ties) == {"trust": 0.1}


def test_a_tie_of_weight_zero_is_shown() -> None:
    assert changed(Rumour("wait", rng=7), Tie("trust", "Ana", "Bo", 0.0)) == {"trust": 0.0}


def test_ties_to_what_is_no_actor_are_left_out() -> None:
    assert changed(Treaties("wait", rng=7), Tie("asked", "Avar", "the moon")) is None
