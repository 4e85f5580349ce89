"""A guard before a model's step, against two traps of Mesa 3.5 and 4.0."""

from collections.abc import Callable
from threading import Lock
from typing import Any


class Guard:
    """Stands in the place of ``model.step`` for the life of a model.

    Mesa lets a second thread into a step (Play, Pause, Play in its browser page), and after an error it goes on to
    count time without ever calling the step again. The guard turns a second thread away, and raises the first error
    again at every later step.

    Args:
        model: the model; it stops running at the first error.
        step: Mesa's own wrapper around the model's step.
    """

    def __init__(self, model: Any, step: Callable[[], None]) -> None:
        self._model, self._step = model, step
        self._lock = Lock()
        self.failure: BaseException | None = None

    def __call__(self) -> None:
        """One step, unless one is under way; RuntimeError after an earlier error."""
        if self.failure is not None:
            raise RuntimeError(f"this model stopped with {self.failure!r}") from self.failure
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._step()
        except BaseException as error:
            self.failure, self._model.running = error, False
            raise
        finally:
            self._lock.release()
