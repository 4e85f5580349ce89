"""What can be run: the models and designs that travel with the package, found by name or by path."""

from pathlib import Path

from mesa_war.core.toml import SettingError, one_of, read_toml

PACKAGE = Path(__file__).parent


def _shelf(kind: str) -> Path:
    """Inside an installed package data lies in ``data``; in a checkout at the top of the repository."""
    packed = PACKAGE / "data" / kind
    return packed if packed.is_dir() else PACKAGE.parent / kind


def model_names() -> list[str]:
    """The names of all models that can be run, sorted."""
    return sorted(path.parent.name for path in _shelf("models").glob("*/setting.toml"))


def setting_path(name: str) -> Path:
    """The setting file of a model by name, or the file or folder of a setting of one's own.

    Raises:
        SettingError: there is neither; the message lists the models.
    """
    own = Path(name)
    if own.suffix == ".toml" or "/" in name:
        path = own / "setting.toml" if own.is_dir() else own
        if not path.is_file():
            raise SettingError(f"there is no setting file {name}; models by name: {', '.join(model_names())}")
        return path
    return _shelf("models") / one_of(name, model_names(), "model") / "setting.toml"


def design_names() -> list[str]:
    """The names of all designs of experiments that travel with the package, sorted."""
    return sorted(path.stem for path in _shelf("batch").glob("*.toml"))


def design_path(name: str) -> Path:
    """The file of a design by name, or the file of a design of one's own.

    Raises:
        SettingError: there is neither; the message lists the designs.
    """
    own = Path(name)
    if own.suffix == ".toml" or "/" in name:
        if not own.is_file():
            raise SettingError(f"there is no design file {name}; designs by name: {', '.join(design_names())}")
        return own
    return _shelf("batch") / f"{one_of(name, design_names(), 'design')}.toml"


def family_of(name: str) -> str:
    """The family of a model, as its setting says."""
    path = setting_path(name)
    family = read_toml(path).get("family")
    if not isinstance(family, str):
        raise SettingError(f"{path}: family is {family!r}; expected the name of a family")
    return family
