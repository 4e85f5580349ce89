"""The conformance suite: every check on every model."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance import as_mesa, checks, dialogue, privacy, records
from conformance.models import MODELS, Model, folders, toys
from mesa_war.library import model_names

ALONE = (
    checks.check_seeds,
    checks.check_boards_are_folds,
    checks.check_audiences,
    checks.check_acts_are_legal,
    checks.check_failures,
    checks.check_deciding_changes_nothing,
    checks.check_order_of_answers,
    as_mesa.check_mesa,
    checks.check_origins,
    as_mesa.check_an_error_stays,
    as_mesa.check_one_thread_at_a_time,
    dialogue.check_nothing_is_added,
    dialogue.check_the_dialogue_ends,
    dialogue.check_nothing_is_silent,
    privacy.check_canaries,
    privacy.check_requests,
    privacy.check_non_interference,
)
IN_A_FOLDER = (
    checks.check_order_of_actors,
    records.check_replay,
    records.check_torn_lines,
    records.check_changed_bytes,
    records.check_chain,
    records.check_changed_replies,
    records.check_calls_are_paid_once,
)


def named(value: object) -> str:
    return getattr(value, "name", None) or value.__name__.removeprefix("check_")  # type: ignore[attr-defined]


@pytest.mark.parametrize("mind", ["doctrine", "random", "wait"])
@pytest.mark.parametrize("model", MODELS, ids=named)
def test_runs_to_its_end(model: Model, mind: str) -> None:
    checks.check_runs_to_its_end(model, mind)


@pytest.mark.parametrize("check", ALONE, ids=named)
@pytest.mark.parametrize("model", MODELS, ids=named)
def test_holds(model: Model, check: Callable[[Model], None]) -> None:
    check(model)


@pytest.mark.parametrize("model", toys(), ids=named)
def test_resumes_after_any_line(model: Model, tmp_path: Path) -> None:
    records.check_resume(model, tmp_path)


@pytest.mark.parametrize("model", folders(), ids=named)
def test_resumes_after_some_lines(model: Model, tmp_path: Path) -> None:
    records.check_resume(model, tmp_path, most=9)


@pytest.mark.slow
@pytest.mark.parametrize("model", folders(), ids=named)
def test_resumes_after_any_line_of_a_folder(model: Model, tmp_path: Path) -> None:
    records.check_resume(model, tmp_path, most=1000)


@pytest.mark.parametrize("check", IN_A_FOLDER, ids=named)
@pytest.mark.parametrize("model", MODELS, ids=named)
def test_holds_on_disk(model: Model, check: Callable[[Model, Path], None], tmp_path: Path) -> None:
    check(model, tmp_path)


def test_every_check_is_in_the_suite() -> None:
    written = {
        function
        for module in (as_mesa, checks, dialogue, privacy, records)
        for name, function in vars(module).items()
        if name.startswith("check_") and function.__module__ == module.__name__
    }
    elsewhere = {checks.check_runs_to_its_end, as_mesa.check_mirror, records.check_resume}
    assert written == {*ALONE, *IN_A_FOLDER, *elsewhere}


def test_every_folder_is_a_model_under_test() -> None:
    assert set(model_names()) <= {model.name for model in MODELS}
