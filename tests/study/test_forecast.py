"""Forecasts: nothing for rules, bounds for minds that read words, and reality inside them."""

from dataclasses import dataclass, field, replace

import pytest
from study.studies import small

from mesa_war.core.events import Call, Origin
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.minds.rules import Chance, Wait
from mesa_war.study.forecast import REPLY_TOKENS, Bounds, forecast, forecast_study, of_run, tokens_of
from mesa_war.study.plan import freeze
from mesa_war.study.runs import Order

ROUNDS = 3


@dataclass(frozen=True)
class Reader:
    """Reads every prompt, and keeps its length in the record of its calls."""

    voice: Mind
    prices: tuple[float, float] | None = (1e-6, 1e-5)
    waits = True
    origin = Origin.MIND
    lengths: list[float] = field(default_factory=list)

    def answer(self, request: Request) -> Reply:
        prompt = request.prompt
        self.lengths.append(tokens_of(prompt.system + prompt.user))
        call = Call(request.key(request.attempt), prompt, "said")
        return replace(self.voice.answer(request), calls=(call,))


def order(**params: object) -> Order:
    return Order("wwi", 5, {"rounds": ROUNDS, **params})


def test_rules_cost_nothing_but_time() -> None:
    expected = of_run(order(mind="random"))
    assert expected.calls == expected.tokens_in == expected.tokens_out == expected.cost == Bounds()
    assert expected.seconds.low > 0


def test_a_study_is_as_many_runs_as_its_plan_says() -> None:
    expected = forecast_study(freeze(small(runs=5)), workers=1)
    assert expected.runs == 10
    assert expected.calls == Bounds()
    assert forecast_study(freeze(small(runs=5)), workers=2).seconds.low < expected.seconds.low * 1.5


def test_a_mind_that_reads_is_asked_one_to_four_times_a_turn() -> None:
    reader = Reader(Wait())
    expected = of_run(order(mind="wait", chairs={"France": reader, "Britain": reader}))
    assert expected.calls == Bounds(2 * ROUNDS, 2 * ROUNDS * 4)
    advised = of_run(order(mind="wait", secretary=reader))
    assert advised.calls == Bounds(8 * ROUNDS, 8 * ROUNDS * 3)


@pytest.mark.parametrize("voice", [Wait(), Chance(5)], ids=["wait", "random"])
def test_what_happens_lies_within_the_bounds(voice: Mind) -> None:
    expected = of_run(order(mind=Reader(Wait())))
    reader = Reader(voice)
    world = order(mind=reader).build()
    while world.running:
        world.step()
    calls = sum(len(plan.calls) for _, _, plan in world.plans)
    assert expected.calls.low <= calls <= expected.calls.high
    assert expected.tokens_in.low * 0.999 <= sum(reader.lengths) <= expected.tokens_in.high * 1.001


def test_money_is_tokens_by_price_and_unknown_without_one() -> None:
    known = of_run(order(mind=Reader(Wait())))
    assert known.cost is not None
    assert known.cost.low == pytest.approx(known.tokens_in.low * 1e-6 + known.calls.low * REPLY_TOKENS[0] * 1e-5)
    assert known.cost.high == pytest.approx(known.tokens_in.high * 1e-6 + known.calls.high * REPLY_TOKENS[1] * 1e-5)
    unknown = of_run(order(mind=Reader(Wait(), prices=None)))
    assert unknown.cost is None
    assert any("price" in note for note in unknown.notes)


def test_the_same_is_measured_once_and_multiplied() -> None:
    reader = Reader(Wait())
    one, many = order(mind=reader), [(order(mind=reader, trigger=name), 10) for name in ("none", "historical")]
    single, total = forecast([(one, 1)], workers=1), forecast(many, workers=4)
    assert total.runs == 20
    assert total.calls == Bounds(single.calls.low * 20, single.calls.high * 20)
    assert total.seconds.high == pytest.approx(single.seconds.high * 20 / 4)


def test_chinese_counts_by_the_character() -> None:
    assert tokens_of("war!") == 1
    assert tokens_of("战争") == 2
