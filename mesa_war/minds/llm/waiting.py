"""How long to wait: between attempts, and for one call at most."""

import asyncio
import functools
import os
from collections.abc import Awaitable, Coroutine
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from threading import Lock, Thread
from typing import Any

from mesa_war.core.dice import Dice
from mesa_war.core.events import CallKey

LONGEST = 60.0
"""Seconds; nobody is waited for longer, whatever a provider asks."""

_ONE_AT_A_TIME = Lock()


def pause_before(attempt: int, key: CallKey, asked: float | None) -> float:
    """Seconds to wait before the next attempt.

    What the provider asks for, else 1, 2, 4, ... seconds, shortened by up to a half, so that callers that failed
    together don't come back together.

    Args:
        attempt: how many attempts have failed, from 1.
        key: the call that failed; the dice hang on it.
        asked: what the provider asked for.
    """
    if asked is not None:
        return min(max(asked, 0.0), LONGEST)
    share = 0.5 + Dice(0).at(*key, "pause").random() / 2
    return min(2.0 ** (attempt - 1), LONGEST) * share


def seconds_of(retry_after: str | None, now: datetime | None = None) -> float | None:
    """What the header Retry-After asks for, in seconds or as a date; None if it is missing or makes no sense."""
    if not retry_after:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


def within[T](seconds: float, work: Awaitable[T]) -> T:
    """Let the process's background loop do something, and wait for it here, in any thread.

    Raises:
        TimeoutError: it took longer, however busy it was; it is then stopped.
    """

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    with _ONE_AT_A_TIME:
        loop = _loop_of(os.getpid())
    job: Coroutine[Any, Any, T] = bounded()
    return asyncio.run_coroutine_threadsafe(job, loop).result()


@functools.cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    """One loop per process: connections live in it, so a new one per round would open them anew."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name=f"minds of {process}", daemon=True).start()
    return loop
