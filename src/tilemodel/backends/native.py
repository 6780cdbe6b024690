"""What the native engines share: the instance as they take it, and the loop that drives one in slices.

An engine (``src/native/include/tilemodel/engine.hpp``) knows nothing of Python, limits or signals. It advances by a
budget of nodes and pauses; between two slices the search looks at the clock and at the cancel button.
"""

from __future__ import annotations

import time
from array import array
from typing import Any

from tilemodel.backends.search import NONE_FOUND, Batch, Limits, Search, StopReason
from tilemodel.instance import Instance, ItemKind

_SLICE = 0.03  # seconds between two looks at limits and signals
_INT32, _INT64 = 2**31 - 1, 2**63 - 1

MAX_REACH = 2**60
"""What the absolute coefficients of a row may add up to, so that no sum overflows."""


class NativeSearch(Search):
    """Drives an engine in slices of nodes that take about thirty milliseconds."""

    def __init__(self, engine: Any, limits: Limits):
        super().__init__(limits)
        self._engine = engine
        self._budget = 20_000

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        status, found, offsets, chosen = self._slice(most, listing=True)
        batch = Batch(memoryview(offsets).cast("i"), memoryview(chosen).cast("i")) if found else NONE_FOUND
        return batch, _reason(status)

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        status, found, _, _ = self._slice(most, listing=False)
        return found, _reason(status)

    def _slice(self, most: int, *, listing: bool) -> tuple[int, int, bytes, bytes]:
        from tilemodel import _native

        started = time.perf_counter()
        result = self._engine.advance(self._budget, most, listing)
        if result[0] == _native.PAUSED:
            pace = _SLICE / max(time.perf_counter() - started, 1e-6)
            self._budget = max(1000, int(self._budget * min(max(pace, 0.25), 4)))
        self.statistics.nodes = self._engine.nodes
        self.statistics.done = self._engine.done
        return result

    def _close(self) -> None:
        self._engine = None


def _reason(status: int) -> StopReason | None:
    from tilemodel import _native

    return {_native.EXHAUSTED: StopReason.EXHAUSTED, _native.NO_ROOM: StopReason.WORK_LIMIT}.get(status)


def problem_of(instance: Instance) -> Any:
    """The instance as the engines take it; bounds out of all reach are cut down to what fits in."""
    from tilemodel import _native

    rows = instance.rows
    row_offsets = array("i", [0])
    for row in rows:
        row_offsets.append(row_offsets[-1] + len(row.options))
    items = instance.items
    return _native.problem(
        instance.cell_count,
        array("i", [min(item.lo, _INT32) for item in items]),
        array("i", [_native.OPEN if item.hi is None else min(item.hi, _INT32) for item in items]),
        array("b", [item.kind is ItemKind.PIECE for item in items]),
        instance.offsets,
        instance.members,
        row_offsets,
        array("i", [k for row in rows for k in row.options]),
        array("q", [c for row in rows for c in row.coefficients]),
        array("q", [-_INT64 - 1 if row.lo is None else min(max(row.lo, -MAX_REACH), MAX_REACH) for row in rows]),
        array("q", [_INT64 if row.hi is None else min(max(row.hi, -MAX_REACH), MAX_REACH) for row in rows]),
    )


def missing_engine() -> str | None:
    """None where the native engines can run here, else what is missing."""
    try:
        from tilemodel import _native  # noqa: F401
    except ImportError as error:
        return f"the native engine is not built ({error}); install tilemodel with pip"
    return None


def cells_covered_often(instance: Instance) -> list[str]:
    """The objection, if there is one, to cells that may be covered more than once."""
    several = [item.name for item in instance.items[: instance.cell_count] if item.hi is None or item.hi > 1]
    more = f" and {len(several) - 5} more" if len(several) > 5 else ""
    return [f"cells that may be covered more than once ({', '.join(several[:5])}{more})"] if several else []


def rows_out_of_reach(instance: Instance) -> list[str]:
    """The objection, if there is one, to rows whose sums could overflow."""
    large = sorted({row.origin for row in instance.rows if sum(map(abs, row.coefficients)) > MAX_REACH})
    return [f"rows whose coefficients add up to more than {MAX_REACH} (from {', '.join(large)})"] if large else []
