"""Budgets hold: across threads and processes, across kills, and a run stopped for want of money goes on later."""

import json
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from study.studies import meddling, small

from mesa_war.core.events import Call, Origin
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.toml import SettingError
from mesa_war.core.world import World
from mesa_war.minds.rules import Chance, Wait
from mesa_war.study.budget import Account, Budget, Ledger, Purse, hold, refuse_unheld
from mesa_war.study.folder import RunFolder
from mesa_war.study.job import Job, do
from mesa_war.study.plan import freeze
from mesa_war.study.progress import Count
from mesa_war.study.runs import Order
from mesa_war.study.session import Session, StudyResult

PRICE, BOUND = 0.25, 1.0
"""What a call of :class:`Paying` costs, and the most it could have cost."""


class OutOfMoney(Exception):
    """What a mind raises that may not make its call."""


@dataclass(frozen=True, slots=True)
class Paying:
    """Pays for each call, and lets another mind decide; stands in for a language model behind a gateway."""

    voice: Mind
    budget: Budget | None = None
    waits = True
    origin = Origin.MIND

    def under(self, budget: Budget) -> "Paying":
        return replace(self, budget=budget)

    def answer(self, request: Request) -> Reply:
        key, prompt = request.key(request.attempt), request.prompt
        call = request.calls.recorded(key, prompt)
        if call is None:
            token = self.budget.reserve(BOUND) if self.budget else ""
            if token is None:
                raise OutOfMoney(f"{key}")
            call = Call(key, prompt, "said", cost=PRICE)
            request.calls.keep(call)
            if self.budget:
                self.budget.settle(token, PRICE)
        return replace(self.voice.answer(request), calls=(call,))


@given(
    st.floats(0.5, 20),
    st.lists(st.tuples(st.floats(0, 5), st.floats(0, 1)), max_size=30),
)
def test_an_account_is_never_overdrawn(limit: float, calls: list[tuple[float, float]]) -> None:
    account, open_calls = Account(limit), []
    for number, (bound, share) in enumerate(calls):
        if bound <= account.left:
            account = account.reserve(str(number), bound)
            open_calls.append((str(number), bound * share))
        if number % 2 and open_calls:
            account = account.settle(*open_calls.pop(0))
        assert account.spent + sum(account.reserved.values()) <= limit + 1e-9
    for token, cost in open_calls:
        account = account.settle(token, cost)
    assert not account.reserved
    assert account.spent <= limit + 1e-9


def test_what_is_left_is_given_out_and_no_more(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path / "budget.json", 2.0)
    one, two = ledger.reserve(1.0), ledger.reserve(1.0)
    assert one
    assert two
    assert ledger.reserve(0.01) is None
    ledger.settle(one, 0.25)
    assert ledger.account.left == pytest.approx(0.75)
    assert ledger.reserve(0.75)
    assert ledger.reserve(-1.0) is None, "nobody makes money by asking"
    with pytest.raises(KeyError, match="nothing is set aside"):
        ledger.settle(one, 0.25)


def spend(path: Path, times: int) -> int:
    """Reserve and settle from several threads at once; how often there was money."""
    ledger = Ledger(path)

    def call(_: int) -> int:
        token = ledger.reserve(BOUND)
        if token is None:
            return 0
        ledger.settle(token, PRICE)
        return 1

    with ThreadPoolExecutor(4) as pool:
        return sum(pool.map(call, range(times)))


def test_threads_and_processes_share_one_budget(tmp_path: Path) -> None:
    path = tmp_path / "budget.json"
    limit = 20.0
    Ledger.open(path, limit)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        paid = sum(pool.map(spend, [path] * 2, [100] * 2))
    account = Ledger(path).account
    assert account.spent == pytest.approx(paid * PRICE)
    assert not account.reserved
    assert limit - BOUND * 8 <= account.spent <= limit, "most of it was spent, and no cent more"


def die_in_a_call(path: Path) -> None:
    Ledger(path).reserve(BOUND)
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_a_killed_worker_set_aside_stays_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "budget.json"
    Ledger.open(path, 1.5)
    worker = multiprocessing.get_context("spawn").Process(target=die_in_a_call, args=(path,))
    worker.start()
    worker.join()
    assert Ledger(path).account.left == pytest.approx(0.5), "its call may have been charged"
    assert Ledger(path).reserve(BOUND) is None
    assert Ledger.open(path, 3.0).reserve(BOUND), "a larger budget goes on"


def test_the_limit_is_kept_when_none_is_given(tmp_path: Path) -> None:
    Ledger.open(tmp_path / "budget.json", 2.0).reserve(1.0)
    again = Ledger.open(tmp_path / "budget.json")
    assert (again.account.limit, again.account.left) == (2.0, 1.0)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_a_budget_is_a_sum_of_money(tmp_path: Path, limit: float) -> None:
    with pytest.raises(SettingError, match="expected a number above 0"):
        Ledger.open(tmp_path / "budget.json", limit)


