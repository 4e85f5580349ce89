"""What makes every model a good Mesa model (requirements M1 to M4)."""

import pickle
import warnings
from threading import Event as Signal
from threading import Thread

import mesa

from conformance.minds import SEED, Always
from conformance.models import Model, steps
from mesa_war.core.actor import Actor
from mesa_war.core.mind import Reply
from mesa_war.core.secretary import Secretary
from mesa_war.core.world import World

OLD_WAYS = (DeprecationWarning, FutureWarning, PendingDeprecationWarning)


def check_mesa(model: Model) -> None:
    with warnings.catch_warnings():
        for old in OLD_WAYS:
            warnings.simplefilter("error", old)
        world = model.build(mind="random", rng=SEED, rounds=4)
        _mesa_sees(world, 1)
        for taken, _ in enumerate(steps(world), start=2):
            _mesa_sees(world, taken)
    assert pickle.loads(pickle.dumps(model.kind)) is model.kind


def _mesa_sees(world: World, collected: int) -> None:
    assert isinstance(world, mesa.Model)
    agents = {Actor: set(), Secretary: set()}
    for agent in world.agents:
        agents[type(agent)].add(agent)
    assert agents[Actor] == set(world.seats.values())
    assert agents[Secretary] == {actor.secretary for actor in world.seats.values()}
    assert all(len(values) == collected for values in world.datacollector.model_vars.values())
    rows = world.datacollector.get_agent_vars_dataframe()
    assert len(rows) == collected * len(world.agents)
    check_mirror(world)


def check_mirror(world: World) -> None:
    """Mesa's network space shows the ties between actors, and has every actor on its node."""
    graph = world.grid.G
    names = dict(graph.nodes(data="name"))
    assert sorted(names.values()) == sorted(world.seats)
    for node, name in names.items():
        cell = world.grid.get_cell_list_contents([node]) if hasattr(world.grid, "get_cell_list_contents") else None
        assert (cell if cell is not None else list(world.grid[node].agents)) == [world.seats[name]]
    shown = {frozenset((names[a], names[b])): dict(ties) for a, b, ties in graph.edges(data="relations")}
    true: dict[frozenset[str], dict[str, float]] = {}
    for relation in world.board.relations:
        for a, b, weight in world.board.pairs(relation):
            if a in world.seats and b in world.seats and a != b:
                true.setdefault(frozenset((a, b)), {}).setdefault(relation, weight)
    assert shown == true


def check_an_error_stays(model: Model) -> None:
    def fails(request):
        if request.view.time == 2:
            raise ZeroDivisionError("broken")
        return Reply()

    world = model.build(mind=Always(fails), rng=SEED, rounds=4)
    world.step()
    for expected in (ZeroDivisionError, RuntimeError, RuntimeError):
        try:
            world.step()
        except expected:
            continue
        raise AssertionError(f"no {expected.__name__} was raised")
    assert not world.running
    assert world.round == 2


def check_one_thread_at_a_time(model: Model) -> None:
    entered, leave = Signal(), Signal()

    def waits(request):
        if not entered.is_set():
            entered.set()
            leave.wait(5)
        return Reply()

    world = model.build(mind=Always(waits), rng=SEED, rounds=4)
    first = Thread(target=world.step)
    first.start()
    assert entered.wait(5)
    before = (world.round, world.time)
    world.step()
    inside = (world.round, world.time)
    leave.set()
    first.join(5)
    assert inside == before, "a second thread entered the step"
    assert world.round == 1
    assert {time for time, _, _ in world.plans} == {1}
