"""Who may import whom: the layers of `docs/design.md`, read from the source without importing it.

To add a module to the kernel, put its name on a level of `CORE_LEVELS`. To let two modules of one level know
each other, add the pair to `SIDEWAYS` with the reason beside it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mesa_war"

CORE_LEVELS = (
    {"lines"},
    {"events", "dice", "words", "toml", "guard"},
    {"board", "explain"},
    {"actions", "variants"},
    {"view", "record"},
    {"memory", "prompts"},
    {"mind", "setting", "trace"},
    {"secretary"},
    {"referee"},
    {"game"},
    {"actor"},
    {"council", "grid"},
    {"world"},
)
SIDEWAYS: frozenset[tuple[str, str]] = frozenset()  # (importer, imported) inside one level of the kernel

KERNEL_TO_FAMILIES = {"core", "library", "minds", "measures", "families"}
ROOMS_BELOW = {
    "": set(),  # the package's own __init__: cheap to import, so it opens no room
    "core": set(),
    "library": {"core"},
    "minds": {"core"},
    "measures": {"core"},
    "families": {"core", "library", "minds", "measures"},
    "study": KERNEL_TO_FAMILIES,
    "show": KERNEL_TO_FAMILIES,
    "cli_study": KERNEL_TO_FAMILIES | {"study", "show"},
    "cli": KERNEL_TO_FAMILIES | {"study", "show", "cli_study"},
}

FOR_ALL_FAMILIES = {"picture"}  # values every family gives, whatever it is

MESA_IN_CORE = {"actor", "secretary", "grid", "world"}
HEAVY = (
    "aiohttp",
    "dask",
    "fastapi",
    "litellm",
    "matplotlib",
    "mesa.visualization",  # brings Solara with it
    "pandas",
    "pyarrow",
    "scipy",
    "sklearn",
    "solara",
    "xllamacpp",
)


def modules() -> dict[str, Path]:
    """Dotted name (`mesa_war.core` for a package) to file, for every module on disk."""
    return {dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def targets(node: ast.AST, package: str) -> list[str]:
    """What an import statement names, as absolute dotted names; nothing for any other node."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    origin = [node.module] if node.module else []
    if node.level:
        parents = package.split(".")
        origin = parents[: len(parents) - node.level + 1] + origin
    return [".".join([*origin, alias.name]) for alias in node.names]


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Every node under `node` that Python executes when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
            for otherwise in child.orelse:
                yield otherwise
                yield from run_at_import(otherwise)
            continue
        yield child
        yield from run_at_import(child)


def place(name: str) -> tuple[str, str]:
    """Room and part of a dotted name in the package; the part is '' for the room itself or a name it exports."""
    parts = [*name.split(".")[1:], "", ""]
    room = parts[0] if parts[0] in ROOMS_BELOW else ""
    known = set().union(*CORE_LEVELS) if room == "core" else {parts[1]}
    return room, parts[1] if parts[1] in known else ""


def level(part: str) -> int:
    """Height of a kernel module; what `core/__init__.py` exports counts as the top, for it may gather everything."""
    return next((height for height, names in enumerate(CORE_LEVELS) if part in names), len(CORE_LEVELS))


def objection(importer: str, imported: str) -> str | None:
    """Why one module of the package may not import another, or None."""
    room, part = place(importer)
    other_room, other_part = place(imported)
    if other_room in {"", *ROOMS_BELOW[room]}:
        return None
    if other_room != room:
        return f"{importer} imports {imported}: {room or 'mesa_war'} may import {sorted(ROOMS_BELOW[room])}"
    if room == "families" and other_part != part and other_part not in FOR_ALL_FAMILIES:
        return f"{importer} imports {imported}: a family never imports another family"
    if (
        room == "core"
        and part != other_part
        and (part, other_part) not in SIDEWAYS
        and level(other_part) >= level(part)
    ):
        return f"{importer} imports {imported}: level {level(part)} may import lower levels, not {level(other_part)}"
    return None


