"""The rules of nations (W3, W4): consent, secrecy, publication, betrayal, and acts of one round that meet."""

from collections import Counter

import pytest
from plays import A, Act, B, C, Round, played

from mesa_war.core.events import EVERYONE, Tie
from mesa_war.families.nations.actions import PACTS, asked, published

BOTH = {"truth": True, "a": True, "b": True}
NEITHER = {"truth": False, "a": False, "b": False}
ALLIED: tuple[Round, ...] = ({A: [("request_alliance", B)]}, {B: [("accept_alliance", A)]})
PUBLIC: tuple[Round, ...] = (*ALLIED, {A: [("publish_alliance", B)]})
AT_WAR: Round = {A: [("declare_war", B)]}


def pact_needs(pact: str) -> tuple[Round, ...]:
    """What must go before a pact can be asked for."""
    return (AT_WAR,) if pact == "peace" else ()


@pytest.mark.parametrize("pact", PACTS)
class TestPacts:
    def test_stand_after_a_request_and_its_acceptance_and_in_secret(self, pact: str) -> None:
        play = played(*pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)]})
        assert play.boards(pact, A, B) == BOTH
        assert play.boards(asked(pact), A, B) == NEITHER
        assert play.believers(pact, A, B) == {A, B}
        assert play.failed() == []

    def test_do_not_stand_without_a_request(self, pact: str) -> None:
        play = played(*pact_needs(pact), {B: [(f"accept_{pact}", A)]})
        assert play.boards(pact, A, B) == NEITHER
        assert (B, f"accept_{pact}", A) not in play.done()

    def test_do_not_stand_when_the_request_is_rejected(self, pact: str) -> None:
        play = played(
            *pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"reject_{pact}", A)]}, {B: [(f"accept_{pact}", A)]}
        )
        assert play.boards(pact, A, B) == NEITHER
        assert play.boards(asked(pact), A, B) == NEITHER

    def test_a_request_and_its_answer_do_not_meet_in_one_round(self, pact: str) -> None:
        play = played(*pact_needs(pact), {A: [(f"request_{pact}", B)], B: [(f"accept_{pact}", A)]})
        assert play.boards(pact, A, B) == NEITHER
        assert play.boards(asked(pact), A, B) == BOTH

    @pytest.mark.parametrize("answer", ["accept", "reject"])
    def test_answers_reach_the_asker_alone_the_round_after_and_once(self, pact: str, answer: str) -> None:
        before = pact_needs(pact)
        play = played(*before, {A: [(f"request_{pact}", B)]}, {B: [(f"{answer}_{pact}", A)]}, {}, {})
        now = len(before) + 2
        told = {(name, time) for (name, time), heard in play.actors.heard.items() for e in heard if answer in e.text}
        assert told == {(A, now + 1)}
        assert len([text for text in play.texts(A, now + 1) if answer in text]) == 1

    def test_accept_then_publish_works_in_one_plan(self, pact: str) -> None:
        play = played(
            *pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A), (f"publish_{pact}", A)]}
        )
        assert play.believers(pact, A, B) == set(play.world.seats)
        assert play.failed() == []

    def test_news_of_a_pact_names_the_event_that_made_it(self, pact: str) -> None:
        play = played(
            *pact_needs(pact),
            {A: [(f"request_{pact}", B)]},
            {B: [(f"accept_{pact}", A)]},
            {A: [(f"publish_{pact}", B)]},
        )
        made, news = (
            next(e for e in play.world.chronicle if e.move and e.move.action == f"{verb}_{pact}")
            for verb in ("accept", "publish")
        )
        assert news.about == (made.id,)
        assert news.claims == (Tie(pact, A, B),)

    def test_nothing_resurrects_what_was_betrayed(self, pact: str) -> None:
        before = (*pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)]})
        betrayed = (*before, {A: [(f"publish_{pact}", B)]}, {B: [(f"betray_{pact}", A)]})
        late = (
            {A: [(f"publish_{pact}", B)], B: [(f"accept_{pact}", A)]},
            {B: [(f"publish_{pact}", A)], A: [(f"accept_{pact}", B)]},
        )
        play = played(*betrayed, *late)
        assert play.boards(pact, A, B) == NEITHER
        assert play.believers(pact, A, B) == set()
        assert len(play.failed()) + len([p for *_, plan in play.world.plans for p in plan.struck]) == 4

    def test_betrayed_and_published_in_one_round_it_ends_for_all(self, pact: str) -> None:
        for one, other in (("publish", "betray"), ("betray", "publish"), ("betray", "betray")):
            before = (*pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)]})
            play = played(*before, {A: [(f"{one}_{pact}", B)], B: [(f"{other}_{pact}", A)]})
            assert play.believers(pact, A, B) == set(), (one, other)
            assert play.boards(pact, A, B) == NEITHER
            assert play.failed() == []

    def test_after_a_betrayal_a_new_pact_is_secret_again(self, pact: str) -> None:
        once = (*pact_needs(pact), {A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)]})
        war = ({A: [("declare_war", B)]},) if pact == "peace" else ()
        twice = ({A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)]})
        play = played(*once, {A: [(f"publish_{pact}", B)]}, {A: [(f"betray_{pact}", B)]}, *war, *twice)
        assert play.believers(pact, A, B) == {A, B}
        assert play.boards(published(pact), A, B) == NEITHER

    def test_mutual_requests_both_stay_open_and_either_may_accept(self, pact: str) -> None:
        asks: Round = {A: [(f"request_{pact}", B)], B: [(f"request_{pact}", A)]}
        play = played(*pact_needs(pact), asks)
        assert play.boards(asked(pact), A, B) == play.boards(asked(pact), B, A) == BOTH
        play = played(*pact_needs(pact), asks, {A: [(f"accept_{pact}", B)]})
        assert play.boards(pact, A, B) == BOTH
        assert play.boards(asked(pact), A, B) == play.boards(asked(pact), B, A) == NEITHER

    def test_crossing_acceptances_make_one_pact(self, pact: str) -> None:
        asks: Round = {A: [(f"request_{pact}", B)], B: [(f"request_{pact}", A)]}
        play = played(*pact_needs(pact), asks, {A: [(f"accept_{pact}", B)], B: [(f"accept_{pact}", A)]})
        assert play.boards(pact, A, B) == BOTH
        assert play.failed() == []
        assert list(play.world.board.pairs(pact)) == [(*sorted((A, B)), 1.0)]


