"""Quotients: the instance whose options are whole orbits of options.

Its selections are exactly the selections of the given instance that are unions of the orbits, so it finds the
arrangements that a motion carries onto themselves: those that a ``symmetric`` constraint asks for, and those that
orbit counting needs.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tilemodel.instance import Instance, ItemKind, Row


def cycles(size: int, images: Iterable[Sequence[int | None]]) -> list[tuple[int, ...]]:
    """The orbits of 0..size-1 under the given maps, each ascending, in order of their first members.

    A map sends k to ``image[k]``; None stands for something outside. An orbit that leads outside is left out.
    """
    leader = list(range(size))

    def find(k: int) -> int:
        while leader[k] != k:
            leader[k] = leader[leader[k]]
            k = leader[k]
        return k

    outside = set()
    for image in images:
        for k, target in enumerate(image):
            if target is None:
                outside.add(k)
            else:
                a, b = find(k), find(target)
                leader[max(a, b)] = min(a, b)
    spoiled = {find(k) for k in outside}
    orbits: dict[int, list[int]] = {}
    for k in range(size):
        orbits.setdefault(find(k), []).append(k)
    return [tuple(orbit) for first, orbit in orbits.items() if first not in spoiled]


def merge_options(instance: Instance, groups: Iterable[tuple[int, ...]]) -> Instance:
    """The instance whose options are these disjoint groups of options, each taken as a whole.

    A group that covers an item more often than it may be covered is left out. An item that some group covers
    several times becomes a row, since options cover an item at most once. Items that are covered alike (the cells
    of an orbit) are kept once. Coefficients add up.
    """
    coverage: list[Counter[int]] = []
    kept: list[tuple[int, ...]] = []
    for group in groups:
        times = Counter(i for k in group for i in instance.option(k))
        if all(instance.items[i].hi is None or n <= instance.items[i].hi for i, n in times.items()):
            kept.append(group)
            coverage.append(times)

    columns: list[list[tuple[int, int]]] = [[] for _ in instance.items]
    for new, times in enumerate(coverage):
        for i, n in times.items():
            columns[i].append((new, n))
    rows, representatives, seen = [], [], set()
    for i, item in enumerate(instance.items):
        column = columns[i]
        if any(n > 1 for _, n in column):
            row = Row(
                array("i", [k for k, _ in column]), array("q", [n for _, n in column]), item.lo, item.hi, item.name
            )
            rows.append(row)
            continue
        # Pieces keep their identity; only cells and auxiliary items can be one another's images.
        key = (item.kind, item.lo, item.hi, tuple(k for k, _ in column), i if item.kind is ItemKind.PIECE else None)
        if key not in seen:
            seen.add(key)
            representatives.append(i)

    rank = {i: new for new, i in enumerate(representatives)}
    offsets, members = array("i", [0]), array("i")
    placement_offsets, placements = array("i", [0]), array("i")
    for group, times in zip(kept, coverage, strict=True):
        members.extend(sorted(rank[i] for i in times if i in rank))
        offsets.append(len(members))
        placements.extend(instance.placements_of(group))
        placement_offsets.append(len(placements))
    rows += [_merge_row(row, kept) for row in instance.rows]
    goal = instance.goal and replace(
        instance.goal, coefficients=array("q", [sum(instance.goal.coefficients[k] for k in group) for group in kept])
    )
    items = tuple(instance.items[i] for i in representatives)
    return Instance(items, offsets, members, placement_offsets, placements, tuple(rows), goal)


def _merge_row(row: Row, groups: list[tuple[int, ...]]) -> Row:
    coefficient = dict(zip(row.options, row.coefficients, strict=True))
    sums = [(new, sum(coefficient.get(k, 0) for k in group)) for new, group in enumerate(groups)]
    sums = [(new, c) for new, c in sums if c]
    return replace(row, options=array("i", [k for k, _ in sums]), coefficients=array("q", [c for _, c in sums]))
