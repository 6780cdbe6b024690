"""One run of a solver: the selections that it gives, its limits, and why it ended; what all searches share."""

from __future__ import annotations

import abc
import threading
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, NamedTuple, Self

from tilemodel.errors import UsageError
from tilemodel.instance import Selection


class StopReason(Enum):
    """Why a search ended."""

    EXHAUSTED = "exhausted"  # every selection has been seen
    SOLUTION_LIMIT = "solution limit"
    TIME_LIMIT = "time limit"
    WORK_LIMIT = "work limit"  # a solver's own bound on nodes, conflicts or memory
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Limits:
    """When to end early: after so many selections, or so many seconds from the start of the search."""

    solutions: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.solutions is not None and self.solutions < 1:
            raise UsageError(f"a limit of solutions is at least 1, not {self.solutions}")
        if self.seconds is not None and not self.seconds > 0:
            raise UsageError(f"a time limit is more than 0 seconds, not {self.seconds}")


@dataclass(frozen=True)
class Outcome:
    """Two facts: how many selections were found, and why the search ended (None: it has not)."""

    found: int
    stop: StopReason | None

    @property
    def complete(self) -> bool:
        """Whether every selection was seen."""
        return self.stop is StopReason.EXHAUSTED

    @property
    def satisfiable(self) -> bool | None:
        """True, False, or None where it is not known."""
        return True if self.found else False if self.complete else None


@dataclass
class Statistics:
    """Machine-independent work, and an estimate of the part of the search that is done (0..1, None: no idea).

    ``remark`` is what there is to say about an end by ``WORK_LIMIT``: what was used up, and what to do.
    """

    nodes: int = 0
    conflicts: int = 0
    done: float | None = None
    remark: str = ""


class Batch(NamedTuple):
    """Several selections in compressed form: the s-th is ``chosen[offsets[s]:offsets[s + 1]]``, ascending.

    Both are buffers of int32 (an array, a memoryview, a numpy array); ``offsets`` starts with 0.
    """

    offsets: Any
    chosen: Any

    def __len__(self) -> int:  # the number of selections, not of fields
        return len(self.offsets) - 1

    def selections(self) -> Iterator[Selection]:
        """The selections as tuples."""
        for s in range(len(self)):
            yield tuple(self.chosen[self.offsets[s] : self.offsets[s + 1]])

    @classmethod
    def of(cls, selections: list[Selection]) -> Batch:
        """A batch of these selections, each ascending already."""
        offsets, chosen = array("i", [0]), array("i")
        for selection in selections:
            chosen.extend(selection)
            offsets.append(len(chosen))
        return cls(offsets, chosen)


NONE_FOUND = Batch.of([])


