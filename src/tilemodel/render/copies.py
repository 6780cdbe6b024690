"""Telling copies of one piece apart: numbers for the pieces in place such that copies that touch differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def copy_numbers(puzzle: Puzzle, solution: Solution, owner: Mapping[Cell, int]) -> list[int]:
    """A number from 0 for each piece in place; ``owner`` says which of them covers a cell.

    The graph of touching copies is coloured greedily in the smallest-last order of Matula and Beck ("Smallest-last
    ordering and clustering and graph coloring algorithms", J. ACM 30, 1983), so that connected copies in the plane
    have numbers below 6.
    """
    near = _touching_copies(puzzle, solution, owner)
    numbers = [0] * len(solution.placements)
    done: set[int] = set()
    for n in reversed(_fewest_neighbours_first(near)):
        taken = {numbers[other] for other in near[n] if other in done}
        numbers[n] = next(number for number in range(len(taken) + 1) if number not in taken)
        done.add(n)
    return numbers


def _touching_copies(puzzle: Puzzle, solution: Solution, owner: Mapping[Cell, int]) -> dict[int, set[int]]:
    """For each piece in place of which there are several, the other copies that it touches."""
    lattice = puzzle.lattice
    copies = Counter(placed.piece for placed in solution.placements)
    near: dict[int, set[int]] = {}
    for n, (piece, cells) in enumerate(solution.placements):
        if copies[piece] > 1:
            beside = (lattice.unembed(v) for cell in cells for v in lattice.neighbours(lattice.embed(cell)))
            others = {owner[cell] for cell in beside if cell in owner} - {n}
            near[n] = {other for other in others if solution.placements[other].piece == piece}
    return near


def _fewest_neighbours_first(near: Mapping[int, set[int]]) -> list[int]:
    """An order in which each has the fewest neighbours among itself and those after it."""
    degree = {n: len(others) for n, others in near.items()}
    waiting = [(number, n) for n, number in degree.items()]
    heapify(waiting)
    order = []
    while waiting:
        number, n = heappop(waiting)
        if degree.get(n) != number:
            continue  # its degree has changed since: it waits further on, or is done
        order.append(n)
        del degree[n]
        for other in near[n] & degree.keys():
            degree[other] -= 1
            heappush(waiting, (degree[other], other))
    return order
