"""The frontier engine: counting, and listing without dead ends, by merging equal states of a scan.

Where the number of states is small (narrow boards, few kinds of pieces left to tell apart) it counts astronomical
numbers of selections at once; where it is large it needs much memory, and gives up when that is used up. See
``src/native/include/tilemodel/frontier.hpp``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilemodel.backends.base import Accepts, Backend, Batch, Limits, Search, StopReason
from tilemodel.backends.native import NativeSearch, cells_covered_often, missing_engine, problem_of, rows_out_of_reach
from tilemodel.errors import UsageError
from tilemodel.instance import Instance

MEMORY = 4096
"""The megabytes that a search may take where nothing else is said."""


@dataclass(frozen=True)
class FrontierOptions:
    """``memory``: the megabytes (of 2**20 bytes) that the states may take; at the end of them the search ends."""

    memory: int = MEMORY

    def __post_init__(self) -> None:
        if self.memory < 1:
            raise UsageError(f"the memory of the frontier backend is at least 1 megabyte, not {self.memory}")


class FrontierSearch(NativeSearch):
    """One engine that lists and one that counts, each made when it is first needed."""

    def __init__(self, instance: Instance, limits: Limits, options: FrontierOptions):
        super().__init__(None, limits)
        self._instance = instance
        self._bytes = options.memory << 20
        self._counter: Any = None

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        from tilemodel import _native

        if self._engine is None:
            self._engine = _native.frontier_lister(problem_of(self._instance), self._bytes)
        return super()._fill(most)

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        """The whole number less what was given; it comes at once, at the end."""
        from tilemodel import _native

        if self._counter is None:
            self._engine = self._counter = _native.frontier_counter(problem_of(self._instance), self._bytes)
        _, stop = super()._tally(most)
        if stop is not StopReason.EXHAUSTED:
            return 0, stop
        left = int.from_bytes(self._counter.total, "little") - self._found
        allowed = left if self.limits.solutions is None else self.limits.solutions - self._found
        return (left, stop) if left <= allowed else (allowed, StopReason.SOLUTION_LIMIT)

    def _close(self) -> None:
        super()._close()
        self._counter = None


class FrontierBackend(Backend):
    """Counting by merging equal states."""

    name = "frontier"
    accepts = Accepts(rows=True)
    Options = FrontierOptions
    merges = True

    def availability(self) -> str | None:
        return missing_engine()

    def objections(self, instance: Instance) -> list[str]:
        found = super().objections(instance) + cells_covered_often(instance) + rows_out_of_reach(instance)
        if not found and self.availability() is None:
            from tilemodel import _native

            bits, room = _native.frontier_bits(problem_of(instance)), _native.FRONTIER_MAX_BITS
            if bits > room:
                found.append(f"states of {bits} bits, for the frontier and what is used (it has room for {room})")
        return found

    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        return FrontierSearch(instance, limits, options)


BACKEND = FrontierBackend()
