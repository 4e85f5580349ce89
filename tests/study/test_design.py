"""Designs: what cells they make, what they are called, how mistakes are told; and the plan that freezes one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesa_war.core.explain import frozen
from mesa_war.core.toml import SettingError
from mesa_war.library import design_names, design_path
from mesa_war.study.cells import Cell, factorial, faults, safe
from mesa_war.study.design import Design
from mesa_war.study.plan import StudyPlan, freeze

NAMED = {
    "default_accuracy", "casus_belli", "stance", "capabilities", "history_removed", "us_morale", "us_policy",
    "no_war_controls", "named_against_anonymous", "secretary_on_off", "messages_and_war", "treaty_durability",
}  # fmt: skip


def design(**fields: Any) -> Design:
    return Design.model_validate(frozen({"name": "test", "model": "wwi", **fields}))


def names(**fields: Any) -> list[str]:
    return [cell.name for cell in design(**fields).all_cells()]


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_designs_of_the_experiments_are_there() -> None:
    assert set(design_names()) >= NAMED


@pytest.mark.parametrize("name", design_names())
def test_every_shipped_design_can_be_planned(name: str) -> None:
    chosen = Design.load(name)
    plan = freeze(chosen)
    assert plan.design == name
    assert len(plan.cells) >= 2, "nothing is compared"
    assert chosen.title
    assert chosen.question
    assert plan.hypotheses
    assert all(re.fullmatch(r"[0-9a-f]{64}", seal) for seal in plan.settings.values())


def test_capabilities_are_a_baseline_and_two_nations_by_two_kinds_by_two_factors() -> None:
    assert len(freeze(Design.load("capabilities")).cells) == 1 + 2 * 2 * 2


def test_stance_is_two_levers_by_three() -> None:
    cells = Design.load("stance").all_cells()
    assert len({(cell.params["system"], cell.params["analysis"]) for cell in cells}) == 9


def test_one_factor_of_words_names_its_cells_plainly() -> None:
    assert names(factors={"trigger": ["none", "historical"]}) == ["none", "historical"]


def test_several_factors_or_bare_values_are_named_with_their_factor() -> None:
    assert names(factors={"anonymous": [True, False]}) == ["anonymous-true", "anonymous-false"]
    assert names(factors={"trigger": ["none"], "variants": [[], ["paper", "no_pacts"]]}) == [
        "trigger-none+variants-none",
        "trigger-none+variants-paper+no_pacts",
    ]


def test_labels_name_levels() -> None:
    found = design(factors={"variants": {"as_it_was": [], "paper": ["paper"]}}).all_cells()
    assert [(cell.name, cell.params) for cell in found] == [
        ("as_it_was", {"variants": []}),
        ("paper", {"variants": ["paper"]}),
    ]


def test_without_factors_there_is_one_cell() -> None:
    assert names() == ["all"]


def test_listed_cells_stand_beside_the_factorial_ones_and_may_name_a_model() -> None:
    cells = design(
        parameters={"rounds": 3},
        factors={"trigger": ["none"]},
        cells=[{"name": "other war", "set": {"model": "wwii", "rounds": 4}}],
    ).all_cells()
    assert [(cell.name, cell.model, cell.params["rounds"]) for cell in cells] == [
        ("none", "wwi", 3),
        ("other-war", "wwii", 4),
    ]


def test_dotted_keys_reach_the_setting() -> None:
    (cell,) = design(parameters={"doctrine.temperature": 0.125}).all_cells()
    assert cell.params == {"doctrine__temperature": 0.125}


def test_latin_hypercube_fills_every_stratum_once_and_always_alike() -> None:
    sample = {"method": "latin-hypercube", "points": 8, "ranges": {"doctrine.doubt": {"low": 0.0, "high": 8.0}}}
    cells = design(sample=sample).all_cells()
    values = [cell.params["doctrine__doubt"] for cell in cells]
    assert sorted(int(value) for value in values) == list(range(8))
    assert [cell.factors["doctrine.doubt"] for cell in cells] == values
    assert [cell.params for cell in design(sample=sample).all_cells()] == [cell.params for cell in cells]
    assert [cell.params for cell in design(sample={**sample, "seed": 2}).all_cells()] != [cell.params for cell in cells]


def test_sobol_points_cross_with_factors() -> None:
    sample = {"method": "sobol", "points": 4, "ranges": {"rounds": {"low": 1.0, "high": 9.0, "whole": True}}}
    cells = design(factors={"trigger": ["none", "historical"]}, sample=sample).all_cells()
    assert [cell.name for cell in cells[:2]] == ["none+p000", "none+p001"]
    assert len(cells) == 8
    assert all(isinstance(cell.params["rounds"], int) for cell in cells)


def test_a_log_scale_spreads_ratios() -> None:
    sample = {
        "method": "latin-hypercube",
        "points": 2,
        "ranges": {"doctrine.temperature": {"low": 0.01, "high": 1.0, "scale": "log"}},
    }
    low, high = sorted(cell.params["doctrine__temperature"] for cell in design(sample=sample).all_cells())
    assert 0.01 <= low <= 0.1 <= high <= 1.0


@pytest.mark.parametrize(("second_order", "points"), [(False, 4 * (2 + 2)), (True, 4 * (2 * 2 + 2))])
def test_indices_need_their_own_sample(second_order: bool, points: int) -> None:
    pytest.importorskip("SALib")
    ranges = {"doctrine.doubt": {"low": 0.1, "high": 1.0}, "doctrine.spread": {"low": 0.0, "high": 1.0}}
    sample = {"method": "sobol-indices", "points": 4, "ranges": ranges, "second_order": second_order}
    assert len(names(sample=sample)) == points


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('model = "wwi"\nrunz = 3\n', 2, "did you mean 'runs'"),
        ('model = "wwi"\nruns = 0\n', 2, "of at least 1"),
        ('model = "wwi"\n[factors]\ntrigger = []\n', 3, "at least one level"),
        ('model = "wwi"\n[parameters]\ntrigger = "none"\n[factors]\ntrigger = ["none"]\n', 5, "set elsewhere"),
        ('model = "wwi"\n[parameters]\nrng = 3\n', 3, "set by the study"),
        ('[factors]\ntrigger = ["none"]\n', 1, "has no model"),
        ('model = "wwi"\n[factors]\ntrigger = ["con"]\n', 2, "a folder can't be called 'con'"),
        ('model = "wwi"\n[factors]\ntrigger = ["a b", "a/b"]\n', 2, "two cells are called 'a-b'"),
        ('model = "wwi"\n[parameters]\nrounds = 1914-06-28\n', 1, "expected text, number"),
        ('model = "wwi"\n[[hypotheses]]\ntext = "x"\nmeasure = "wars"\ncells = ["nowhere"]\n', 5, "no cell 'nowhere'"),
        (
            'model = "wwi"\n[sample]\nmethod = "sobol"\npoints = 3\n[sample.ranges]\nx = {low = 0.0, high = 1.0}\n',
            4,
            "two",
        ),
        (
            'model = "wwi"\n[sample]\nmethod = "grid"\npoints = 4\n[sample.ranges]\nx = {low = 0.0, high = 1.0}\n',
            3,
            "grid",
        ),
    ],
)
def test_mistakes_are_told_with_file_line_and_what_was_expected(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingError, match=re.escape(said)) as caught:
        Design.load(path)
    assert str(caught.value).startswith(f"{path}:{line}:")


def test_a_design_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="did you mean 'casus_belli'"):
        design_path("casus_beli")
    with pytest.raises(SettingError, match="there is no design file"):
        design_path(str(tmp_path / "none.toml"))


def test_parameters_of_all_cells_do_not_overrule_what_is_varied() -> None:
    chosen = design(factors={"trigger": ["none"]}, cells=[{"name": "b", "set": {"mind": "wait"}}])
    assert [cell.params.get("rounds") for cell in chosen.with_parameters({"rounds": 2}).all_cells()] == [2, 2]
    for key in ("trigger", "mind"):
        with pytest.raises(SettingError, match=f"{key} is varied"):
            chosen.with_parameters({key: "random"})


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4))
def test_cells_are_folders_on_any_system_or_the_design_is_refused(labels: list[str]) -> None:
    cells = [condition.cell("wwi", {}) for condition in factorial({"trigger": labels})]
    told = list(faults(cells))
    lower = [cell.name.lower() for cell in cells]
    for cell in cells:
        assert re.fullmatch(r"[A-Za-z0-9._+-]+", cell.name)
        assert cell.name[-1] not in ". "
    assert told or len(set(lower)) == len(lower)


def test_windows_names_are_refused_whatever_their_case() -> None:
    assert list(faults([Cell(safe("NUL"), "wwi")]))
    assert list(faults([Cell("com1.x", "wwi")]))
    assert not list(faults([Cell("console", "wwi")]))


# -- plans -----------------------------------------------------------------------------------------------------------


def test_a_plan_survives_the_disk_and_its_seal_holds(tmp_path: Path) -> None:
    plan = freeze(design(factors={"trigger": ["none", "historical"]}, runs=2, measures=["wars"]))
    plan.write(tmp_path)
    assert StudyPlan.read(tmp_path) == plan
    assert StudyPlan.read(tmp_path).sha256 == plan.sha256
    data = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    data["runs"] = 3
    (tmp_path / "plan.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SettingError, match="was changed after it was written"):
        StudyPlan.read(tmp_path)
    (tmp_path / "plan.json").write_text("{", encoding="utf-8")
    with pytest.raises(SettingError, match="is damaged"):
        StudyPlan.read(tmp_path)


def test_cells_share_their_random_numbers() -> None:
    plan = freeze(design(factors={"trigger": ["none", "historical"]}, seed=40), runs=3)
    seeds = {cell.name: [plan.order(cell, number).seed for number in range(plan.runs)] for cell in plan.cells}
    assert seeds == {"none": [40, 41, 42], "historical": [40, 41, 42]}


def test_differences_name_the_place_and_both_sides() -> None:
    one = freeze(design(factors={"trigger": ["none"]}), runs=2)
    other = freeze(design(factors={"trigger": ["none"]}, parameters={"rounds": 3}), runs=4)
    assert not one.differences(one)
    assert other.differences(one) == [
        "runs is 2 in plan.json and 4 now",
        "cells.none.params.rounds is None in plan.json and 3 now",
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"parameters": {"triger": "none"}}, "cell all: .*did you mean 'trigger'"),
        ({"parameters": {"doctrine.temprature": 1.0}}, "cell all: .*did you mean 'temperature'"),
        ({"factors": {"trigger": ["nobody"]}}, "cell nobody: there is no trigger 'nobody'"),
        ({"measures": ["war"]}, "there is no measure 'war' in test; did you mean 'wars'"),
        ({"hypotheses": [{"text": "x", "measure": "warz"}]}, "did you mean 'wars'"),
        ({"model": "wwx"}, "cell all: there is no model 'wwx'"),
    ],
)
def test_what_can_not_be_run_is_refused_before_it_is_run(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingError, match=said):
        freeze(design(**fields))
