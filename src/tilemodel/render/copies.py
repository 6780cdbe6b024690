"""Telling copies of one piece apart: numbers for the pieces in place such that copies that touch differ."""

from __future__ import annotations

from collections import Counter

from tilemodel.render.contacts import Contacts, fewest_neighbours_first
from tilemodel.solution import Solution


def copy_numbers(contacts: Contacts, solution: Solution) -> list[int]:
    """A number from 0 for each piece in place, as small as may be; copies that are connected and lie in the plane have
    numbers below 6."""
    names = [placed.piece for placed in solution.placements]
    copies = Counter(names)
    near = {
        n: {other for other in others if names[other] == names[n]}
        for n, others in contacts.of(solution).items()
        if copies[names[n]] > 1
    }
    numbers = dict.fromkeys(range(len(names)), 0)
    done: set[int] = set()
    for n in fewest_neighbours_first(near) if near else ():
        taken = {numbers[other] for other in near[n] & done}
        numbers[n] = next(number for number in range(len(taken) + 1) if number not in taken)
        done.add(n)
    return list(numbers.values())