class TestWar:
    @pytest.mark.parametrize("pact", ["alliance", "treaty"])
    def test_undoes_what_the_other_accepts_in_the_same_round_without_saying_why(self, pact: str) -> None:
        play = played({A: [(f"request_{pact}", B)]}, {B: [(f"accept_{pact}", A)], A: [("declare_war", B)]})
        assert play.boards(pact, A, B) == NEITHER
        assert play.boards("war", A, B) == BOTH
        assert play.failed(2) == [(B, f"accept_{pact}", A)]
        failed = [event for event in play.world.chronicle if event.failed]
        assert [event.audience for event in failed] == [(B,), ()]
        assert failed[0].text == play.world.rulebook[f"accept_{pact}"].tell_failed(failed[0].move)
        assert "war" not in failed[0].text

    def test_leaves_no_pact_to_publish_that_was_never_made(self) -> None:
        """What rests on the undone acceptance comes to nothing too: else all would believe in a pact nobody has."""
        accepts: Act = ("accept_alliance", A)
        play = played({A: [("request_alliance", B)]}, {B: [accepts, ("publish_alliance", A)], A: [("declare_war", B)]})
        assert play.believers("alliance", A, B) == set()
        assert play.boards("alliance", A, B) == play.boards(published("alliance"), A, B) == NEITHER
        assert play.failed(2) == [(B, "accept_alliance", A), (B, "publish_alliance", A)]

    def test_undoes_a_request_of_the_same_round(self) -> None:
        play = played({B: [("request_alliance", A)], A: [("declare_war", B)]})
        assert play.boards(asked("alliance"), B, A) == NEITHER
        assert play.failed() == [(B, "request_alliance", A)]

    def test_leaves_other_nations_acts_alone(self) -> None:
        play = played({A: [("request_alliance", C)]}, {C: [("accept_alliance", A)], A: [("declare_war", B)]})
        assert play.boards("alliance", A, C) == BOTH
        assert play.failed() == []

    def test_ends_open_requests_between_the_two(self) -> None:
        play = played({B: [("request_treaty", A)]}, AT_WAR, {A: [("accept_treaty", B)]})
        assert play.boards(asked("treaty"), B, A) == play.boards("treaty", A, B) == NEITHER

    def test_is_barred_by_a_fresh_alliance_and_by_every_pact(self) -> None:
        play = played(*ALLIED, {A: [("declare_war", B)]})
        assert play.boards("war", A, B) == NEITHER
        assert play.boards("alliance", A, B) == BOTH
        struck = [reason for _, _, plan in play.world.plans for _, reason in plan.struck]
        assert struck == [play.world.words.say("objections", "bound by a pact", target=B, pact="alliance")]

    def test_betray_then_declare_works_in_one_plan_in_this_order_only(self) -> None:
        break_, war = ("betray_alliance", B), ("declare_war", B)
        play = played(*ALLIED, {A: [break_, war]})
        assert play.done(3) == [(A, "betray_alliance", B), (A, "declare_war", B)]
        assert play.boards("war", A, B) == BOTH
        assert play.boards("alliance", A, B) == NEITHER
        play = played(*ALLIED, {A: [war, break_]})
        assert play.done(3) == [(A, "betray_alliance", B)]
        assert play.boards("war", A, B) == NEITHER

    def test_of_two_in_one_round_is_one_war(self) -> None:
        play = played({A: [("declare_war", B)], B: [("declare_war", A)]})
        assert play.boards("war", A, B) == BOTH
        assert len(play.done()) == 2
        assert list(play.world.board.pairs("war")) == [(*sorted((A, B)), 1.0)]

    def test_ends_with_a_peace_and_others_learn_it_when_it_is_published(self) -> None:
        peace: tuple[Round, ...] = (AT_WAR, {B: [("request_peace", A)]}, {A: [("accept_peace", B)]})
        play = played(*peace)
        assert play.boards("war", A, B) == NEITHER
        assert play.believers("war", A, B) == set(play.world.seats) - {A, B}
        play = played(*peace, {A: [("publish_peace", B)]})
        assert play.believers("war", A, B) == set()
        assert play.believers("peace", A, B) == set(play.world.seats)