class Counting(abc.ABC):
    """One run that comes to a number of selections: limits, a context manager, and a cancel button.

    Leaving the ``with`` block ends it. :meth:`cancel` may be called from any thread, before, during and after, any
    number of times.
    """

    def __init__(self, limits: Limits):
        self.limits = limits
        self.statistics = Statistics()
        self._started = time.monotonic()
        self._found = 0
        self._stop: StopReason | None = None
        self._cancelled = threading.Event()

    # What is written for each.

    @abc.abstractmethod
    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        """Up to ``most`` further selections, counted, and the reason where the run ends with them.

        Calls :meth:`_interruption` at least ten times a second, from the calling thread and without holding the GIL
        for long, so that Ctrl-C, limits and cancellation work. None without a reason means "not yet".
        """

    def _interrupt(self) -> None:  # noqa: B027, most need none
        """Called by :meth:`cancel`, possibly from another thread: wake a solver that does not poll."""

    def _close(self) -> None:  # noqa: B027, most need none
        """Give back threads, processes and memory. Called once."""

    # What everyone uses.

    def cancel(self) -> None:
        """Ask the search to end; sticky, idempotent, from any thread."""
        self._cancelled.set()
        self._interrupt()

    @property
    def outcome(self) -> Outcome:
        """What is known so far."""
        return Outcome(self._found, self._stop)

    def count(self) -> Outcome:
        """Run to the end without making the selections; the outcome's ``found`` is their number."""
        with self._ended_by_errors():
            while self._stop is None:
                number, stop = self._count_on()
                self._found += number
                self._conclude(stop)
        return self.outcome

    def close(self) -> None:
        """End the search: what is not found by now will not be."""
        if self._stop is None:
            self._end(StopReason.CANCELLED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_stop", StopReason.CANCELLED) is None:
            self.close()

    # Machinery.

    def _count_on(self) -> tuple[int, StopReason | None]:
        if stop := self._interruption():
            return 0, stop
        return self._tally(self._allowance(1 << 62))

    def _interruption(self) -> StopReason | None:
        """The reason to stop now, if there is one."""
        if self._cancelled.is_set():
            return StopReason.CANCELLED
        if self._seconds_left() <= 0:
            return StopReason.TIME_LIMIT
        return None

    def _seconds_left(self) -> float:
        """Until the time limit; infinite where there is none."""
        if self.limits.seconds is None:
            return float("inf")
        return self._started + self.limits.seconds - time.monotonic()

    def _allowance(self, most: int) -> int:
        return most if self.limits.solutions is None else min(most, self.limits.solutions - self._found)

    @contextmanager
    def _ended_by_errors(self) -> Iterator[None]:
        """An error or Ctrl-C in here may lose what was just found: the search ends, lest it claim to be complete."""
        try:
            yield
        except GeneratorExit:  # a loop was left; it may be taken up again
            raise
        except BaseException:
            self.close()
            raise

    def _conclude(self, stop: StopReason | None) -> None:
        if stop is None and self._found == self.limits.solutions:
            stop = StopReason.SOLUTION_LIMIT
        if stop is not None:
            self._end(stop)

    def _end(self, stop: StopReason) -> None:
        self._stop = stop
        self._close()


class Search(Counting):
    """One run of a solver on an instance, which gives the selections themselves.

    Iterate, take :meth:`batches`, or :meth:`count`; the three draw from the same stream.
    """

    def __init__(self, limits: Limits):
        super().__init__(limits)
        self._ahead: tuple[Iterator[Selection], StopReason | None] | None = None  # fetched by a loop that was left

    # What a backend writes.

    @abc.abstractmethod
    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        """Up to ``most`` further selections, and the reason where the search ends with them.

        Returns as soon as there is something to show, and looks for interruptions as :meth:`_tally` does. An empty
        batch without a reason means "not yet"; it is called again.
        """

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        """Like :meth:`_fill`, for the number alone; a backend that counts faster overrides it."""
        batch, stop = self._fill(min(most, 4096))
        return len(batch), stop

    # What everyone uses.

    def batches(self, size: int = 4096) -> Iterator[Batch]:
        """The remaining selections, at most ``size`` in each batch, as soon as they are found."""
        while self._stop is None:
            batch, stop = self._step(size)
            self._found += len(batch)
            self._conclude(stop)
            if len(batch):
                yield batch

    def __iter__(self) -> Iterator[Selection]:
        """The remaining selections one by one.

        They are fetched in batches that grow from one, so that the first is not kept waiting for the next. Whoever
        leaves the loop may go on with another, or with :meth:`batches` or :meth:`count`.
        """
        size = 1
        with self._ended_by_errors():
            while self._stop is None:
                if self._ahead is None:
                    batch, stop = self._step(size)
                    self._ahead = batch.selections(), stop
                selections, stop = self._ahead
                selection = next(selections, None)
                if selection is None:
                    self._ahead = None
                    self._conclude(stop)
                    size = min(size * 2, 256)
                elif self._cancelled.is_set():
                    self._conclude(StopReason.CANCELLED)
                else:
                    self._found += 1
                    yield selection

    # Machinery.

    def _count_on(self) -> tuple[int, StopReason | None]:
        if self._ahead is None:
            return super()._count_on()
        batch, stop = self._step(1 << 62)
        return len(batch), stop

    def _step(self, most: int) -> tuple[Batch, StopReason | None]:
        if stop := self._interruption():
            return NONE_FOUND, stop
        if self._ahead is not None:
            selections, stop = self._ahead
            taken = list(islice(selections, most))
            if len(taken) == most:
                return Batch.of(taken), None
            self._ahead = None
            return Batch.of(taken), stop
        with self._ended_by_errors():
            return self._fill(self._allowance(most))
