"""Seeded faults: break the kernel on purpose, and see that the check which guards the broken thing falls."""

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from conformance import as_mesa, checks, dialogue, privacy, records
from conformance.models import toys

from mesa_war.core import actor, referee, trace, world
from mesa_war.core.actions import Plan, objections
from mesa_war.core.actor import Actor
from mesa_war.core.board import Board
from mesa_war.core.dice import Dice
from mesa_war.core.events import EVERYONE, Fact
from mesa_war.core.grid import Mirror
from mesa_war.core.guard import Guard
from mesa_war.core.record import digest
from mesa_war.core.referee import Rules
from mesa_war.core.secretary import Secretary
from mesa_war.core.trace import CallFile
from mesa_war.core.world import World

TOYS = {model.name: model for model in toys()}
RECORD, NOTICE, MEND, REVIEW, DECIDE = World.record, Actor.notice, Secretary.mend, Secretary.review, Actor.decide
RECORDED = CallFile.recorded


def tells_everyone(self, event):
    return RECORD(self, replace(event, audience=EVERYONE))


def lets_all_overhear(self, event):
    event = RECORD(self, event)
    for name in sorted(self.seats.keys() - set(event.audience)):
        NOTICE(self.seats[name], event)
    return event


def believes_claims(self, event):
    event = RECORD(self, event)
    self.board.apply(event.claims)
    return event


def leaves_the_audience_open(self, event):
    event = RECORD(self, event)
    if len(event.audience) == len(self.seats):
        self.chronicle[-1] = replace(event, audience=EVERYONE)
    return event


def hands_out_calls(self, event):
    event = RECORD(self, event)
    for name in event.audience:
        self.seats[name].events[-1] = event
    return event


def knows_without_learning(self, event):
    self.events.append(event)


def hears_twice(self, event):
    NOTICE(self, event)
    NOTICE(self, event)


def takes_every_move(moves, board, rulebook):
    return list(moves), []


def fails_with_effects(move, arena):
    change = arena.rulebook[move.action].change(move, arena.board) or (Fact(move.actor, "tried", True),)
    return replace(FAILURE(move, arena), effects=change)


def fails_with_the_reason(move, arena):
    reasons = [objection.key for objection in objections(move, arena.board, arena.rulebook)]
    return replace(FAILURE(move, arena), text=f"{move.action} came to nothing: {reasons}")


FAILURE = referee.failure


def scribbles_in_review(self, plan, view, unread=()):
    for move in plan.moves:
        view.board.apply(view.actions[move.action].change(move, view.board))
    view.board.apply((Fact("scribble", "kind", "scribble"),))
    return REVIEW(self, plan, view, unread)


def adds_a_move(self, plan, view, dice, unread=()):
    mended = MEND(self, plan, view, dice, unread)
    return replace(mended, moves=(*mended.moves, *view.options()[:1]))


def invents_a_turn(self, view, dice):
    plan = DECIDE(self, view, dice)
    return plan if plan.outcome.usable else Plan(self.name, tuple(view.options()[:1]))


def shows_all_requests(name, events, board, asks):
    return tuple(event for event in events if event.move and event.move.action == "propose")


def asks_in_replay(self, key, prompt):
    return self._calls.get(key)


def orders_by_count(self, moves, arena):
    names = sorted({move.actor for move in moves})
    arena.dice.at(*arena.moment, "referee", "order").shuffle(names)
    last = len(self.phases)
    return sorted(moves, key=lambda move: (self.phases.get(move.action, last), names.index(move.actor)))


def orders_by_the_list(self, moves, arena):
    seats = list(arena.seats)
    last = len(self.phases)
    return sorted(moves, key=lambda move: (self.phases.get(move.action, last), seats.index(move.actor)))


def first_come_first_kept(views, seats, dice, width, tell):
    with ThreadPoolExecutor(len(views)) as pool:
        return [done.result() for done in as_completed(pool.submit(seats[v.actor].decide, v, Random(0)) for v in views)]


def is_no_copy(self):
    return self


def nothing(*_):
    return None


def tells_nobody(plan, words):
    return ()


def signs_nothing(moves, origin):
    return tuple(moves)


def lets_all_in(self):
    self._step()


def forgets_the_chain(text):
    return digest(text[64:] or text)


THROWS = count()


