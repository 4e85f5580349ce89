"""Is a setting sound? Everything that is wrong with it, each fault one line: file, line, key, what was expected."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from mesa_war.core.lines import line_of
from mesa_war.core.setting import Setting, languages
from mesa_war.core.toml import SettingError, no_such, read_text, read_toml
from mesa_war.families import FAMILIES, model_class
from mesa_war.library import setting_path
from mesa_war.study import anonymity, hindsight


def faults(model: str) -> list[str]:
    """Everything that is wrong with a setting and its words; empty if it is sound.

    The setting is loaded by itself, then with each of its variants, in every language there are words in. Faults of
    its structure come alone: what else may be wrong can't be told before they are mended.

    Args:
        model: the name of a model, or the path of a setting.

    Raises:
        SettingError: there is no such model.
    """
    return list(dict.fromkeys(_faults(setting_path(model))))


def _faults(path: Path) -> Iterator[str]:
    try:
        rules = _rules(path)
        first, *others = languages(path) or ["en"]
        setting: Setting = rules.SETTING.load(path, language=first)
    except SettingError as error:
        yield from str(error).splitlines()
        return
    yield from hindsight.in_figures(setting, path)
    yield from anonymity.in_labels(setting, path)
    for language in (first, *others):
        files = [path.with_name(f"{language}.md"), *sorted(path.parent.glob(f"*.{language}.md"))]
        yield from _in_variants(setting, path, language, rules)
        yield from hindsight.in_texts(files, language, hindsight.start_of(setting))
        yield from anonymity.in_texts(setting, files, language)


def _rules(path: Path) -> Any:
    """The module of a family that knows what its settings need: ``SETTING``, a class, and ``faults``."""
    family = read_toml(path).get("family")
    if family not in FAMILIES:
        line = line_of(read_text(path), ("family",))
        raise SettingError(f"{path}:{line}: family: {no_such(family, FAMILIES, 'family')}")
    return import_module(f"{model_class(family).__module__.rpartition('.')[0]}.soundness")


def _in_variants(setting: Setting, path: Path, language: str, rules: Any) -> Iterator[str]:
    """What shows only when the setting is loaded, by itself and with each variant alone."""
    for variants in ((), *((name,) for name in setting.variants)):
        try:
            loaded = rules.SETTING.load(path, variants=variants, language=language)
        except SettingError as error:
            yield from str(error).splitlines()
        else:
            yield from rules.faults(loaded, path.parent)
