"""Pieces of a solid arrangement taken apart: the storeys in which they are lifted off one another."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tilemodel.render.space import Place

Body = Sequence[Place]
"""A piece in place, as the middles of its cells."""


def storeys(bodies: Sequence[Body], across: float) -> list[list[int]]:
    """The bodies, by their positions, from the bottom up, such that each lies above all that carry it.

    A cell carries those that would fall on it: higher ones nearer than ``across`` to the vertical line through it.
    Bodies that carry one another, so that none of them can be lifted off, are parted by their mean heights.
    """
    import networkx

    carries = networkx.DiGraph()
    carries.add_nodes_from(range(len(bodies)))
    carries.add_edges_from(_carried(bodies, across))
    knots = networkx.condensation(carries)
    found: defaultdict[int, list[int]] = defaultdict(list)
    top: dict[int, int] = {}  # the highest storey of each knot
    for knot in networkx.lexicographical_topological_sort(knots):
        top[knot] = max((top[below] for below in knots.predecessors(knot)), default=-1)
        by_height: defaultdict[float, list[int]] = defaultdict(list)
        for n in knots.nodes[knot]["members"]:
            by_height[round(sum(z for _, _, z in bodies[n]) / len(bodies[n]), 6)].append(n)
        for mean_height in sorted(by_height):
            top[knot] += 1
            found[top[knot]] += by_height[mean_height]
    return [sorted(found[k]) for k in range(len(found))]


def lifts(bodies: Sequence[Body], across: float, gap: float) -> list[float]:
    """How far each body is lifted so that every storey is clear of the one below it by at least the gap, cells being
    one unit high. Storeys share no height, so that lifted bodies never meet, however they hold one another."""
    lift, ceiling = 0.0, -math.inf
    found = [0.0] * len(bodies)
    for storey in storeys(bodies, across):
        heights = [z for n in storey for _, _, z in bodies[n]]
        lift = max(lift, ceiling + gap + 1 - min(heights))
        ceiling = max(heights) + lift
        for n in storey:
            found[n] = lift
    return found


def _carried(bodies: Sequence[Body], across: float) -> Iterator[tuple[int, int]]:
    """Pairs of bodies, the first of which carries the second."""
    near: defaultdict[tuple[int, int], list[tuple[Place, int]]] = defaultdict(list)
    for n, body in enumerate(bodies):
        for place in body:
            near[math.floor(place[0]), math.floor(place[1])].append((place, n))
    for (column, row), inside in near.items():
        around = [
            pair
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
            for pair in near.get((c, r), ())
        ]
        for (x, y, z), n in inside:
            for (ox, oy, oz), m in around:
                if m != n and oz > z and math.hypot(ox - x, oy - y) < across:
                    yield n, m