def within(name: str, library: str) -> bool:
    return name == library or name.startswith(library + ".")


def offences(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """All breaches of the layers in one module's source."""
    tree = ast.parse(source)
    package = module if is_package else module.rpartition(".")[0]
    named = [name for node in ast.walk(tree) for name in targets(node, package)]
    at_import = [name for node in run_at_import(tree) for name in targets(node, package)]
    room, part = place(module)
    found = [said for name in named if within(name, "mesa_war") and (said := objection(module, name))]
    if room == "core" and part not in MESA_IN_CORE:
        found += [
            f"{module} imports {name}: Mesa in core only in {sorted(MESA_IN_CORE)}"
            for name in named
            if within(name, "mesa")
        ]
    if room != "minds":
        found += [f"{module} imports {name}: only minds know LiteLLM" for name in named if within(name, "litellm")]
    found += [
        f"{module} imports {name} at its top: import it in the function that uses it"
        for name in at_import
        if any(within(name, library) for library in HEAVY)
    ]
    return found


def test_every_module_has_its_place() -> None:
    listed = set().union(*CORE_LEVELS)
    found = {name: name.split(".")[1:] for name in modules() if name != "mesa_war"}
    assert found, f"no module under {PACKAGE}"
    homeless = [name for name, parts in found.items() if parts[0] not in ROOMS_BELOW]
    homeless += [name for name, parts in found.items() if parts[0] == "core" and parts[1:] and parts[1] not in listed]
    assert not homeless, f"{homeless}: give each a room in ROOMS_BELOW or a level in CORE_LEVELS"


@pytest.mark.parametrize("module", modules())
def test_imports_point_downwards(module: str) -> None:
    path = modules()[module]
    assert offences(module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mesa_war.core.board", "from mesa_war.core.world import World"),
        ("mesa_war.core.board", "from .world import World"),
        ("mesa_war.core.board", "from . import world"),
        ("mesa_war.core.board", "from mesa_war.core import Board"),
        ("mesa_war.core.prompts", "from mesa_war.core.memory import recall"),
        ("mesa_war.core.world", "def step():\n    from mesa_war.minds import llm"),
        ("mesa_war.core.view", "import mesa"),
        ("mesa_war.minds.llm", "from mesa_war.measures import scores"),
        ("mesa_war.families.nations.model", "from mesa_war.families.lab import model"),
        ("mesa_war.families.nations.model", "from ..lab.model import Lab"),
        ("mesa_war.show.figures", "import mesa_war.study.report"),
        ("mesa_war.study.runs", "from mesa_war import cli"),
        ("mesa_war.cli", "import litellm"),
        ("mesa_war.cli", "def run():\n    import litellm"),
        ("mesa_war.minds.llm", "import litellm"),
        ("mesa_war.measures.scores", "try:\n    from scipy import stats\nexcept ImportError:\n    stats = None"),
        ("mesa_war.show.observer", "class Page:\n    from mesa.visualization import SolaraViz"),
        ("mesa_war", "from mesa_war.core.world import World"),
    ],
)
def test_a_breach_is_seen(module: str, source: str) -> None:
    assert offences(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mesa_war.core.world", "import mesa\nfrom mesa_war.core import actor\nfrom .events import Event"),
        ("mesa_war.core.setting", "from mesa_war.core.prompts import render"),
        ("mesa_war.minds.llm", "from mesa_war.core.world import World\ndef ask():\n    import litellm"),
        ("mesa_war.families.nations.model", "from mesa_war.families.nations import policy\nfrom .words import phrase"),
        ("mesa_war.show.figures", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas"),
        ("mesa_war.cli", "from mesa_war.study import runs\nfrom mesa_war import __doc__"),
    ],
)
def test_the_permitted_is_permitted(module: str, source: str) -> None:
    assert offences(module, source) == []
