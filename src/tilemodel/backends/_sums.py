"""Items and rows in one shape, with bounds cut down to what can be reached: what solvers of linear forms need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilemodel.instance import Goal, Instance


class Sum(NamedTuple):
    """``lo <= sum of coefficients[k] * [options[k] is chosen] <= hi``, neither vacuous nor open.

    ``least <= lo`` and ``hi <= most``, where the form's values lie from ``least`` to ``most``; ``lo > hi`` where
    nothing can satisfy it. ``coefficients`` is None where all are 1. ``origin`` names it in messages; ``item`` or
    ``row`` is the position of what it comes from.
    """

    options: Sequence[int]
    coefficients: Sequence[int] | None
    lo: int
    hi: int
    least: int
    most: int
    origin: str
    item: int | None = None
    row: int | None = None

    @property
    def possible(self) -> bool:
        """Whether some value of the form satisfies it, by its extremes alone."""
        return self.lo <= self.hi

    @property
    def weights(self) -> list[int]:
        """The coefficients, written out."""
        return [1] * len(self.options) if self.coefficients is None else list(self.coefficients)

    @property
    def at_least_one(self) -> bool:
        """Whether it says that one of the options (at least) is chosen, or more."""
        return self.coefficients is None and self.lo == 1

    @property
    def at_most_one(self) -> bool:
        """Whether it says that one of the options (at most) is chosen, or more."""
        return self.coefficients is None and self.hi == 1


def sums(instance: Instance) -> Iterator[Sum]:
    """All that an instance asks of a selection: its items, then its rows, those that always hold left out."""
    for i, (item, options) in enumerate(zip(instance.items, instance.options_of, strict=True)):
        if item.hi != 1 and _implied(instance, i):
            continue
        for form in _cut(options, None, item.lo, item.hi, 0, len(options), f"item {item.name}"):
            yield form._replace(item=i)
    for r, row in enumerate(instance.rows):
        least = sum(c for c in row.coefficients if c < 0)
        most = sum(c for c in row.coefficients if c > 0)
        coefficients = None if all(c == 1 for c in row.coefficients) else row.coefficients
        for form in _cut(row.options, coefficients, row.lo, row.hi, least, most, f"a row of {row.origin or 'no name'}"):
            yield form._replace(row=r)


def _implied(instance: Instance, i: int) -> bool:
    """Whether items covered exactly once see to it that this one is covered often enough, and not too often.

    Where only the options of an item cover n such items, and each option covers from a to b of them, the item is
    covered between n / b and n / a times: 54 T tetracubes fill 216 cells. To say it again slows CP-SAT a hundredfold.
    """
    item, options = instance.items[i], set(instance.options_of[i])
    inside = {
        j
        for j, (other, covered_by) in enumerate(zip(instance.items, instance.options_of, strict=True))
        if other.lo == other.hi == 1 and options.issuperset(covered_by)
    }
    sizes = [len(inside.intersection(instance.option(k))) for k in options]
    if not sizes or min(sizes) == 0:
        return False
    return item.lo * max(sizes) <= len(inside) and (item.hi is None or len(inside) <= item.hi * min(sizes))


def _cut(
    options: Sequence[int],
    coefficients: Sequence[int] | None,
    lo: int | None,
    hi: int | None,
    least: int,
    most: int,
    origin: str,
) -> Iterator[Sum]:
    lo = least if lo is None else max(lo, least)
    hi = most if hi is None else min(hi, most)
    if (lo, hi) != (least, most):
        yield Sum(options, coefficients, lo, hi, least, most, origin)


def gains(goal: Goal) -> Sequence[int]:
    """What each option adds to a selection's worth, the more the better."""
    return goal.coefficients if goal.maximize else [-c for c in goal.coefficients]
