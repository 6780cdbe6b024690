"""The Instance: one exact-cover problem with bounds and linear rows, the hub between geometry and search.

Geometry ends here: nothing in an Instance knows what a cell or a piece looks like. The problem: choose a set of
*options* such that every *item* is covered between ``lo`` and ``hi`` times and every *row* (a linear form over the
options) lies between its bounds. An option covers an item at most once.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

Selection = tuple[int, ...]
"""The chosen option indices, ascending."""


class ItemKind(Enum):
    """What an item stands for; backends may use it as a hint, never for its meaning."""

    CELL = "cell"
    PIECE = "piece"
    AUXILIARY = "auxiliary"


@dataclass(frozen=True)
class Item:
    """Something covered from ``lo`` to ``hi`` times (``hi`` None: no upper end).

    *Primary* items have ``lo >= 1``; the others are *secondary*.
    """

    name: str
    kind: ItemKind
    lo: int = 1
    hi: int | None = 1

    @property
    def primary(self) -> bool:
        """Whether it must be covered."""
        return self.lo >= 1


@dataclass(frozen=True)
class Row:
    """``lo <= sum of coefficients[k] * [options[k] is chosen] <= hi``; either bound may be None.

    ``options`` (int32) are ascending and different, ``coefficients`` (int64) not zero. ``origin`` names the
    constraint that it came from.
    """

    options: array
    coefficients: array
    lo: int | None
    hi: int | None
    origin: str = ""


@dataclass(frozen=True)
class Goal:
    """A linear form over all options to be made as large (or as small) as can be; ``coefficients`` is int64."""

    coefficients: array
    maximize: bool = True


@dataclass(frozen=True)
class Instance:
    """Items, options, rows. Treat the arrays as read-only.

    Items that are cells come first, in the order in which a scan of the board should meet them (along its short
    side). Option k covers ``items[i]`` for i in ``members[offsets[k]:offsets[k + 1]]``, ascending; it stands for the
    placements ``placements[placement_offsets[k]:placement_offsets[k + 1]]`` of the puzzle: one, or the several of an
    orbit in a quotient.
    """

    items: tuple[Item, ...]
    offsets: array
    members: array
    placement_offsets: array
    placements: array
    rows: tuple[Row, ...] = ()
    goal: Goal | None = None

    @property
    def option_count(self) -> int:
        """How many options there are."""
        return len(self.offsets) - 1

    @cached_property
    def cell_count(self) -> int:
        """How many of the items are cells; they are ``items[:cell_count]``."""
        return sum(item.kind is ItemKind.CELL for item in self.items)

    def option(self, k: int) -> array:
        """The items that option k covers, ascending."""
        return self.members[self.offsets[k] : self.offsets[k + 1]]

    @cached_property
    def options_of(self) -> tuple[list[int], ...]:
        """For each item, the options that cover it, ascending."""
        found: tuple[list[int], ...] = tuple([] for _ in self.items)
        members, start = self.members, 0
        for k, end in enumerate(self.offsets[1:]):
            for i in members[start:end]:
                found[i].append(k)
            start = end
        return found

    @cached_property
    def fingerprint(self) -> str:
        """A SHA-256 over everything above: equal instances, and only they, have equal fingerprints."""
        digest = hashlib.sha256()
        items = [[i.name, i.kind.value, i.lo, i.hi] for i in self.items]
        rows = [[list(r.options), list(r.coefficients), r.lo, r.hi] for r in self.rows]
        goal = [list(self.goal.coefficients), self.goal.maximize] if self.goal else None
        digest.update(json.dumps([items, rows, goal]).encode())
        for numbers in (self.offsets, self.members, self.placement_offsets, self.placements):
            digest.update(len(numbers).to_bytes(8, "little"))
            digest.update(numbers.tobytes())
        return digest.hexdigest()

    def placements_of(self, selection: Iterable[int]) -> list[int]:
        """The placements that a selection stands for, ascending."""
        starts = self.placement_offsets
        return sorted(p for k in selection for p in self.placements[starts[k] : starts[k + 1]])

    def restrict(self, keep: Sequence[int], items: Iterable[tuple[int, Item]] = ()) -> Instance:
        """The sub-instance with the options ``keep`` alone, all different, renumbered 0, 1, ... in their order.

        Its selections stand for the same placements as here. ``items`` replaces some items, to change their
        bounds. Every selection of the result is a selection of this instance as long as bounds only tighten.
        """
        renumbered = {old: new for new, old in enumerate(keep)} if self.rows else {}
        changed = dict(items)
        rows = []
        for row in self.rows:
            kept = [(renumbered[k], c) for k, c in zip(row.options, row.coefficients, strict=True) if k in renumbered]
            kept.sort()
            rows.append(
                replace(row, options=array("i", [k for k, _ in kept]), coefficients=array("q", [c for _, c in kept]))
            )
        goal = self.goal and replace(self.goal, coefficients=array("q", [self.goal.coefficients[k] for k in keep]))
        offsets, members = _gather(self.offsets, self.members, keep)
        placement_offsets, placements = _gather(self.placement_offsets, self.placements, keep)
        new_items = tuple(changed.get(i, item) for i, item in enumerate(self.items)) if changed else self.items
        return Instance(new_items, offsets, members, placement_offsets, placements, tuple(rows), goal)

    def split(self, item: int) -> list[Instance]:
        """Disjoint sub-instances whose selections together are this one's, by who covers ``item``.

        One part for each option of the item, in order (that option is then in every selection of the part), and a
        last one where the item is uncovered, if it may be. The item must be coverable at most once.
        """
        target = self.items[item]
        if target.hi != 1:
            raise ValueError(
                f"split needs an item covered at most once, and {target.name} may be {target.hi or 'often'}"
            )
        tight = [i.hi == 1 for i in self.items]
        parts = []
        for chosen in self.options_of[item]:
            taken = {i for i in self.option(chosen) if tight[i]}
            keep = [k for k in range(self.option_count) if k == chosen or taken.isdisjoint(self.option(k))]
            parts.append(self.restrict(keep, [(item, replace(target, lo=1))]))
        if not target.primary:
            keep = [k for k in range(self.option_count) if item not in self.option(k)]
            parts.append(self.restrict(keep))
        return parts


def _gather(offsets: array, values: array, keep: Sequence[int]) -> tuple[array, array]:
    """The sub-lists ``keep`` of a list of lists in compressed form; neighbours are copied together."""
    new_offsets, new_values = array("i", [0]), array("i")
    for start, stop in _runs(keep):
        shift = len(new_values) - offsets[start]
        new_values += values[offsets[start] : offsets[stop]]
        new_offsets.extend([offset + shift for offset in offsets[start + 1 : stop + 1]])
    return new_offsets, new_values


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ascending numbers as ranges (start, stop)."""
    start = stop = -1
    for number in numbers:
        if number != stop:
            if stop > start:
                yield start, stop
            start = number
        stop = number + 1
    if stop > start:
        yield start, stop
