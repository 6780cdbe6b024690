"""The workers of a parallel search, and what they have found and not yet handed over.

The crew does not know the search that it works for, so that letting go of the search ends it.
"""

from __future__ import annotations

import queue
import threading
import time
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from tilemodel.backends.search import NONE_FOUND, Batch, Limits, Search, Statistics, StopReason
from tilemodel.parallel.helpers import Helper
from tilemodel.parallel.parts import Portion

_BATCH = 4096  # selections that a worker fetches at a time
_ROOM = 4_000_000  # numbers (16 MB) that may wait before the workers do
_MANY = 2000  # numbers from which arrays are worth it


class Crew:
    """Workers, each on a thread of its own with a helper of its own, that take one part after another.

    Workers add to ``_found`` and ``_queues`` under the lock, and wait on ``_change`` for room; the consumer waits for
    the bell to ring.
    """

    def __init__(
        self, parts: Sequence[Portion], helper: Callable[[], Helper], workers: int, ordered: bool, limits: Limits
    ):
        self._parts, self._make_helper, self._limits = parts, helper, limits
        # The largest first, so that none is left alone at the end; the order of the parts where it is to be seen.
        every = range(len(parts))
        self._plan = list(every) if ordered else sorted(every, key=lambda p: -parts[p].share)
        self._ordered = ordered
        self._lock = threading.RLock()
        self._change = threading.Condition(self._lock)
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._taken = 0  # parts of the plan that are begun
        self._ended: set[int] = set()
        self._front = 0  # the part of the plan whose selections are next, where there is an order
        self._queues: dict[int, deque[Batch]] = {}
        self._waiting = 0  # numbers in the queues
        self._tally = 0  # selections of parts that are ended, where they are only counted
        self._work = Statistics()  # of parts that are ended
        self._active: dict[int, Search] = {}
        self._helpers: list[Helper] = []
        self._stop = StopReason.EXHAUSTED  # or why some part could not be
        self._problem: BaseException | None = None
        self._halted = False
        self._listing: bool | None = None
        self._threads = [
            threading.Thread(target=self._serve, name=f"worker {w + 1}", daemon=True)
            for w in range(min(workers, len(parts)))
        ]

    # For the consumer.

    def begin(self, *, listing: bool) -> None:
        """Let the workers begin, if they have not: they list selections, or only count them."""
        if self._listing is None:
            self._listing = listing
            for thread in self._threads:
                thread.start()

    @property
    def lists(self) -> bool:
        """Whether the workers list what they find."""
        return self._listing is not False

    def take(self, most: int, timeout: float) -> tuple[Batch, StopReason | None] | None:
        """What is next, at most ``most`` selections, and the reason where that is the end; None where it takes longer.

        Raises what a worker raised.
        """
        self._wait_until(self._is_something_to_tell, timeout)
        with self._lock:
            if self._problem:
                raise self._problem
            waiting = self._next_queue()
            if waiting:
                batch = waiting.popleft()
                if len(batch) > most:
                    batch, rest = _divided(batch, most)
                    waiting.appendleft(rest)
                self._waiting -= len(batch.chosen) + len(batch.offsets)
                self._change.notify_all()
            else:
                batch = NONE_FOUND
            if self._is_all_done() and not any(self._queues.values()):
                return batch, self._stop
            return (batch, None) if waiting is not None else None

    def counted(self, timeout: float) -> tuple[int, StopReason | None]:
        """How many selections there are so far, after waiting for the end; the reason where that has come."""
        self._wait_until(lambda: self._problem or self._is_all_done(), timeout)
        with self._lock:
            if self._problem:
                raise self._problem
            found = self._tally + sum(search.outcome.found for search in self._active.values())
            return found, self._stop if self._is_all_done() else None

    def statistics(self) -> Statistics:
        """The work of all parts so far."""
        with self._lock:
            total = Statistics(self._work.nodes, self._work.conflicts, sum(self._parts[p].share for p in self._ended))
            for p, search in self._active.items():
                now = search.statistics
                total.nodes += now.nodes
                total.conflicts += now.conflicts
                total.done = (total.done or 0) + self._parts[p].share * (now.done or 0)
            return total

    def halt(self) -> None:
        """Let all end soon; sticky, from any thread."""
        with self._lock:
            self._halted = True
            helpers = list(self._helpers)
            self._change.notify_all()
        for helper in helpers:
            helper.halt()

    def end(self) -> None:
        """End all workers and what they hold."""
        self.halt()
        for thread in self._threads:
            if thread.ident is not None:  # begun
                thread.join()

    def _wait_until(self, ready: Callable[[], Any], timeout: float) -> None:
        """Wait as the consumer, who may be interrupted (Ctrl-C) at any instruction.

        It takes the lock by C code alone, which an interruption cannot leave half done, and never waits with it: a
        Condition, whose methods are Python, could be left with its lock taken for good.
        """
        deadline = time.monotonic() + timeout
        while True:
            while not self._bell.empty():
                self._bell.get_nowait()
            with self._lock:
                if ready():
                    return
            try:
                self._bell.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                return

    def _is_something_to_tell(self) -> Any:
        return self._problem or self._next_queue() or self._is_all_done()

    def _next_queue(self) -> deque[Batch] | None:
        """A queue that is not empty and may be taken from, or None."""
        if not self._ordered:
            return next((waiting for waiting in self._queues.values() if waiting), None)
        while self._front < len(self._plan):
            part = self._plan[self._front]
            if waiting := self._queues.get(part):
                return waiting
            if part not in self._ended:
                return None
            self._front += 1
            self._change.notify_all()  # the next part may now go beyond the room
        return None

    def _is_all_done(self) -> bool:
        return len(self._ended) == len(self._parts)

    # For the workers.

    def _serve(self) -> None:
        """The life of a worker."""
        try:
            helper = self._make_helper()
            try:
                with self._lock:
                    self._helpers.append(helper)
                while (part := self._next_part()) is not None:
                    self._do(part, helper)
            finally:
                helper.close()
        except BaseException as problem:
            with self._lock:
                if not self._halted:
                    self._problem = self._problem or problem
                self._tell()

    def _tell(self) -> None:
        """Wake whoever waits for a change."""
        self._change.notify_all()
        self._bell.put(None)

    def _next_part(self) -> int | None:
        with self._lock:
            if self._halted or self._problem or self._taken == len(self._plan):
                return None
            self._taken += 1
            return self._plan[self._taken - 1]

    def _do(self, p: int, helper: Helper) -> None:
        with helper.search(self._parts[p], self._limits) as search:
            with self._lock:
                self._active[p] = search
            if self._listing:
                self._list(p, search)
            else:
                search.count()
            with self._lock:
                del self._active[p]
                self._work.nodes += search.statistics.nodes
                self._work.conflicts += search.statistics.conflicts
                self._tally += search.outcome.found
                if not self._halted:
                    self._ended.add(p)
                    if not search.outcome.complete:
                        assert search.outcome.stop
                        self._stop = search.outcome.stop
                self._tell()

    def _list(self, p: int, search: Search) -> None:
        options = self._parts[p].options()
        for batch in search.batches(_BATCH):
            mine = Batch(batch.offsets, _renumbered(options, batch.chosen))
            with self._lock:
                self._change.wait_for(lambda: self._halted or self._problem or self._has_room(p))
                if self._halted or self._problem:
                    return
                self._queues.setdefault(p, deque()).append(mine)
                self._waiting += len(mine.chosen) + len(mine.offsets)
                self._tell()

    def _has_room(self, p: int) -> bool:
        """Whether part p may queue more. What is next in order may always queue some, lest all wait for it."""
        if self._waiting < _ROOM:
            return True
        return self._ordered and self._plan[self._front] == p and not self._queues.get(p)


def _renumbered(options: list[int] | None, chosen: Any) -> Any:
    """The options of a part as options of the whole; None where they are those already."""
    if options is None:
        return chosen
    if len(chosen) < _MANY:
        return array("i", map(options.__getitem__, chosen))
    import numpy as np

    return np.asarray(options, dtype=np.int32)[np.asarray(chosen, dtype=np.int32)]


def _divided(batch: Batch, number: int) -> tuple[Batch, Batch]:
    """The first so many selections of a batch, and the rest."""
    middle = batch.offsets[number]
    rest = array("i", [offset - middle for offset in batch.offsets[number:]])
    return Batch(batch.offsets[: number + 1], batch.chosen[:middle]), Batch(rest, batch.chosen[middle:])
