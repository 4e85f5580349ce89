"""Views and memory: what a deciding actor may know, and what it is reminded of."""

from toys.treaties import Treaties

from mesa_war.core.events import Event, Move, Tie
from mesa_war.core.memory import open_requests, others_acts, own_acts


def after(rounds: int) -> Treaties:
    world = Treaties(rounds=rounds, rng=7)
    while world.running:
        world.step()
    return world


def test_news_is_what_came_since_the_last_decision() -> None:
    world = Treaties(rounds=3, rng=7)
    assert list(world.view("Avar").news) == []
    world.step()
    assert {event.text for event in world.view("Avar").news} == {
        "Avar offers Brenn a pact.",
        "Dole offers Avar a pact.",
    }


def test_memory_tells_own_acts_from_those_of_others() -> None:
    view = after(2).view("Avar")
    assert [event.text for event in own_acts(view)] == ["Avar offers Brenn a pact.", "Avar accepts the pact with Dole."]
    assert [event.text for event in others_acts(view)] == ["Brenn accepts the pact with Avar."]


def test_requests_are_open_until_they_are_answered() -> None:
    assert [event.text for event in after(1).view("Avar").requests] == ["Dole offers Avar a pact."]
    assert after(2).view("Avar").requests == ()


def test_of_repeated_requests_the_latest_counts() -> None:
    world = after(1)
    board, move = world.board, Move("Brenn", "propose", {"target": "Avar"})
    asked = [
        Event(f"Offer {number}.", ("Avar",), move=move, effects=(Tie("asked", "Brenn", "Avar"),), id=(number, 1, 0))
        for number in range(3)
    ]
    board.apply(asked[0].effects)
    assert open_requests("Avar", asked, board, ["asked"]) == (asked[2],)
    assert open_requests("Brenn", asked, board, ["asked"]) == ()


def test_legal_moves_by_action() -> None:
    legal = after(2).view("Avar").legal()
    assert legal["publish"] == legal["betray"] == ["Brenn", "Dole"]
    assert legal["propose"] == ["Corvin"]
    assert legal["wait"] == []
    assert "accept" not in legal


def test_others_are_known_by_what_is_public() -> None:
    view = after(1).view("Avar")
    assert set(view.others) == {"Brenn", "Corvin", "Dole"}
    assert view.others["Dole"] == "Dole keeps its counsel."
