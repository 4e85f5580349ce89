"""Mesa's network space, kept as a mirror of the true board for Mesa's own tools."""

from collections.abc import Sequence
from typing import Any

from mesa_war.core.actor import Actor
from mesa_war.core.board import Board


class Mirror:
    """A network space with one integer node per actor and one undirected edge per pair that is tied in any way.

    Edge attribute ``relations`` maps the names of the relations of a pair to their weights; of two opposite ties it has
    that of the name that sorts first. The mirror never feeds back: Mesa's network spaces write into their graph, so the
    board itself must not be one.

    Attributes:
        grid: ``mesa.space.NetworkGrid`` on Mesa 3, ``mesa.discrete_space.Network`` on Mesa 4, which drops the former.
        nodes: actor name -> node.
    """

    def __init__(self, actors: Sequence[Actor], random: Any) -> None:
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from((i, {"name": actor.name}) for i, actor in enumerate(actors))
        self.nodes = {actor.name: i for i, actor in enumerate(actors)}
        self.grid = _space(graph, random)
        for actor in actors:
            self._place(actor)

    def _place(self, actor: Actor) -> None:
        node = self.nodes[actor.name]
        if hasattr(self.grid, "place_agent"):
            self.grid.place_agent(actor, node)
        else:
            self.grid[node].add_agent(actor)

    def reflect(self, relation: str, a: str, b: str, board: Board) -> None:
        """Bring the edge of a pair in step with the board; for a relation of which a node has one, all edges of a."""
        for other in list(self.nodes) if board.relation(relation).single else [b]:
            if a not in self.nodes or other not in self.nodes or a == other:
                continue
            one, two = sorted((a, other))
            ties = {
                name: board.tie(name, one, two) if board.tied(name, one, two) else board.tie(name, two, one)
                for name in board.relations
                if board.tied(name, one, two) or board.tied(name, two, one)
            }
            graph, edge = self.grid.G, (self.nodes[a], self.nodes[other])
            if ties:
                graph.add_edge(*edge, relations=ties)
            elif graph.has_edge(*edge):
                graph.remove_edge(*edge)


def _space(graph: Any, random: Any) -> Any:
    """The network space this Mesa has."""
    try:
        from mesa.space import NetworkGrid
    except ModuleNotFoundError:
        import networkx as nx
        from mesa.discrete_space import Network

        return Network(graph, layout=nx.circular_layout, random=random)
    return NetworkGrid(graph)
