"""Secretaries: review, mend, suggestions of a mind of their own, and silence where they are off."""

from conformance.minds import Always
from toys.treaties import REALMS, Treaties

from mesa_war.core.actions import Objection, Plan
from mesa_war.core.events import Move, Origin, Outcome
from mesa_war.core.mind import Reply, Request

OFFER = Move("Avar", "propose", {"target": "Brenn"})
BREAK = Move("Avar", "betray", {"target": "Brenn"})


def test_review_says_what_is_wrong_in_sentences_and_mend_strikes_it_out() -> None:
    world = Treaties(rounds=1, rng=7)
    secretary, view = world.seats["Avar"].secretary, world.view("Avar")
    plan = Plan("Avar", (BREAK, OFFER))
    unread, lost = (Objection("settled", {"target": "item 3"}),), "You need not ask item 3."
    assert secretary.review(plan, view, unread) == (lost, "No pact: Brenn.")
    mended = secretary.mend(plan, view, world.dice.at("mend"), unread)
    assert mended.moves == (OFFER,)
    assert [reason for _, reason in mended.struck] == ["No pact: Brenn.", lost]


def plan_of(mind: object, **chair: object) -> tuple[Plan, Treaties]:
    world = Treaties("wait", rounds=1, rng=7)
    actor = world.seats["Avar"]
    actor.mind = mind  # type: ignore[assignment]
    actor.secretary.talks = bool(chair.get("talks", True))
    actor.secretary.mind = chair.get("adviser")  # type: ignore[assignment]
    world.step()
    return next(plan for _, _, plan in world.plans if plan.actor == "Avar"), world


def test_off_means_no_dialogue_but_legality_stays() -> None:
    mind = Always(lambda request: Reply((BREAK, OFFER)))
    plan, world = plan_of(mind, talks=False)
    assert mind.asked["Avar", 1, 1] == 1
    assert plan.moves == (OFFER,)
    assert "Your secretary struck out betray: No pact: Brenn." in [event.text for event in world.seats["Avar"].events]


def test_what_could_not_be_read_is_not_lost_in_silence() -> None:
    unread = (Objection("settled", {"target": "item 2"}),)
    for talks in (True, False):
        plan, world = plan_of(Always(lambda request: Reply((OFFER,), objections=unread)), talks=talks)
        assert plan.moves == (OFFER,)
        assert len(plan.struck) == 1
        told = [event for event in world.seats["Avar"].events if event.origin is Origin.SECRETARY]
        assert [event.audience for event in told] == [("Avar",)]
        assert "item 2" in told[0].text


def test_a_mind_of_its_own_adds_suggestions_and_the_last_word_is_the_actors() -> None:
    heard: list[Request] = []

    def answer(request: Request) -> Reply:
        heard.append(request)
        return Reply((OFFER,))

    adviser = Always(lambda request: Reply(data=["Think of Corvin."]))
    plan, _ = plan_of(Always(answer), adviser=adviser)
    assert [request.objections for request in heard] == [(), *[("Think of Corvin.",)] * 3]
    assert plan.moves == (OFFER,)
    assert plan.struck == ()


def test_an_adviser_is_shown_the_plan_and_what_its_actor_may_know() -> None:
    asked: list[Request] = []

    def advise(request: Request) -> Reply:
        asked.append(request)
        return Reply(data=())

    plan_of(Always(lambda request: Reply((OFFER,))), adviser=Always(advise))
    assert [(request.purpose, request.asker, request.view.actor) for request in asked] == [
        ("advise", "secretary of Avar", "Avar")
    ]
    assert asked[0].extra["plan"].moves == (OFFER,)


def test_an_answer_that_could_be_read_survives_one_that_could_not() -> None:
    replies = iter([Reply((BREAK, OFFER)), *[Reply(outcome=Outcome.UNREADABLE)] * 3])
    plan, _ = plan_of(Always(lambda request: next(replies)))
    assert plan.outcome is Outcome.OK
    assert plan.moves == (OFFER,)


def test_every_seat_has_its_own_secretary() -> None:
    world = Treaties(rng=7)
    assert {actor.secretary.name for actor in world.seats.values()} == {f"secretary of {name}" for name in REALMS}
