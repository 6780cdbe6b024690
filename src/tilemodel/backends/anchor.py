"""The native anchor backtracker, for boards of up to 512 cells (see ``src/native/include/tilemodel/anchor.hpp``).

The anchor is the lowest undecided cell in the instance's scan order; options are filed under their lowest cell.
"""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass
from typing import Any

from tilemodel.backends.base import NONE_FOUND, Accepts, Backend, Batch, Limits, Search, StopReason
from tilemodel.instance import Instance, ItemKind

_SLICE = 0.03  # seconds between two looks at limits and signals
_INT32, _INT64 = 2**31 - 1, 2**63 - 1

MAX_CELLS = 512
"""Cells that the widest board of the engine has room for; an option without cells takes the room of one."""

MAX_REACH = 2**60
"""What the absolute coefficients of a row may add up to, so that no sum overflows."""


@dataclass(frozen=True)
class AnchorOptions:
    """``plain``: test each option by itself, in place of table look-ups: the same order, slower, less memory."""

    plain: bool = False


class AnchorSearch(Search):
    """Drives the native search in slices of nodes that take about thirty milliseconds."""

    def __init__(self, instance: Instance, limits: Limits, options: AnchorOptions):
        super().__init__(limits)
        from tilemodel import _native

        self._native = _native
        self._engine: Any = _native.anchor_search(*_flatten(instance, _native.OPEN), options.plain)
        self._budget = 20_000

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        status, found, offsets, chosen = self._slice(most, listing=True)
        batch = Batch(memoryview(offsets).cast("i"), memoryview(chosen).cast("i")) if found else NONE_FOUND
        return batch, self._reason(status)

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        status, found, _, _ = self._slice(most, listing=False)
        return found, self._reason(status)

    def _slice(self, most: int, *, listing: bool) -> tuple[int, int, bytes, bytes]:
        started = time.perf_counter()
        result = self._engine.advance(self._budget, most, listing)
        if result[0] == self._native.PAUSED:
            pace = _SLICE / max(time.perf_counter() - started, 1e-6)
            self._budget = max(1000, int(self._budget * min(max(pace, 0.25), 4)))
        self.statistics.nodes = self._engine.nodes
        self.statistics.done = self._engine.done
        return result

    def _reason(self, status: int) -> StopReason | None:
        return StopReason.EXHAUSTED if status == self._native.EXHAUSTED else None

    def _close(self) -> None:
        self._engine = None


def _flatten(instance: Instance, open_end: int) -> tuple:
    """The instance as the arrays that the engine takes; bounds out of all reach are cut down to what fits in."""
    rows = instance.rows
    row_offsets = array("i", [0])
    for row in rows:
        row_offsets.append(row_offsets[-1] + len(row.options))
    items = instance.items
    return (
        instance.cell_count,
        array("i", [min(item.lo, _INT32) for item in items]),
        array("i", [open_end if item.hi is None else min(item.hi, _INT32) for item in items]),
        array("b", [item.kind is ItemKind.PIECE for item in items]),
        instance.offsets,
        instance.members,
        row_offsets,
        array("i", [k for row in rows for k in row.options]),
        array("q", [c for row in rows for c in row.coefficients]),
        array("q", [-_INT64 - 1 if row.lo is None else min(max(row.lo, -MAX_REACH), MAX_REACH) for row in rows]),
        array("q", [_INT64 if row.hi is None else min(max(row.hi, -MAX_REACH), MAX_REACH) for row in rows]),
    )


class AnchorBackend(Backend):
    """Native backtracking along the board's short side."""

    name = "anchor"
    accepts = Accepts(rows=True)
    Options = AnchorOptions

    def availability(self) -> str | None:
        try:
            from tilemodel import _native  # noqa: F401
        except ImportError as error:
            return f"the native engine is not built ({error}); install tilemodel with pip"
        return None

    def objections(self, instance: Instance) -> list[str]:
        found = super().objections(instance)
        cells = instance.cell_count
        bare = _without_cells(instance)
        if cells + bare > MAX_CELLS:
            also = f" and {bare} options that cover none" if bare else ""
            found.append(f"{cells} cells{also} (it has room for {MAX_CELLS})")
        several = [item.name for item in instance.items[:cells] if item.hi is None or item.hi > 1]
        if several:
            more = f" and {len(several) - 5} more" if len(several) > 5 else ""
            found.append(f"cells that may be covered more than once ({', '.join(several[:5])}{more})")
        large = sorted({row.origin for row in instance.rows if sum(map(abs, row.coefficients)) > MAX_REACH})
        if large:
            found.append(f"rows whose coefficients add up to more than {MAX_REACH} (from {', '.join(large)})")
        return found

    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        return AnchorSearch(instance, limits, options)


def _without_cells(instance: Instance) -> int:
    """How many options cover no cell."""
    cells, offsets, members = instance.cell_count, instance.offsets, instance.members
    return sum(offsets[k] == offsets[k + 1] or members[offsets[k]] >= cells for k in range(instance.option_count))


BACKEND = AnchorBackend()
