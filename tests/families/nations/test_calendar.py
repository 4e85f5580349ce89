"""Days and years on one count, and what a setting may say of them."""

from datetime import date
from pathlib import Path

import pytest

from mesa_war.core.toml import SettingError
from mesa_war.families.nations.calendar import DAYS_OF_A_YEAR, day_number
from mesa_war.families.nations.setting import NationsSetting
from mesa_war.library import setting_path


@pytest.mark.parametrize("year", [1, 403, 1914, 1939])
def test_a_year_is_its_first_day(year: int) -> None:
    assert day_number(year) == pytest.approx(day_number(date(year, 1, 1)), abs=1)


def test_days_are_exact_and_there_is_no_year_0() -> None:
    assert day_number(date(1914, 8, 1)) - day_number(date(1914, 6, 28)) == 34
    assert day_number(1) - day_number(-1) == pytest.approx(DAYS_OF_A_YEAR)
    assert day_number(-221) - day_number(-403) == pytest.approx(182 * DAYS_OF_A_YEAR)


def changed(folder: Path, model: str, old: str, new: str) -> Path:
    """A copy of a model in which one passage is another."""
    for file in setting_path(model).parent.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    path = folder / "setting.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("found", ['"soon"', "0", "true", "-403.5", "1939-09-01T04:45:00"])
def test_what_is_neither_a_day_nor_a_year_is_refused_in_one_sentence(tmp_path: Path, found: str) -> None:
    path = changed(tmp_path, "wwii", "start = 1939-09-01 ", f"start = {found} ")
    with pytest.raises(SettingError) as refused:
        NationsSetting.load(path)
    said = f"{path}:5: start: expected a date such as 1914-06-28, or a year such as -403 for 403 BC, found "
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_a_tie_that_a_variant_adds_is_checked_where_it_stands(tmp_path: Path) -> None:
    old = 'relation = "treaty"\nbetween = ["Soviet Union", "Poland"]'
    path = changed(tmp_path, "wwii", old, 'relation = "treatty"\nbetween = ["Soviet Union", "Polland"]')
    line = path.read_text(encoding="utf-8").splitlines().index('relation = "treatty"') + 1
    with pytest.raises(SettingError) as refused:
        NationsSetting.load(path)
    first, second = str(refused.value).splitlines()
    place = "variants.poland.ties_with.2"
    assert first.startswith(f"{path}:{line}: {place}.relation: there is no relation 'treatty'; did you mean 'treaty'?")
    assert second.startswith(
        f"{path}:{line + 1}: {place}.between.1: there is no actor 'Polland'; did you mean 'Poland'?"
    )


def test_only_actors_can_have_mobilised(tmp_path: Path) -> None:
    path = changed(tmp_path, "wwii", 'mobilised = ["Germany", "Japan", "China"]  ', 'mobilised = ["Germany", "Jpan"]  ')
    with pytest.raises(SettingError, match=r"setting\.toml:\d+: mobilised\.1: there is no actor 'Jpan'"):
        NationsSetting.load(path)
