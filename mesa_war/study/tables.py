"""Tidy tables of a run, as Parquet: rounds, agents, events, moves, ties, calls."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesa_war.core.actions import Plan
from mesa_war.core.board import Board
from mesa_war.core.events import Call, Event, Move
from mesa_war.core.world import World
from mesa_war.measures.counts import calls_of

if TYPE_CHECKING:
    import pandas as pd


def tables(world: World) -> dict[str, "pd.DataFrame"]:
    """Every table of a run by name.

    Returns:
        ``rounds`` and ``agents`` as Mesa's DataCollector has them; ``events``, one row each; ``moves``, one row per
        move of a plan with whether a secretary struck it; ``ties``, those that stand at the end; ``calls``, one row per
        call to a mind, without its words.
    """
    import pandas as pd

    plans = [plan for _, _, plan in world.plans]
    agents = world.datacollector.get_agent_vars_dataframe().reset_index()
    frames = {
        "rounds": world.datacollector.get_model_vars_dataframe().reset_index(drop=True),
        "agents": agents.dropna(axis="index", subset=list(agents.columns[3:4])),
        "events": pd.DataFrame([_of_event(event) for event in world.chronicle]),
        "moves": pd.DataFrame(list(_of_plans(world.plans))),
        "ties": pd.DataFrame(_ties(world.board)),
        "calls": pd.DataFrame([_of_call(call) for call in calls_of(plans, world.chronicle)]),
    }
    return {name: frame for name, frame in frames.items() if len(frame.columns)}


def write(world: World, folder: Path) -> None:
    """Write every table of a run into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in tables(world).items():
        frame.to_parquet(folder / f"{name}.parquet", index=False)


def _ties(board: Board) -> list[dict[str, Any]]:
    return [
        {"relation": relation, "a": a, "b": b, "weight": weight}
        for relation in board.relations
        for a, b, weight in board.pairs(relation)
    ]


def _of_move(move: Move | None) -> dict[str, Any]:
    return {
        "actor": move.actor if move else None,
        "action": move.action if move else None,
        "target": move.target if move else None,
        "words": move.args.get("text") if move else None,
    }


def _of_event(event: Event) -> dict[str, Any]:
    time, wave, index = event.id or (0, 0, 0)
    return {
        "time": float(time),
        "wave": wave,
        "index": index,
        "origin": event.origin.value,
        **_of_move(event.move),
        "failed": event.failed,
        "audience": list(event.audience),
        "told": event.text,
    }


def _of_plans(plans: Iterable[tuple[float, int, Plan]]) -> Iterable[dict[str, Any]]:
    for time, wave, plan in plans:
        moves = [(move, None) for move in plan.moves] + list(plan.struck)
        for place, (move, reason) in enumerate(moves):
            yield {
                "time": float(time),
                "wave": wave,
                "place": place,
                "origin": move.origin.value,
                **_of_move(move),
                "struck": reason is not None,
                "reason": reason,
            }


def _of_call(call: Call) -> dict[str, Any]:
    time, wave, actor, purpose, attempt = call.key
    return {
        "time": float(time),
        "wave": wave,
        "actor": actor,
        "purpose": purpose,
        "attempt": attempt,
        "model": call.model,
        "outcome": call.outcome.value,
        "note": call.note,
        "seconds": call.seconds,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "cost": call.cost,
    }