class TestWhoLearns:
    def test_betrayal_of_a_secret_pact_reaches_the_partner_alone(self) -> None:
        play = played(*ALLIED, {A: [("betray_alliance", B)]}, {})
        assert hears(play, "betrays") == Counter({(B, 4): 1})

    def test_betrayal_of_a_public_pact_reaches_everyone_once(self) -> None:
        play = played(*PUBLIC, {A: [("betray_alliance", B)]}, {})
        assert hears(play, "betrays") == Counter({(name, 5): 1 for name in play.world.seats if name != A})

    def test_two_betrayals_in_one_round_both_count(self) -> None:
        for before in (ALLIED, PUBLIC):
            play = played(*before, {A: [("betray_alliance", B)], B: [("betray_alliance", A)]})
            now = len(before) + 1
            assert sorted(play.done(now)) == [(A, "betray_alliance", B), (B, "betray_alliance", A)]
            assert play.boards("alliance", A, B) == NEITHER
            learn = set(play.world.seats) if before is PUBLIC else {A, B}
            both = [set(e.audience) for e in play.world.chronicle if e.move and e.move.action == "betray_alliance"]
            assert both == [learn, learn]

    @pytest.mark.parametrize("act", [("mobilize",), ("declare_war", B), ("send_message", EVERYONE, "Hear me")])
    def test_public_acts_reach_everyone_once_the_round_after(self, act: Act) -> None:
        play = played({A: [act]}, {}, {})
        text = next(event.text for event in play.world.chronicle if event.move)
        assert hears(play, text) == Counter({(name, 2): 1 for name in play.world.seats if name != A})

    def test_a_message_is_read_by_its_addressee_alone(self) -> None:
        play = played({A: [("send_message", B, "between us")]}, {})
        assert hears(play, "between us") == Counter({(B, 2): 1})

    def test_waiting_is_known_to_nobody_else(self) -> None:
        play = played({A: [("wait",)]}, {})
        assert hears(play, "waits") == Counter()


def hears(play, text: str) -> Counter[tuple[str, float]]:
    """Who hears this text, at the beginning of which round, how often; acts of one's own are not news."""
    return Counter(at for at, events in play.actors.heard.items() for event in events if text in event.text)