@pytest.mark.parametrize(("text", "said"), [(None, "there is no budget"), ("{", "is damaged"), ("{}", "is damaged")])
def test_a_ledger_that_can_not_be_read_says_so(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "budget.json").write_text(text, encoding="utf-8")
    with pytest.raises(SettingError, match=said):
        Ledger.open(tmp_path / "budget.json")


def test_a_purse_remembers_that_it_was_refused(tmp_path: Path) -> None:
    purse = Purse(Ledger.open(tmp_path / "budget.json", 1.0))
    token = purse.reserve(1.0)
    assert token
    assert not purse.refused
    assert purse.reserve(1.0) is None
    assert purse.refused
    purse.settle(token, 0.5)


# -- runs under a budget ---------------------------------------------------------------------------------------------


def seat_payers(world: World) -> None:
    """Every chair pays for its calls."""
    for actor in world.seats.values():
        actor.mind = Paying(Chance(world.seed))


def paying(study: Path, *, budgeted: bool) -> Job:
    return Job(study, "cell", 0, Order("wwi", 3, {"rounds": 2}), budgeted)


def test_a_run_stops_where_the_money_ends_and_goes_on_with_more(tmp_path: Path) -> None:
    free = paying(tmp_path / "free", budgeted=False)
    whole = do(free, seat_payers)
    assert whole.status == "complete"
    calls = whole.usage["calls"]
    assert calls >= 16
    held = paying(tmp_path / "held", budgeted=True)
    held.study.mkdir()
    ledger = Ledger.open(held.study / "budget.json", 2.5)
    first = do(held, seat_payers)
    assert (first.status, first.reason) == ("stopped", "the budget is spent")
    assert not first.done
    assert ledger.account.spent <= 2.5
    assert not ledger.account.reserved
    assert do(held, seat_payers).status == "stopped", "the same budget goes no further"
    Ledger.open(held.study / "budget.json", 100.0)
    last = do(held, seat_payers)
    assert last.status == "complete"
    assert RunFolder(held.path).trace.read_bytes() == RunFolder(free.path).trace.read_bytes()
    assert ledger.account.spent == pytest.approx(calls * PRICE), "no call was paid twice"
    kept = [json.loads(line)["key"] for line in RunFolder(held.path).calls.read_text(encoding="utf-8").splitlines()]
    assert len(kept) == len({tuple(key) for key in kept}) == calls


def test_a_study_stops_cleanly_and_goes_on_with_more(tmp_path: Path) -> None:
    plan = freeze(small(runs=2, mind="wait"))
    plan.write(tmp_path)
    Ledger.open(tmp_path / "budget.json", 10.0)
    pool = meddling(lambda _, world: seat_payers(world))

    def sitting() -> StudyResult:
        return Session(tmp_path, plan, Count(4)).run(pool, single=True, budgeted=True)

    first = sitting()
    assert first.stopped == "the budget is spent"
    assert not first.complete
    assert first.statuses["stopped"] >= 1
    assert Ledger(tmp_path / "budget.json").account.spent <= 10.0
    Ledger.open(tmp_path / "budget.json", 100.0)
    last = sitting()
    assert (last.complete, last.stopped) == (True, "")
    spent = Ledger(tmp_path / "budget.json").account.spent
    assert spent == pytest.approx(last.standing.cost) == pytest.approx(last.standing.calls * PRICE)


def test_minds_and_secretaries_are_held_and_rules_left_alone(tmp_path: Path) -> None:
    world = Order("wwi", 3, {"mind": "wait", "rounds": 1}).build()
    france, britain = world.seats["France"], world.seats["Britain"]
    france.mind, france.secretary.mind = Paying(Wait()), Paying(Wait())
    ledger = Ledger.open(tmp_path / "budget.json", 1.0)
    hold(world, ledger)
    assert france.mind.budget is ledger
    assert france.secretary.mind.budget is ledger
    assert britain.mind == Wait()


def test_a_mind_that_waits_and_can_not_be_held_is_refused() -> None:
    @dataclass(frozen=True)
    class Spendthrift:
        waits = True
        origin = Origin.MIND

        def answer(self, request: Request) -> Reply:
            raise NotImplementedError(request)

    world = Order("wwi", 3, {"mind": "wait", "rounds": 1}).build()
    refuse_unheld([world])
    world.seats["France"].mind = Spendthrift()
    with pytest.raises(SettingError, match="mind of France can't be held to a budget"):
        refuse_unheld([world])
