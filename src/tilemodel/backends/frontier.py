"""The frontier engine: counting, and listing without dead ends, by merging equal states of a scan.

Where the number of states is small (narrow boards, few kinds of pieces left to tell apart) it counts astronomical
numbers of selections at once; where it is large it needs much memory, and gives up when that is used up. See
``src/native/include/tilemodel/frontier.hpp``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import exp, log
from typing import Any

from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.native import NativeSearch, cells_covered_often, missing_engine, problem_of, rows_out_of_reach
from tilemodel.backends.search import Batch, Limits, Search, StopReason
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.instance import Instance

MEMORY = 4096
"""The megabytes that a search may take where nothing else is said, or half of what the machine has."""


def _memory() -> int:
    """The megabytes that a search may take here by default."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # a system that does not tell
        return MEMORY
    return max(1, min(MEMORY, pages * size >> 21))


@dataclass(frozen=True)
class FrontierOptions:
    """``memory``: the megabytes (of 2**20 bytes) that the states may take; at the end of them the search ends.

    None: 4096, or half of what the machine has. ``workers``: the threads that count together, within each layer; lists
    are made by one.
    """

    memory: int | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        if self.memory is not None and self.memory < 1:
            raise UsageError(f"the memory of the frontier backend is at least 1 megabyte, not {self.memory}")
        if not 1 <= self.workers <= 1024:
            raise UsageError(f"the number of workers is from 1 to 1024, not {self.workers}")

    @property
    def bytes(self) -> int:
        """The memory in bytes."""
        return (_memory() if self.memory is None else self.memory) << 20


class FrontierSearch(NativeSearch):
    """One engine that lists and one that counts, each made when it is first needed."""

    def __init__(self, instance: Instance, limits: Limits, options: FrontierOptions):
        super().__init__(None, limits)
        self._instance = instance
        self._workers = options.workers
        self._bytes = options.bytes
        self._counter: Any = None

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        from tilemodel import _native

        if self._engine is None:
            self._engine = _native.frontier_lister(problem_of(self._instance), self._bytes)
        return self._explained(super()._fill(most))

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        """The whole number less what was given; it comes at once, at the end."""
        from tilemodel import _native

        if self._counter is None:
            self._engine = self._counter = _native.frontier_counter(
                problem_of(self._instance), self._bytes, self._workers
            )
        _, stop = self._explained(super()._tally(most))
        if stop is not StopReason.EXHAUSTED:
            return 0, stop
        left = int.from_bytes(self._counter.total, "little") - self._found
        allowed = left if self.limits.solutions is None else self.limits.solutions - self._found
        return (left, stop) if left <= allowed else (allowed, StopReason.SOLUTION_LIMIT)

    def _explained(self, step: tuple[Any, StopReason | None]) -> tuple[Any, StopReason | None]:
        if step[1] is StopReason.WORK_LIMIT:
            megabytes = self._bytes >> 20
            self.statistics.remark = f"its {megabytes} megabytes are used up; give it more memory, or another backend"
        return step

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


@dataclass(frozen=True)
class Forecast:
    """What a count would take: ``states`` in all, at most ``bytes`` at once.

    ``seen`` of the states were counted, the others are guessed; ``exact``: they were all counted.

    A list takes more: some eight bytes for each step between states, of which there are several a state.
    """

    states: int
    bytes: int
    exact: bool
    seen: int


_PEAK = 0.55
"""Where along the scan layers of pieces that are used up are largest, as a part of it."""


def forecast(instance: Instance, nodes: int = 1_000_000) -> Forecast:
    """How many states a count would go through, from its first ``nodes`` steps (a million take about 0.1 s).

    Where they do not reach the end, the layers that are missing are guessed: their growth is taken to slow down evenly
    until a little after the middle of the scan, and then to turn round where pieces are used up. That tells millions
    of states from billions, not one million from three. Raises UnsupportedError where the backend cannot take it.
    """
    from tilemodel import _native

    if culprits := BACKEND.objections(instance):
        raise UnsupportedError(f"the frontier backend cannot take {'; '.join(culprits)}")
    raw, exact, entry = _native.frontier_census(problem_of(instance), nodes, _memory() << 20)
    layers = [float(size) for size in memoryview(raw).cast("Q")]
    seen = round(sum(layers))
    if not exact:
        layers += _later_layers(layers, instance)
    most = max((sum(layers[p : p + 4]) for p in range(len(layers))), default=1.0)
    return Forecast(round(sum(layers)), round(2 * entry * most), exact, seen)  # tables are about half full


def _later_layers(layers: list[float], instance: Instance) -> list[float]:
    """The sizes of the layers after these, guessed."""
    cells, known = instance.cell_count, len(layers)
    span = max(1, min(known // 2, 8))

    def level(end: int) -> float:
        """The logarithm of the size of layers before ``end``; a scan jumps over some."""
        return log(1 + sum(layers[max(end - span, 0) : end]) / span)

    growth = max((level(known) - level(known - span)) / span, 0.0)
    peak = max(round(_PEAK * cells), known)
    used_up = any(item.hi is not None for item in instance.items[cells:])

    def logarithm(position: int) -> float:
        """Growth that falls to nothing at the peak, summed from the last known layer on."""
        part = min((position - known) / max(peak - known, 1), 1.0)
        return level(known) + growth * (peak - known) * (part - part * part / 2)

    later = [logarithm(position) for position in range(known, cells)]
    if used_up:
        for position in range(peak, cells):
            mirror = round(peak * (cells - position) / max(cells - peak, 1))
            later[position - known] = log(1 + layers[mirror]) if mirror < known else later[mirror - known]
    return [exp(min(value, 500.0)) for value in later]
