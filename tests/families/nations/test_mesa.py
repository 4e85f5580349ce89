"""Nations as the Mesa model it is: batch_run, DataCollector, warnings (M4, M5)."""

import pickle
import warnings

import mesa
import pytest

from mesa_war.families.nations.model import Nations

needs_batch_run = pytest.mark.skipif(not hasattr(mesa, "batch_run"), reason="Mesa 4 has no batch_run")
PARAMETERS = {"setting": "wwi", "trigger": ["none", "historical"], "rounds": 3}


def ran(processes: int | None, seeds: range) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = mesa.batch_run(
        Nations, PARAMETERS, rng=seeds, number_processes=processes, display_progress=False
    )
    return [
        {key: row[key] for key in ("trigger", "rng", "name", "declarations", "mobilised", "at_war_with")}
        for row in rows
    ]


@needs_batch_run
def test_batch_run_takes_the_class_as_it_is() -> None:
    rows = ran(1, range(2))
    assert {(row["trigger"], row["rng"]) for row in rows} == {(t, s) for t in ("none", "historical") for s in (0, 1)}
    alone = Nations("wwi", trigger="historical", rounds=3, rng=1)
    while alone.running:
        alone.step()
    told = {row["declarations"] for row in rows if (row["trigger"], row["rng"]) == ("historical", 1)}
    assert told == {alone.datacollector.get_model_vars_dataframe()["declarations"].iloc[-1]}


@needs_batch_run
@pytest.mark.slow
@pytest.mark.parametrize("processes", [2, None])
def test_batch_run_gives_the_same_in_processes(processes: int | None) -> None:
    def ordered(rows: list[dict[str, object]]) -> list[str]:
        return sorted(str(row) for row in rows)

    assert ordered(ran(processes, range(5))) == ordered(ran(1, range(5)))


def test_model_agent_and_table_reporters_record_mobilization_and_war() -> None:
    world = Nations("wwi", mind="random", rng=7)
    while world.running:
        world.step()
    model = world.datacollector.get_model_vars_dataframe()
    wars = world.datacollector.get_table_dataframe("wars")
    mobilizations = world.datacollector.get_table_dataframe("mobilizations")
    agents = world.datacollector.get_agent_vars_dataframe()
    assert len(model) == 11
    assert len(wars) == model["declarations"].iloc[-1] > 0
    assert len(mobilizations) == model["mobilised"].iloc[-1] > 0
    last = agents.loc[max(agents.index.get_level_values("Step"))]
    assert set(last[last["mobilised"] == True]["name"]) == set(mobilizations["nation"])  # noqa: E712


def test_the_class_can_be_pickled_and_no_warning_is_raised() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        world = pickle.loads(pickle.dumps(Nations))("wwi", mind="random", rounds=2, rng="3")
        while world.running:
            world.step()
    assert world.seed == 3
