"""What the tests of constraints share: every arrangement of a tiny puzzle, and what a lowering says about each.

Nothing here is clever, so that it can be believed: arrangements are enumerated cell by cell without any constraint,
and a lowering (or a whole instance) is then asked about each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from tilemodel.compiler import compile_puzzle, generate_placements
from tilemodel.constraints import rules
from tilemodel.constraints.base import Lowering
from tilemodel.instance import Instance
from tilemodel.placements import Placements
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution, decode

Chosen = tuple[int, ...]
"""The placements of an arrangement, ascending."""


def arrangements(placements: Placements, allowed: Iterable[int] | None = None) -> Iterator[Chosen]:
    """Every set of (allowed) placements that covers the board and uses the pieces as often as it may."""
    puzzle = placements.puzzle
    by_first_cell: list[list[int]] = [[] for _ in puzzle.board.cells]
    for k in range(len(placements)) if allowed is None else allowed:
        by_first_cell[min(placements.indices(k))].append(k)

    def extend(i: int, covered: frozenset[int], chosen: Chosen) -> Iterator[Chosen]:
        if i == len(puzzle.board.cells):
            used = Counter(placements.piece[k] for k in chosen)
            if all(p.minimum <= used[n] for n, p in enumerate(puzzle.pieces)):
                yield tuple(sorted(chosen))
            return
        if i in covered:
            yield from extend(i + 1, covered, chosen)
            return
        if puzzle.board.cells[i] in puzzle.board.optional:
            yield from extend(i + 1, covered, chosen)
        for k in by_first_cell[i]:
            most = puzzle.pieces[placements.piece[k]].maximum
            spent = sum(placements.piece[j] == placements.piece[k] for j in chosen)
            if covered.isdisjoint(placements.indices(k)) and (most is None or spent < most):
                yield from extend(i + 1, covered.union(placements.indices(k)), (*chosen, k))

    return extend(0, frozenset(), ())


def admits(placements: Placements, lowering: Lowering, chosen: Chosen) -> bool:
    """Whether an arrangement keeps everything that a lowering asks for."""
    present = set(chosen)
    used = Counter(placements.piece[k] for k in chosen)
    return (
        present.isdisjoint(lowering.dropped)
        and all(len(present.intersection(item.placements)) <= 1 for item in lowering.auxiliary)
        and all(within(sum(c for k, c in r.coefficients.items() if k in present), r.lo, r.hi) for r in lowering.rows)
        and all(within(used[p], lo, hi) for p, (lo, hi) in lowering.bounds.items())
    )


class InstanceJudge:
    """Whether arrangements are made of options of a compiled instance that satisfy its items and rows."""

    def __init__(self, instance: Instance):
        self._instance = instance
        starts = instance.placement_offsets
        self._option = {
            p: k for k in range(instance.option_count) for p in instance.placements[starts[k] : starts[k + 1]]
        }
        self._rows = [(dict(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in instance.rows]

    def admits(self, chosen: Chosen) -> bool:
        options = {self._option.get(p) for p in chosen}
        if None in options or self._instance.placements_of(options) != list(chosen):
            return False
        covered = Counter(i for k in options for i in self._instance.option(k))
        return all(within(covered[i], item.lo, item.hi) for i, item in enumerate(self._instance.items)) and all(
            within(sum(form.get(k, 0) for k in options), lo, hi) for form, lo, hi in self._rows
        )


def within(value: int, lo: int | None, hi: int | None) -> bool:
    return (lo is None or lo <= value) and (hi is None or value <= hi)


@lru_cache
def _everything(free: Puzzle) -> tuple[Placements, list[tuple[Chosen, Solution]]]:
    placements = generate_placements(free)
    return placements, [(chosen, decode(placements, chosen)) for chosen in arrangements(placements)]


def agreed(puzzle: Puzzle) -> list[Chosen]:
    """The arrangements that keep the puzzle's rules, after seeing that definition, lowering and instance agree.

    Every arrangement of the board is asked of each rule's ``holds``, of its lowering, and of the compiled instance.
    """
    applied = rules(puzzle)
    for rule in applied:
        rule.validate(puzzle)
    placements, everything = _everything(replace(puzzle, constraints=(), match=False))
    judge = InstanceJudge(compile_puzzle(puzzle).instance)
    lowerings = [rule.lower(puzzle, placements) for rule in applied]
    kept = []
    for chosen, solution in everything:
        held = [rule.holds(puzzle, solution) for rule in applied]
        for rule, lowering, holds in zip(applied, lowerings, held, strict=True):
            if rule.kind != "symmetric":  # which the compiler carries out: seen in the instance
                assert admits(placements, lowering, chosen) == holds, (rule, solution)
        assert judge.admits(chosen) == all(held), (applied, solution)
        if all(held):
            kept.append(chosen)
    return kept
