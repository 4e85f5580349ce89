"""A run is a folder: manifest, calls, trace, tables, figures."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mesa_war.core.toml import SettingError

FORMAT = 1
"""Version of the layout of a run folder; a run of another one is refused."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run."""

    path: Path

    @property
    def trace(self) -> Path:
        """The file of plans and events."""
        return self.path / "trace.jsonl"

    @property
    def calls(self) -> Path:
        """The file of calls to minds."""
        return self.path / "calls.jsonl"

    @property
    def tables(self) -> Path:
        """The folder of Parquet tables."""
        return self.path / "tables"

    @property
    def figures(self) -> Path:
        """The folder of figures."""
        return self.path / "figures"

    @classmethod
    def create(cls, path: Path, manifest: Mapping[str, Any]) -> "RunFolder":
        """Make a new run folder; nothing is ever overwritten.

        Raises:
            SettingError: the folder is not empty, or can't be written.
        """
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise SettingError(f"{path} is not an empty folder; name another with --out, or go on with --resume")
        folder = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            folder.write(manifest)
        except OSError as error:
            raise SettingError(f"can't write a run to {path}: {error.strerror}") from None
        return folder

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """An existing run.

        Raises:
            SettingError: the folder is not a run, or is one of another version.
        """
        folder = cls(path)
        if not path.is_dir() or not (path / "manifest.json").is_file():
            raise SettingError(f"{path} is not a run: there is no manifest.json in it")
        found = folder.manifest.get("format")
        if found != FORMAT:
            raise SettingError(f"{path} is a run of format {found!r}; this version reads format {FORMAT}")
        return folder

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest as it is on disk; SettingError when it is damaged."""
        try:
            data: dict[str, Any] = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        except ValueError as error:
            raise SettingError(f"{self.path / 'manifest.json'} is damaged: {error}") from None
        return data

    def write(self, manifest: Mapping[str, Any]) -> None:
        """Put the manifest in place as a whole, so that a killed process leaves the old or the new one."""
        draft = self.path / "manifest.json.new"
        draft.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(draft, self.path / "manifest.json")

    def amend(self, **changes: Any) -> None:
        """Change keys of the manifest."""
        self.write({**self.manifest, **changes})
