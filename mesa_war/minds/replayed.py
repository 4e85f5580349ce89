"""A mind that does what was done in an earlier run, as far as that run went."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mesa_war.core.events import Move, Origin
from mesa_war.core.mind import Mind, Reply, Request
from mesa_war.core.record import to_move
from mesa_war.core.toml import SettingError
from mesa_war.core.trace import Difference, read_trace


@dataclass(slots=True, eq=False)
class Replayed:
    """Repeats the plans of a recorded run at the same time and wave; beyond them it asks ``then``, or does nothing.

    Unlike ``mesa-war replay`` this is no proof of anything: the other chairs may do something else this time, and what
    has become illegal is struck out by the secretary.

    Args:
        plans: (time, wave, actor) -> the moves and the thought that were recorded.
        then: who decides what the recording does not hold; whether answering means waiting is as with that mind.
    """

    plans: Mapping[tuple[float, int, str], tuple[tuple[Move, ...], str]]
    then: Mind | None = None
    waits: bool = field(init=False)
    origin: Origin = Origin.MIND

    def __post_init__(self) -> None:
        self.waits = self.then is not None and self.then.waits

    @classmethod
    def load(cls, folder: str, then: Mind | None = None) -> "Replayed":
        """The plans in a run folder; SettingError if there is no sound trace in it."""
        trace = Path(folder) / "trace.jsonl"
        if not trace.is_file():
            raise SettingError(f"replay:{folder}: there is no trace.jsonl in that folder")
        try:
            lines = [line for line in read_trace(trace) if line["kind"] == "plan"]
        except Difference as difference:
            raise SettingError(f"replay:{folder}: {difference}") from None
        return cls(
            {
                (line["time"], line["wave"], line["actor"]): (tuple(map(to_move, line["moves"])), line["thought"])
                for line in lines
            },
            then,
        )

    def answer(self, request: Request) -> Reply:
        """The recorded moves, or those of the mind behind."""
        view = request.view
        found = self.plans.get((view.time, view.wave, view.actor))
        if found is None:
            return self.then.answer(request) if self.then else Reply()
        return Reply(moves=found[0], thought=found[1])
