"""Which pieces in place touch."""

from __future__ import annotations

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution

Touching = dict[int, set[int]]
"""For each piece in place, by its position in the solution, the others that share a side with it (touch, for balls)."""


class Contacts:
    """The neighbours of each cell of a board, looked up once for many arrangements."""

    def __init__(self, puzzle: Puzzle):
        lattice, present = puzzle.lattice, puzzle.board.index
        self._beside: dict[Cell, list[Cell]] = {}
        for cell in puzzle.board.cells:
            near = map(lattice.unembed, lattice.neighbours(lattice.embed(cell)))
            self._beside[cell] = [other for other in near if other in present]

    def of(self, solution: Solution) -> Touching:
        """Which pieces of an arrangement touch."""
        owner = {cell: n for n, placed in enumerate(solution.placements) for cell in placed.cells}
        touching: Touching = {n: set() for n in range(len(solution.placements))}
        for cell, n in owner.items():
            touching[n].update(owner[other] for other in self._beside.get(cell, ()) if other in owner)
            touching[n].discard(n)
        return touching


def fewest_neighbours_first(near: dict[int, set[int]]) -> list[int]:
    """An order for colouring one after the other, in which each has few neighbours among those before it: at most
    five in the plane. It is the smallest-last order of Matula and Beck, J. ACM 30 (1983)."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(near)
    graph.add_edges_from((n, other) for n, others in near.items() for other in others)
    return list(networkx.coloring.strategy_smallest_last(graph, {}))
