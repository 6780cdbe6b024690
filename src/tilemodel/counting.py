"""Counting by way of symmetry, without seeing arrangements.

All are counted by those with a piece that is used once in the nearest of its places, as often as there are such places.
Up to symmetry that is enough where no symmetry leaves the piece where it is: every orbit then has one of these. Else
backends that merge partial arrangements count the orbits by what each symmetry fixes (:mod:`~tilemodel.orbits`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilemodel import backends
from tilemodel.backends.search import Counting, Limits, Search, Statistics, StopReason
from tilemodel.choice import Stage
from tilemodel.compiler import Compilation
from tilemodel.instance import Instance, ItemKind
from tilemodel.orbits import orbit_terms
from tilemodel.symmetry import OrbitFilter, parts_by_place, symmetry_group


@dataclass(frozen=True)
class CountingPlan:
    """A number as a sum: of each instance its number of selections, so many times; all divided by ``divisor``."""

    terms: tuple[tuple[int, Instance], ...]
    divisor: int = 1

    def total(self, found: Sequence[int]) -> int:
        """The number, from the complete numbers of selections of the terms."""
        result, rest = divmod(sum(t * number for (t, _), number in zip(self.terms, found, strict=True)), self.divisor)
        assert rest == 0, "the symmetries do not form a group"
        return result


def orbit_plan(orbits: OrbitFilter) -> CountingPlan:
    """How to count one arrangement of each orbit."""
    if orbits.keeps_all:
        return CountingPlan(((1, orbits.instance),))
    return CountingPlan(tuple(orbit_terms(orbits.whole, orbits.group)), len(orbits.group))


def plain_plan(compilation: Compilation) -> CountingPlan | None:
    """How to count all arrangements by places of one piece that stand for their images; None where no piece allows it.

    Images are those by all motions of the lattice, whichever make two arrangements one for the puzzle.
    """
    instance = compilation.instance
    if not any(item.kind is ItemKind.PIECE and (item.lo, item.hi) == (1, 1) for item in instance.items):
        return None
    group = symmetry_group(compilation, compilation.puzzle.lattice.point_group)
    terms = parts_by_place(instance, group)
    return CountingPlan(tuple(terms)) if terms else None


def planned_count(
    compilation: Compilation, orbits: OrbitFilter | None, stage: Stage, limits: Limits
) -> PlannedCount | None:
    """The search that counts for a stage without seeing arrangements: up to symmetry where there is a filter.

    None where its backend is a yardstick, cannot take some instance of the plan, or would do the same anyway.
    """
    backend = backends.get(stage.backend)
    if backend.is_yardstick(stage.options) or (orbits and not backend.merges):
        return None
    plan = orbit_plan(orbits) if orbits else plain_plan(compilation)
    if plan is None or (backend.merges and not orbits and len(plan.terms) > 1):  # it would merge less
        return None
    if any(backend.objections(instance) for _, instance in plan.terms):
        return None
    return PlannedCount(plan, stage.search, limits)


class PlannedCount(Counting):
    """Carries out a plan.

    ``begin`` starts a search of an instance within limits. What ends one of the searches early ends the whole; what was
    found by then counts, unless it was to be divided, since that says nothing.
    """

    def __init__(self, plan: CountingPlan, begin: Callable[[Instance, Limits], Search], limits: Limits):
        self._present: Search | None = None
        self._number = 0  # of the term that is being counted
        super().__init__(limits)
        self._plan = plan
        self._begin = begin

    @property
    def statistics(self) -> Statistics:  # type: ignore[override]
        """The work of all terms so far."""
        before, present = self._earlier, self._present
        if present is None:
            return before
        now = present.statistics
        done = (self._number + (now.done or 0)) / len(self._plan.terms)
        return Statistics(before.nodes + now.nodes, before.conflicts + now.conflicts, done, now.remark)

    @statistics.setter
    def statistics(self, value: Statistics) -> None:
        self._earlier = value

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        total, stop, numbers = 0, None, list[int]()
        for number, (times, instance) in enumerate(self._plan.terms):
            self._number = number
            if stop := self._interruption():
                break
            with self._begin(instance, self._limits_of_term(-(-(most - total) // times))) as search:
                self._present = search
                if self._cancelled.is_set():
                    search.cancel()
                outcome = search.count()
            self.statistics, self._present = self.statistics, None
            numbers.append(outcome.found)
            total += times * outcome.found
            if not outcome.complete:
                stop = outcome.stop
                break
        if stop and self._plan.divisor > 1:
            return 0, stop
        found = total if stop else self._plan.total(numbers)
        if found > most:
            return most, StopReason.SOLUTION_LIMIT
        return found, stop or StopReason.EXHAUSTED

    def _limits_of_term(self, wanted: int) -> Limits:
        """What is left of the time, and of the selections that are wanted where each can be told from the number."""
        seconds = None if self.limits.seconds is None else max(self._seconds_left(), 1e-3)
        bounded = self.limits.solutions is not None and self._plan.divisor == 1
        return Limits(max(wanted, 1) if bounded else None, seconds)

    def _interrupt(self) -> None:
        if search := self._present:
            search.cancel()
