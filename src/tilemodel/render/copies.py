"""Copies of one piece: how many there are, and numbers for those in place such that copies that touch differ."""

from __future__ import annotations

from collections import Counter

from tilemodel.puzzle import Piece
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


def how_many(piece: Piece) -> str:
    """``3 copies``, ``up to 3 copies``, ``any number of copies``; nothing where it is used exactly once."""
    if piece.minimum == piece.maximum:
        return "" if piece.maximum == 1 else f"{piece.maximum} copies"
    if piece.maximum is None:
        return f"{piece.minimum} or more copies" if piece.minimum else "any number of copies"
    if piece.minimum:
        return f"{piece.minimum} to {piece.maximum} copies"
    return "may stay out" if piece.maximum == 1 else f"up to {piece.maximum} copies"
