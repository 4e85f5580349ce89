"""A lock on a file, so that two processes never write to one folder; the system frees it when its holder dies."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mesa_war.core.toml import SettingError


class Busy(Exception):
    """Somebody else holds the lock. The message names the file."""


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock on a file, which is made where it is missing; its content is left alone.

    Args:
        path: the file.
        wait: wait until whoever holds it lets go.

    Raises:
        Busy: it is held, and ``wait`` is false.
        SettingError: the file can't be opened, or files can't be locked there, as on some network file systems.
    """
    try:
        file = path.open("ab")
    except OSError as error:
        raise SettingError(f"can't write {path}: {error.strerror}") from None
    with file:
        try:
            _lock(file, wait=wait)
        except BlockingIOError:
            raise Busy(f"{path} is held by another process") from None
        except OSError as error:
            raise SettingError(f"files can't be locked in {path.parent}: {error.strerror}") from None
        try:
            yield
        finally:
            _unlock(file)


if sys.platform == "win32":
    import msvcrt
    import time

    FAR = 2**31 - 2
    """The byte that is locked: far behind anything written, since a locked byte can't be written by others."""

    def _lock(file: IO[bytes], *, wait: bool) -> None:
        while True:
            file.seek(FAR)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except PermissionError:
                if not wait:
                    raise BlockingIOError from None
                time.sleep(0.05)
            else:
                return

    def _unlock(file: IO[bytes]) -> None:
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes], *, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
