"""What holds of private things in every model (requirement B3)."""

import re
from collections.abc import Callable
from itertools import cycle

from conformance.looks import stream, view_text
from conformance.minds import SEED, Busy, Instead, Marked, Watched, mark
from conformance.models import Model
from mesa_war.core.events import Event, Fact, Move, Origin
from mesa_war.core.mind import Request
from mesa_war.core.view import View
from mesa_war.core.world import World

CANARY = re.compile(r"canary \d+ [\d.]+ yranac(?: in thought)?")
WHEN = 2
"""The round in which something private happens."""

TRIALS = 40
"""How many pairs are tried, over the number of actors: small worlds are cheap."""


def check_canaries(model: Model, seed: int = SEED) -> None:
    """Private words are found nowhere in the view or the prompt of one who was not told them."""
    watched = Watched(Marked(Busy(seed)))
    world = model.build(mind=watched, rng=seed, rounds=4)
    while world.running:
        world.step()
        for number, name in enumerate(world.seats):
            text = mark(name, 100 * world.round + number)
            world.record(Event(text, (name,), Origin.NATURE, effects=(Fact("canary", "text", text),)))
    assert any(CANARY.search(event.text) for event in world.chronicle)
    for request, _ in watched.seen:
        view = request.view
        moment = (view.time, view.wave, 0)
        told = stream(event for event in world.chronicle if event.known_to(view.actor) and event.id < moment)
        allowed = set(CANARY.findall("\n".join(_without_calls(line) for line in told)))
        shown = f"{view_text(view)}\n{request.prompt.system}\n{request.prompt.user}"
        leaked = set(CANARY.findall(shown)) - allowed
        assert not leaked, f"{view.actor} is shown {leaked} at {moment}"


def _without_calls(line: str) -> str:
    """Calls ride on events for the omniscient log; what control was told is not told to its audience."""
    return line.partition(", calls=")[0]


def check_requests(model: Model, seed: int = SEED) -> None:
    """An actor is shown exactly the open requests that were made to it."""
    watched = Watched(Busy(seed))
    world = model.run(mind=watched, rng=seed, rounds=4)
    asks = {action.asks for action in world.rulebook.values() if action.asks}
    for request, _ in watched.seen:
        view = request.view
        open_ = {(r, a) for r in asks for a, b, _ in view.board.pairs(r) if b == view.actor}
        shown = {(world.rulebook[event.move.action].asks, event.move.actor) for event in view.requests}
        assert shown == open_, f"requests to {view.actor}"
        assert all(event.move.target == view.actor and event in view.events for event in view.requests)


def check_non_interference(model: Model) -> None:
    """What others do in private changes nothing for an actor until something it may know comes of it."""
    names = sorted(model.build(mind="wait", rng=SEED, rounds=1).seats)
    pairs = cycle(zip(names, names[1:] + names[:1], strict=True))
    for rng, (actor, other) in zip(range(TRIALS // len(names)), pairs, strict=False):
        _nobody_hears(model, rng, actor, other)
        _nature_whispers(model, rng, actor)


def _nobody_hears(model: Model, rng: int, actor: str, other: str) -> None:
    """One does nothing; in a twin world it does something that ``actor`` may not know."""
    secret: list[Move] = []

    def private(world: World, view: View) -> list[Move]:
        audience = {move: world.rulebook[move.action].publicity(move, world.board) for move in view.options()}
        hidden = [move for move, names in audience.items() if names != "everyone" and actor not in names]
        secret[:] = hidden[-1:]
        return secret

    quiet, busy = _run(model, rng, other, lambda world, view: []), _run(model, rng, other, private)
    if secret:
        _as_long_as_events_are_equal(_seen(quiet, actor), _seen(busy, actor), WHEN, WHEN + 1)


def _nature_whispers(model: Model, rng: int, actor: str) -> None:
    """Nature tells all others something of no consequence."""
    worlds = []
    for told in (False, True):
        watched = Watched(Busy(wild=False))
        world = model.build(mind=watched, rng=rng, rounds=3)
        world.step()
        if told:
            others = tuple(name for name in world.seats if name != actor)
            world.record(Event("Psst.", others, Origin.NATURE, effects=(Fact("secret", "text", "Psst."),)))
        while world.running:
            world.step()
        worlds.append(watched)
    _as_long_as_events_are_equal(_seen(worlds[0], actor), _seen(worlds[1], actor), 1, 3)


def _run(model: Model, rng: int, other: str, moves: Callable[[World, View], list[Move]]) -> Watched:
    """A run in which one actor makes other moves than its mind would, once; they may be chosen by the truth."""
    worlds: list[World] = []

    def once(view: View) -> list[Move]:
        return moves(worlds[0], view)

    watched = Watched(Instead(Busy(wild=False), other, WHEN, once))
    worlds.append(model.build(mind=watched, rng=rng, rounds=4))
    while worlds[0].running:
        worlds[0].step()
    return watched


def _seen(watched: Watched, actor: str) -> list[Request]:
    return [request for request, _ in watched.seen if request.view.actor == actor]


def _as_long_as_events_are_equal(one: list[Request], two: list[Request], since: int, until: int) -> None:
    """After round ``since`` equal events mean equal views and prompts; through round ``until`` events must be equal."""
    for a, b in zip(one, two, strict=False):
        same = stream(a.view.events) == stream(b.view.events)
        assert same or a.view.time > until, f"{a.view.actor} learns at {a.view.time} of what it may not know"
        if not same or a.objections != b.objections:
            return
        if a.view.time <= since:
            continue
        assert view_text(a.view) == view_text(b.view), f"the view of {a.view.actor} at {a.view.time}"
        assert a.prompt == b.prompt, f"the prompt of {a.view.actor} at {a.view.time}"