def throws_by_count(self, *key):
    return Random(next(THROWS))


FAULTS = {
    "private events reach everyone": (World, "record", tells_everyone, checks.check_audiences, "treaties"),
    "all overhear": (World, "record", lets_all_overhear, privacy.check_canaries, "treaties"),
    "all boards learn": (World, "record", lets_all_overhear, checks.check_boards_are_folds, "ledger"),
    "own boards stay empty": (Actor, "notice", knows_without_learning, checks.check_boards_are_folds, "apple"),
    "events are told twice": (Actor, "notice", hears_twice, checks.check_boards_are_folds, "ledger"),
    "claims become true": (World, "record", believes_claims, checks.check_boards_are_folds, "rumour"),
    "an audience stays open": (World, "record", leaves_the_audience_open, checks.check_audiences, "apple"),
    "prompts ride on events": (World, "record", hands_out_calls, privacy.check_canaries, "control"),
    "the referee checks nothing": (referee, "accept", takes_every_move, checks.check_acts_are_legal, "apple"),
    "failures have effects": (referee, "failure", fails_with_effects, checks.check_failures, "treaties"),
    "failures give the reason": (referee, "failure", fails_with_the_reason, checks.check_failures, "apple"),
    "review scribbles": (Secretary, "review", scribbles_in_review, checks.check_deciding_changes_nothing, "treaties"),
    "views hold the living board": (Board, "copy", is_no_copy, checks.check_deciding_changes_nothing, "ledger"),
    "the secretary acts": (Secretary, "mend", adds_a_move, dialogue.check_nothing_is_added, "treaties"),
    "the engine acts": (Actor, "decide", invents_a_turn, dialogue.check_nothing_is_silent, "ledger"),
    "nobody is told": (referee, "remarks", tells_nobody, dialogue.check_nothing_is_silent, "control"),
    "the dialogue goes on": (actor, "ROUNDS", 6, dialogue.check_the_dialogue_ends, "rumour"),
    "acts are unsigned": (actor, "by", signs_nothing, checks.check_origins, "apple"),
    "requests are shown to others": (actor, "open_requests", shows_all_requests, privacy.check_requests, "treaties"),
    "dice count throws": (Dice, "at", throws_by_count, checks.check_order_of_answers, "treaties"),
    "first come, first kept": (world, "decide", first_come_first_kept, checks.check_order_of_answers, "rumour"),
    "order hangs on who acts": (Rules, "_in_order", orders_by_count, privacy.check_non_interference, "apple"),
    "two threads enter": (Guard, "__call__", lets_all_in, as_mesa.check_one_thread_at_a_time, "ledger"),
    "errors are forgotten": (Guard, "__call__", lets_all_in, as_mesa.check_an_error_stays, "apple"),
    "the mirror is blind": (Mirror, "reflect", nothing, as_mesa.check_mesa, "treaties"),
}
"""Name -> whose, what, what it is replaced by, the check that must fall, and on which toy."""

FAULTS_ON_DISK = {
    "order hangs on the list": (Rules, "_in_order", orders_by_the_list, checks.check_order_of_actors, "treaties"),
    "seals are not chained": (trace, "digest", forgets_the_chain, records.check_chain, "apple"),
    "torn lines stay": (trace, "cut_torn_line", nothing, records.check_torn_lines, "apple"),
    "records are ignored": (CallFile, "recorded", nothing, records.check_calls_are_paid_once, "ledger"),
    "replay makes calls": (CallFile, "recorded", asks_in_replay, records.check_calls_are_paid_once, "rumour"),
}
"""The same, for checks that need a folder."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, part, broken, check, toy = FAULTS[name]
    monkeypatch.setattr(owner, part, broken)
    with pytest.raises(AssertionError):
        check(TOYS[toy])


@pytest.mark.parametrize("name", FAULTS_ON_DISK)
def test_a_fault_on_disk_is_caught(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    owner, part, broken, check, toy = FAULTS_ON_DISK[name]
    monkeypatch.setattr(owner, part, broken)
    with pytest.raises(AssertionError):
        check(TOYS[toy], tmp_path)


def test_there_are_at_least_twelve() -> None:
    broken = {(row[0], row[1], row[2]) for row in (*FAULTS.values(), *FAULTS_ON_DISK.values())}
    assert len(broken) >= 12
