"""What happens: moves, effects, calls to minds, and the events that carry them.

An :class:`Event` is made by a referee, by nature or by a secretary, without an id; ``World.record`` gives it one,
freezes its audience to names and appends it to the chronicle. From then on it never changes. The true board is the fold
of the effects of all events; an actor's own board is the fold of effects and claims of the events it was told of.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

type Value = str | int | float | bool | None
type EventId = tuple[float, int, int]
type Audience = tuple[str, ...] | Literal["everyone"]

EVERYONE: Final = "everyone"
"""As an audience: all who are seated when the event is recorded."""

NOBODY: Final[tuple[str, ...]] = ()
"""As an audience: the omniscient log alone."""


class Origin(StrEnum):
    """Who is behind an event (requirement B1): the engine never acts for an actor without saying so."""

    MIND = "mind"
    PERSON = "person"
    SECRETARY = "secretary"
    RULE = "rule"
    NATURE = "nature"
    CONTROL = "control"


class Outcome(StrEnum):
    """How a call to a mind ended (requirement B4). Only the first two carry an answer."""

    OK = "ok"
    REPAIRED = "repaired"
    UNREADABLE = "unreadable"
    REFUSED = "refused"
    FILTERED = "filtered"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    TIMED_OUT = "timed out"
    RATE_LIMITED = "rate-limited"
    OVER_CONTEXT = "over-context"
    PROVIDER_ERROR = "provider error"
    OVER_BUDGET = "over-budget"

    @property
    def usable(self) -> bool:
        """Whether the reply may be read as an answer."""
        return self in (Outcome.OK, Outcome.REPAIRED)


@dataclass(frozen=True, slots=True)
class Tie:
    """From now on ``a`` is tied to ``b`` (both ways where the relation is mutual) with this weight."""

    relation: str
    a: str
    b: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Untie:
    """From now on there is no such tie from ``a`` to ``b``; nothing happens where there was none."""

    relation: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Fact:
    """From now on this is true of the node."""

    node: str
    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Shift:
    """The number kept under this key of the node changes by ``amount``; a missing number counts as zero."""

    node: str
    key: str
    amount: float


type Effect = Tie | Untie | Fact | Shift


@dataclass(frozen=True, slots=True)
class Move:
    """One act an actor proposes: the name of an action and its inputs by name."""

    actor: str
    action: str
    args: Mapping[str, Value] = field(default_factory=dict)
    origin: Origin = Origin.MIND

    def __hash__(self) -> int:
        return hash((self.actor, self.action, tuple(sorted(self.args.items()))))

    @property
    def target(self) -> str | None:
        """The input ``target``, which most actions have; None for those without."""
        value = self.args.get("target")
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a mind that reads words is sent. The system part comes first and stays the same through a run."""

    system: str
    user: str

    def __len__(self) -> int:
        return len(self.system) + len(self.user)


type CallKey = tuple[float, int, str, str, int]
"""(time, wave, actor, purpose, attempt): names a call once and for all within a run."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question put to a mind and what came back, word for word.

    ``tokens_in`` and ``tokens_out`` are as the provider counted them (0 when it did not), ``seconds`` is wall time and
    ``cost`` US dollars; none of the four enters the trace, so that a replay is identical.
    """

    key: CallKey
    prompt: Prompt
    reply: str
    outcome: Outcome = Outcome.OK
    model: str = ""
    note: str = ""
    seconds: float = field(default=0.0, compare=False)
    tokens_in: int = field(default=0, compare=False)
    tokens_out: int = field(default=0, compare=False)
    cost: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        text: what is told of it, one sentence in the language of the run.
        audience: the names of those who learn of it; ``EVERYONE`` before it is recorded, names afterwards.
        origin: who is behind it.
        move: the act that made it, if an act did.
        effects: changes of the true board and of the boards of the audience.
        claims: changes, true or false, of the boards of the audience only.
        about: ids of earlier events which this one tells of.
        failed: the act came to nothing; its effects are empty.
        calls: calls to minds that had a part in it beyond those of the plan.
        id: (time, wave, index), given by ``World.record``; None until then.
    """

    text: str
    audience: Audience = EVERYONE
    origin: Origin = Origin.RULE
    move: Move | None = None
    effects: tuple[Effect, ...] = ()
    claims: tuple[Effect, ...] = ()
    about: tuple[EventId, ...] = ()
    failed: bool = False
    calls: tuple[Call, ...] = ()
    id: EventId | None = None

    @property
    def time(self) -> float:
        """When it happened; NaN before it is recorded."""
        return self.id[0] if self.id is not None else float("nan")

    def known_to(self, name: str) -> bool:
        """Whether this actor is in the audience."""
        return self.audience == EVERYONE or name in self.audience
