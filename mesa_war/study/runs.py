"""Conducting one run: start, resume, replay, fork, and load what was recorded."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mesa_war import __version__
from mesa_war.core.events import Event
from mesa_war.core.record import to_event
from mesa_war.core.toml import SettingError
from mesa_war.core.trace import CallFile, Difference, EndOfTrace, Trace, read_trace, sealed_lines
from mesa_war.core.world import World
from mesa_war.families import model_class
from mesa_war.library import family_of
from mesa_war.measures.counts import calls_of, outcomes, shares_by_origin, turns, usage
from mesa_war.study import tables
from mesa_war.study.folder import FORMAT, RunFolder
from mesa_war.study.measures import measures_of

OWN = frozenset({"setting", "rng", "trace", "calls"})
"""Parameters of a model class that conducting a run gives itself."""

type Prepare = Callable[[World], None]
"""Called with a world that is built and not yet stepped, for instance to let somebody watch."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be run: a model, its parameters, its seed, and what changes on the way (a fork).

    Attributes:
        model: the name of a model or the path of a setting.
        params: keyword parameters of the family's model class, as plain data.
        seed: of the dice.
        amendments: (time, parameters of ``World.amend``) that apply from that time on.
    """

    model: str
    seed: int
    params: Mapping[str, Any] = field(default_factory=dict)
    amendments: tuple[tuple[int, Mapping[str, Any]], ...] = ()

    def build(self, trace: Trace | None = None, calls: CallFile | None = None) -> World:
        """The world of this order, at time 0.

        Raises:
            SettingError: a choice does not exist or does not fit.
        """
        for name in self.params.keys() & OWN:
            raise SettingError(f"{name} is no parameter to set: a run gets its {name} from the command; leave it out")
        kind = model_class(family_of(self.model))
        world: World = kind(self.model, rng=self.seed, trace=trace, calls=calls, **self.params)
        world.amendments = dict(self.amendments)
        return world

    def data(self) -> dict[str, Any]:
        """As it stands in a manifest."""
        return {
            "model": self.model,
            "seed": self.seed,
            "params": dict(self.params),
            "amendments": [[at, dict(changes)] for at, changes in self.amendments],
        }

    @classmethod
    def of(cls, folder: RunFolder) -> "Order":
        """The order that a folder is a run of."""
        data = folder.manifest["order"]
        return cls(
            data["model"], data["seed"], data["params"], tuple((at, changes) for at, changes in data["amendments"])
        )


def start(order: Order, path: Path, prepare: Prepare | None = None) -> World:
    """Run an order into a new folder, to its end.

    Raises:
        SettingError: something in the order is wrong, or the folder can't be used; nothing has been run then.
    """
    trial = order.build()  # all mistakes in an order show here, before anything is written or paid for
    check_minds(trial)
    manifest = {"format": FORMAT, "version": __version__, "order": order.data(), "status": "running"}
    return conduct(order, RunFolder.create(path, manifest), prepare)


def check_minds(world: World) -> None:
    """Ask every mind that can tell whether it could be reached, once each, before the first call."""
    minds = {id(actor.mind): actor.mind for actor in world.seats.values()}
    minds |= {id(a.secretary.mind): a.secretary.mind for a in world.seats.values() if a.secretary.mind}
    for mind in minds.values():
        check = getattr(mind, "check", None)
        if check is not None:
            check()


def resume(path: Path, prepare: Prepare | None = None) -> World:
    """Go on with a run where its folder ends: what is recorded is repeated without a call, then it goes on live."""
    folder = RunFolder.open(path)
    return conduct(Order.of(folder), folder, prepare)


def conduct(order: Order, folder: RunFolder, prepare: Prepare | None = None) -> World:
    """Step a world into its folder until it ends; whatever stops it leaves a folder that can be resumed."""
    trace, calls = Trace(folder.trace), CallFile(folder.calls)
    try:
        world = order.build(trace, calls)
        if prepare is not None:
            prepare(world)
        folder.amend(status="running", setting_sha256=world.setting.fingerprint)
        while world.running:
            world.step()
    except BaseException as error:
        kind = "stopped" if isinstance(error, KeyboardInterrupt) else "failed"
        folder.amend(status=kind, reason=f"{type(error).__name__}: {error}")
        raise
    finally:
        trace.close()
        calls.close()
    tables.write(world, folder.tables)
    folder.amend(**closing(world))
    return world


def closing(world: World) -> dict[str, Any]:
    """What the manifest says of a run that came to its end."""
    plans = [plan for _, _, plan in world.plans]
    calls = calls_of(plans, world.chronicle)
    turned = turns(plans)
    answered = turned.get("answered", 0)
    return {
        "status": "complete" if answered == turned["turns"] else "degraded" if answered else "failed",
        "reason": f"{turned['turns'] - answered} of {turned['turns']} turns without a usable answer"
        if answered < turned["turns"]
        else "",
        "ended_by": world.ended_by,
        "rounds": world.round,
        "hash": world.trace.hash,
        "measures": measures_of(world),
        "acts_by_origin": shares_by_origin(world.chronicle, acts_only=True),
        "events_by_origin": shares_by_origin(world.chronicle),
        "turns": dict(turned),
        "outcomes": outcomes(calls),
        "usage": usage(calls),
    }


def replay(path: Path, prepare: Prepare | None = None) -> World:
    """Run a folder's order again from its recorded replies, comparing every line; makes no call and writes nothing.

    Raises:
        Difference: something is not identical; the message names the place.
    """
    folder = RunFolder.open(path)
    trace, calls = Trace(folder.trace, frozen=True), CallFile(folder.calls, frozen=True)
    world = Order.of(folder).build(trace, calls)
    if prepare is not None:
        prepare(world)
    try:
        while world.running:
            world.step()
    except EndOfTrace:
        if "ended_by" in folder.manifest:
            raise
    trace.close()
    return world


def fork(path: Path, at: int, changes: Mapping[str, Any], out: Path, number: int = 0) -> tuple[Order, RunFolder]:
    """A new folder that shares a run's past before a time and differs from then on.

    Args:
        path: the run to fork.
        at: the first round under the new parameters.
        changes: parameters of ``World.amend``.
        out: the new folder.
        number: which branch it is; its dice have the run's seed plus this number from ``at`` on.

    Raises:
        SettingError: the run has not come so far.
        Difference: the recorded past was changed.
    """
    folder = RunFolder.open(path)
    parent = Order.of(folder)
    past = [line for line in sealed_lines(folder.trace) if _time_of(line) < at]
    reached = int(max((_time_of(line) for line in past), default=0))
    if at < 1 or reached < at - 1:
        raise SettingError(f"--at {at}: {path} has rounds 1 to {reached}; allowed are 1 to {reached + 1}")
    seed = parent.seed + number
    amendments = (*parent.amendments, (at, {**changes, "seed": seed}))
    order = Order(parent.model, parent.seed, parent.params, amendments)
    manifest = {
        "format": FORMAT,
        "version": __version__,
        "order": order.data(),
        "parent": {"run": path.name, "hash": folder.manifest.get("hash"), "at": at, "branch": number},
        "status": "running",
    }
    trial = order.build()  # a wrong change shows here, before anything is written
    if at > trial.rounds:
        raise SettingError(f"--at {at}: {path} ends after round {trial.rounds}, so nothing would follow")
    trial.amend(**{**changes, "seed": seed})
    check_minds(trial)
    new = RunFolder.create(out, manifest)
    new.trace.write_bytes("".join(f"{line}\n" for line in past).encode("utf-8", "surrogatepass"))
    if folder.calls.exists():
        new.calls.write_bytes(_calls_before(folder.calls, at))
    return order, new


def _calls_before(path: Path, at: int) -> bytes:
    """The whole lines of calls before a time, byte by byte: a reply may hold what other readers take for a line end."""
    with path.open("rb") as file:
        return b"".join(line for line in file if line.endswith(b"\n") and json.loads(line)["key"][0] < at)


def _time_of(line: str) -> float:
    data = json.loads(line)
    return float(data["id"][0] if data["kind"] == "event" else data.get("time", 0))


def load(path: Path) -> World:
    """The world of a run as far as it is recorded: chronicle, boards and tables, but no minds are asked.

    Raises:
        Difference: the trace was changed after it was written.
    """
    folder = RunFolder.open(path)
    world = Order.of(folder).build()
    lines = list(read_trace(folder.trace))
    rounds = max((int(line["time"]) for line in lines if line["kind"] == "plan"), default=0)
    _restore(world, [to_event(line) for line in lines if line["kind"] == "event"], rounds)
    return world


def _restore(world: World, events: Sequence[Event], rounds: int) -> None:
    """Let a world record again what was recorded, round by round, without asking anybody."""
    left = list(events[len(world.chronicle) :])
    for world.round in range(1, rounds + 1):
        while left and left[0].time <= world.round:
            event = left.pop(0)
            world.now, world.wave, world.index = event.id or (0, 0, 0)
            world.record(event)
        world.datacollector.collect(world)
    world.running = False


__all__ = ["Difference", "Order", "conduct", "fork", "load", "replay", "resume", "start"]
