"""A budget in US dollars that all workers of a study share, and that holds whatever happens to them."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol

from mesa_war.core.mind import Mind
from mesa_war.core.toml import SettingError
from mesa_war.core.world import World
from mesa_war.study.lock import locked


class Budget(Protocol):
    """What a mind that costs money asks before each call, and tells after it."""

    def reserve(self, upper_bound: float) -> str | None:
        """Set money aside for a call that costs at most this many dollars.

        Returns:
            A token to settle with, or None if there is not so much left: the call must not be made then. The mind
            raises an exception, so that the run stops where it is and can be resumed with a larger budget.
        """

    def settle(self, token: str, cost: float) -> None:
        """Say what a call really cost; 0 where nothing was charged."""


class Payer(Protocol):
    """A mind that can be held to a budget: OFFER this method where calls cost money."""

    def under(self, budget: Budget) -> Mind:
        """This mind, held to a budget."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a budget stands, in dollars: what may be spent, what was, and what is set aside for calls under way.

    What is set aside by a worker that died stays so: its call may have been charged.
    """

    limit: float
    spent: float = 0.0
    reserved: Mapping[str, float] = field(default_factory=dict)

    @property
    def left(self) -> float:
        """What can still be set aside."""
        return self.limit - self.spent - sum(self.reserved.values())

    def reserve(self, token: str, amount: float) -> "Account":
        """With this much set aside."""
        return Account(self.limit, self.spent, {**self.reserved, token: amount})

    def settle(self, token: str, cost: float) -> "Account":
        """With the call of a token paid."""
        rest = {key: amount for key, amount in self.reserved.items() if key != token}
        return Account(self.limit, self.spent + cost, rest)


def check_limit(limit: float | None) -> None:
    """SettingError if a limit is given and is no sum of money."""
    if limit is not None and not 0 < limit < float("inf"):
        raise SettingError(f"a budget of {limit:g} dollars: expected a number above 0")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account in a file, under a lock: threads, processes and workers of one file system can share it.

    A killed process leaves the account before or after a change, never between.
    """

    path: Path

    @classmethod
    def open(cls, path: Path, limit: float | None = None) -> "Ledger":
        """The ledger in a file, made where it is missing, with a new limit if one is given.

        Raises:
            SettingError: the limit is not a number above 0, or there is neither a file nor a limit.
        """
        check_limit(limit)
        ledger = cls(path)
        with locked(ledger._lock):
            if limit is None:
                ledger._read()
            else:
                before = ledger._read() if path.exists() else Account(limit)
                ledger._write(Account(limit, before.spent, before.reserved))
        return ledger

    @property
    def account(self) -> Account:
        """How it stands now."""
        with locked(self._lock):
            return self._read()

    def reserve(self, upper_bound: float) -> str | None:
        """See :class:`Budget`."""
        token = token_hex(8)
        with locked(self._lock):
            account = self._read()
            if not 0 <= upper_bound <= account.left:
                return None
            self._write(account.reserve(token, upper_bound))
        return token

    def settle(self, token: str, cost: float) -> None:
        """See :class:`Budget`; KeyError for a token that was never given out, or was settled before."""
        with locked(self._lock):
            account = self._read()
            if token not in account.reserved:
                raise KeyError(f"nothing is set aside under {token!r}")
            self._write(account.settle(token, cost))

    @property
    def _lock(self) -> Path:
        return self.path.with_suffix(".lock")

    def _read(self) -> Account:
        try:
            data: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
            return Account(data["limit"], data["spent"], data["reserved"])
        except FileNotFoundError:
            raise SettingError(f"there is no budget in {self.path}") from None
        except (ValueError, KeyError):
            raise SettingError(f"{self.path} is damaged; what was spent stands in the runs' manifests") from None

    def _write(self, account: Account) -> None:
        draft = self.path.with_suffix(".new")
        data = {"limit": account.limit, "spent": account.spent, "reserved": dict(account.reserved)}
        draft.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        os.replace(draft, self.path)


class Purse:
    """A budget as one run sees it; ``refused`` says whether it ever asked in vain."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.refused = False

    def reserve(self, upper_bound: float) -> str | None:
        """See :class:`Budget`."""
        token = self.budget.reserve(upper_bound)
        self.refused = self.refused or token is None
        return token

    def settle(self, token: str, cost: float) -> None:
        """See :class:`Budget`."""
        self.budget.settle(token, cost)


def hold(world: World, budget: Budget) -> None:
    """Hold every mind of a world that costs money to a budget."""
    for actor in world.seats.values():
        actor.mind = held(actor.mind, budget)
        if actor.secretary.mind is not None:
            actor.secretary.mind = held(actor.secretary.mind, budget)


def held(mind: Mind, budget: Budget) -> Mind:
    """A mind held to a budget, if it costs money; else the mind itself."""
    under = getattr(mind, "under", None)
    return under(budget) if under is not None else mind


def refuse_unheld(worlds: Iterable[World]) -> None:
    """SettingError if there is a mind that waits and can't be held to a budget."""
    for world in worlds:
        for actor in world.seats.values():
            for mind in (actor.mind, actor.secretary.mind):
                if mind is not None and mind.waits and not hasattr(mind, "under"):
                    raise SettingError(f"the mind of {actor.name} can't be held to a budget: {mind!r:.60}")
