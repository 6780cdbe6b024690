"""All selections of an instance, numbered: any of them can be had by its rank, without the others.

The frontier engine keeps the steps between its states that lead to the end, and with each state how many selections
lie ahead of it. So a rank tells which step to take at each state (unranking, as in Knuth, TAOCP 7.2.1), and a random
rank is a random selection, each as likely as any other.
"""

from __future__ import annotations

import math
import threading
import time
from array import array
from typing import Any

from tilemodel.backends.frontier import BACKEND, FrontierOptions
from tilemodel.backends.native import problem_of
from tilemodel.backends.search import StopReason
from tilemodel.errors import UnavailableError
from tilemodel.instance import Instance, Selection

_BUDGET = 200_000  # nodes between two looks at the cancel button


class Ranks:
    """The numbered selections of an instance. Raises UnsupportedError where the frontier engine cannot take it."""

    def __init__(self, instance: Instance, options: FrontierOptions | None = None):
        if missing := BACKEND.availability():
            raise UnavailableError(missing)
        settings = BACKEND.admit(instance, options)
        from tilemodel import _native

        self._native = _native
        self._ranked: Any = _native.frontier_ranks(problem_of(instance), settings.bytes)
        self._cancelled = threading.Event()
        self.total = 0

    def prepare(self, seconds: float = math.inf) -> StopReason:
        """Number them: EXHAUSTED when that is done, WORK_LIMIT where memory did not last, TIME_LIMIT or CANCELLED."""
        deadline = time.monotonic() + seconds
        while not self._cancelled.is_set():
            if time.monotonic() > deadline:
                return StopReason.TIME_LIMIT
            status = self._ranked.prepare(_BUDGET)
            if status == self._native.EXHAUSTED:
                self.total = int.from_bytes(self._ranked.total, "little")
                return StopReason.EXHAUSTED
            if status != self._native.PAUSED:
                return StopReason.WORK_LIMIT
        return StopReason.CANCELLED

    def cancel(self) -> None:
        """Ask the preparation to end; from any thread."""
        self._cancelled.set()

    def selection(self, rank: int) -> Selection:
        """The selection of that rank, 0 up to below ``total``, once it is prepared. Raises IndexError for others."""
        if not 0 <= rank < self.total:
            raise IndexError(f"there are {self.total} selections, and none has the rank {rank}")
        words = rank.to_bytes(8 * ((self.total.bit_length() + 63) // 64), "little")
        return tuple(array("i", self._ranked.selection(array("Q", words))))
