"""Tasks done by a Dask cluster: many machines, workers that may come and go.

Dask sends a task again when its worker is lost, and gives it up when it has lost several (``KilledWorker``). What is
long inside a task releases Python's lock or goes in slices, so that workers answer the scheduler meanwhile.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

from tilemodel import backends
from tilemodel.backends.search import Limits, Statistics
from tilemodel.errors import UnavailableError, UsageError
from tilemodel.parallel.parts import Part
from tilemodel.runs.crew import Report, come_in, do
from tilemodel.runs.journal import Result
from tilemodel.runs.plan import Task
from tilemodel.runs.question import Question, Term

LOCAL = "local"
"""The address that stands for worker processes on this machine."""

_AHEAD = 3  # tasks that wait for each worker, so that none is idle for the time of a message


def _work(
    term: Term, options: Any, part: Part, seconds: float | None, listing: bool, sieve: Any
) -> tuple[Result | None, bool]:
    """On the worker: the result, if there is one, and whether it took too long."""
    instance, limits = part.instance(term.instance), Limits(seconds=seconds)
    return do(lambda: backends.get(term.backend).search(instance, limits, options), part, listing, sieve)


class Cluster:
    """An :class:`~tilemodel.runs.crew.Executor` on the cluster whose scheduler has that address.

    Raises UnavailableError where Dask is not installed, UsageError where nothing answers at the address.
    """

    def __init__(self, question: Question, address: str, workers: int | None = None):
        try:
            import distributed
        except ImportError:
            raise UnavailableError("--cluster needs Dask: pip install 'tilemodel[cluster]'") from None
        if address != LOCAL:
            try:
                distributed.comm.get_address_host_port(address)
            except ValueError as error:  # a client that is begun with it would complain again at its end
                raise UsageError(
                    f"--cluster: {address} is no address ({error}); give tcp://HOST:PORT of a scheduler, or {LOCAL}"
                ) from None
        self._cluster: Any = None
        if address == LOCAL:
            self._cluster = distributed.LocalCluster(
                n_workers=workers or 2, threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client = distributed.Client(self._cluster or address, timeout=10, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise UsageError(
                f"--cluster: no scheduler answers at {address} ({error}); start one with: dask scheduler"
            ) from None
        self._question = question
        # Sent once, and kept on the workers.
        self._terms = [self._client.scatter(term, broadcast=True, hash=False) for term in question.terms]
        self._sieve = question.sieve and self._client.scatter(question.sieve, broadcast=True, hash=False)
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._futures: dict[Any, Task] = {}

    @property
    def workers(self) -> int:
        """Slots that the cluster has at the moment, and some more tasks, to be waiting there."""
        return max(1, _AHEAD * sum(self._client.nthreads().values()))

    def submit(self, task: Task, seconds: float | None) -> None:
        """Send a task."""
        future = self._client.submit(
            _work,
            self._terms[task.term],
            self._question.options,
            task.part,
            seconds,
            self._question.listing,
            self._sieve,
            pure=False,
            key=f"tilemodel {task.key} {time.monotonic_ns()}",
        )
        with self._lock:
            self._futures[future] = task
        future.add_done_callback(self._arrived)

    def reports(self, timeout: float) -> list[Report]:
        """What has come in."""
        return come_in(self._reports, timeout)

    def statistics(self) -> Statistics:
        """Workers tell of their work when it is done."""
        return Statistics()

    def close(self) -> None:
        """Let go of the cluster; what runs on it is given up."""
        with self._lock:
            futures, self._futures = list(self._futures), {}
        self._client.cancel(futures, force=True)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def _arrived(self, future: Any) -> None:
        with self._lock:
            task = self._futures.pop(future, None)
        if task is None:
            return
        if future.status == "finished":
            result, too_long = future.result()
            self._reports.put(Report(task, result, too_long))
        else:
            problem = future.exception() if future.status == "error" else "it was cancelled by the cluster"
            self._reports.put(Report(task, problem=f"{type(problem).__name__}: {problem}"))
