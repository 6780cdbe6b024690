"""Tasks done on this machine: workers on threads, each with the backend here or in a process of its own."""

from __future__ import annotations

import queue
import threading
import time
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tilemodel import backends
from tilemodel.backends.search import Limits, Search, Statistics, StopReason
from tilemodel.errors import BackendError
from tilemodel.parallel.helpers import Elsewhere, Helper, Here
from tilemodel.parallel.parts import Part
from tilemodel.parallel.team import THREADS
from tilemodel.runs.journal import Chunk, Result
from tilemodel.runs.plan import Task
from tilemodel.runs.question import Question
from tilemodel.symmetry import OrbitFilter

_CHUNK = 4096  # selections that are fetched, and kept, together


@dataclass(frozen=True)
class Report:
    """What became of a task: a result, or too long for its time, or a worker that ended by itself (``problem``)."""

    task: Task
    result: Result | None = None
    too_long: bool = False
    problem: str = ""


class Executor(Protocol):
    """Has tasks done, here or elsewhere. What is submitted is reported, until it is halted."""

    def submit(self, task: Task, seconds: float | None) -> None:
        """Have a task done, for so many seconds at most."""
        ...

    def reports(self, timeout: float) -> list[Report]:
        """What has come in, after waiting for the first as long as that."""
        ...

    @property
    def workers(self) -> int:
        """How many tasks are done at a time."""
        ...

    def statistics(self) -> Statistics:
        """The work on the tasks that are in hand."""
        ...

    def close(self) -> None:
        """End what is going on, and give back what it holds."""
        ...


def come_in(waiting: queue.SimpleQueue[Report], timeout: float) -> list[Report]:
    """All reports that wait, after waiting for the first as long as that."""
    found = []
    try:
        found.append(waiting.get(timeout=timeout))
        while True:
            found.append(waiting.get_nowait())
    except queue.Empty:
        return found


def do(
    begin: Callable[[], Search],
    part: Part,
    listing: bool,
    sieve: OrbitFilter | None = None,
    watch: Callable[[Search], None] = lambda search: None,
) -> tuple[Result | None, bool]:
    """Count or list a part with the search of it that ``begin`` begins; and whether it took too long.

    None for a result where it was cut short: then nothing is known. ``watch`` is given the search.
    """
    chunks: list[Chunk] = []
    began = time.perf_counter()
    with begin() as search:
        watch(search)
        if listing:
            numbers = array("i", part.options())
            for batch in search.batches(_CHUNK):
                chunks.extend(_kept(batch, numbers, sieve))
        else:
            search.count()
    outcome, took = search.outcome, time.perf_counter() - began
    if not outcome.complete:
        return None, outcome.stop in (StopReason.TIME_LIMIT, StopReason.WORK_LIMIT)
    found = sum(map(len, chunks)) if listing else outcome.found
    return Result(found, search.statistics.nodes, took, tuple(chunks)), False


def _kept(batch: Any, numbers: array, sieve: Any) -> Iterable[Chunk]:
    """The selections of a batch, in the numbering of the whole, that the sieve keeps."""
    import numpy as np

    offsets = np.asarray(batch.offsets, dtype=np.int64)
    chosen = np.asarray(numbers, dtype=np.int32)[np.asarray(batch.chosen, dtype=np.int64)]
    lengths = np.diff(offsets)
    if sieve is not None:
        mask = sieve.mask(offsets, chosen)
        chosen, lengths = chosen[np.repeat(mask, lengths)], lengths[mask]
    if len(lengths):
        yield Chunk(array("i", lengths.astype(np.int32).tobytes()), array("i", chosen.astype(np.int32).tobytes()))


@dataclass
class _Hand:
    """A worker's helpers, one for each term that it has met, and the search that it is at."""

    helpers: dict[int, Helper] = field(default_factory=dict)
    search: Search | None = None

    def watch(self, search: Search) -> None:
        self.search = search


class Crew:
    """An :class:`Executor` of threads; native engines search on them, other backends in a process of each."""

    def __init__(self, question: Question, workers: int):
        self._question, self.workers = question, workers
        self._tasks: queue.SimpleQueue[tuple[Task, float | None] | None] = queue.SimpleQueue()
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._halted = threading.Event()
        self._hands = [_Hand() for _ in range(workers)]
        self._threads = [threading.Thread(target=self._serve, args=(hand,), daemon=True) for hand in self._hands]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task, seconds: float | None) -> None:
        self._tasks.put((task, seconds))

    def reports(self, timeout: float) -> list[Report]:
        return come_in(self._reports, timeout)

    def statistics(self) -> Statistics:
        total = Statistics()
        for hand in self._hands:
            if search := hand.search:
                total.nodes += search.statistics.nodes
                total.conflicts += search.statistics.conflicts
        return total

    def close(self) -> None:
        self._halted.set()
        for hand in self._hands:
            self._tasks.put(None)
            for helper in list(hand.helpers.values()):
                helper.halt()
        for thread in self._threads:
            thread.join()

    def _serve(self, hand: _Hand) -> None:
        try:
            while (order := self._tasks.get()) is not None and not self._halted.is_set():
                self._reports.put(self._do(hand, *order))
        finally:
            for helper in hand.helpers.values():
                helper.close()

    def _do(self, hand: _Hand, task: Task, seconds: float | None) -> Report:
        try:
            helper = self._helper(hand, task.term)
            limits, question = Limits(seconds=seconds), self._question
            result, too_long = do(
                lambda: helper.search(task.part, limits), task.part, question.listing, question.sieve, hand.watch
            )
            hand.search = None
            return Report(task, result, too_long)
        except BackendError as problem:
            hand.search = None
            if task.term in hand.helpers:
                hand.helpers.pop(task.term).close()  # whatever state it is in
            return Report(task, problem=str(problem))
        except Exception as problem:
            return Report(task, problem=f"{type(problem).__name__}: {problem}")

    def _helper(self, hand: _Hand, t: int) -> Helper:
        if t not in hand.helpers:
            term = self._question.terms[t]
            backend = backends.get(term.backend)
            options = backend.admit(term.instance, self._question.options)
            kind = Here if backend.name in THREADS else Elsewhere
            hand.helpers[t] = kind(backend, term.instance, options)
        return hand.helpers[t]
