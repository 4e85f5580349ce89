"""The secretary among nations (W5): four rounds, then mending; it tells what it struck out and never adds an act."""

from plays import A, B, played

from mesa_war.core.events import Move, Origin, Outcome
from mesa_war.core.mind import Reply, Request
from mesa_war.families.nations.model import Nations


class TestSecretary:
    ILLEGAL = ({A: [("declare_war", "Atlantis"), ("mobilize",)]},)

    def test_talks_for_at_most_four_rounds_then_strikes_out_and_tells(self) -> None:
        play = played(*self.ILLEGAL, secretary="rules")
        assert play.actors.asked[A, 1] == 4
        assert play.actors.asked[B, 1] == 1
        assert play.done() == [(A, "mobilize")]
        told = [event for event in play.world.seats[A].events if event.origin is Origin.SECRETARY]
        assert [(event.time, event.audience) for event in told] == [(1, (A,))]
        assert "declare_war" in told[0].text
        assert "Atlantis" in told[0].text

    def test_off_strikes_out_without_a_word_to_the_mind(self) -> None:
        play = played(*self.ILLEGAL, secretary="off")
        assert play.actors.asked[A, 1] == 1
        assert play.done() == [(A, "mobilize")]
        assert len([event for event in play.world.seats[A].events if event.origin is Origin.SECRETARY]) == 1

    def test_an_unreadable_answer_counts_as_a_round(self) -> None:
        mind = Mumbles()
        world = Nations("wwi", "wait", chairs={A: mind}, rounds=1, rng=7)
        world.step()
        assert len(mind.heard) == 4
        assert mind.heard[1][0] == world.words.say("objections", "unreadable")
        assert [event.move.action for event in world.chronicle if event.move] == ["mobilize"]
        assert next(plan for *_, plan in world.plans if plan.actor == A).outcome is Outcome.OK

    def test_a_mind_for_secretary_suggests_and_the_nation_decides(self) -> None:
        adviser = Advises()
        play = played({A: [("mobilize",)]}, secretary=adviser, rounds=1)
        assert play.actors.asked[A, 1] == 4
        assert play.done() == [(A, "mobilize")]
        assert adviser.asked == {f"secretary of {name}" for name in play.world.seats}


class Mumbles:
    """Can't be read until the fourth time."""

    waits = False
    origin = Origin.MIND

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []

    def answer(self, request: Request) -> Reply:
        self.heard.append(request.objections)
        if len(self.heard) < 4:
            return Reply(outcome=Outcome.UNREADABLE)
        return Reply((Move(request.view.actor, "mobilize"),))


class Advises:
    """Always has a suggestion."""

    waits = False
    origin = Origin.MIND

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def answer(self, request: Request) -> Reply:
        self.asked.add(request.asker)
        return Reply(data=["Consider the fleet."])
