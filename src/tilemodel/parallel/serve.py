"""The process that searches for a worker: it answers requests that come on standard input, until that ends.

Requests and answers are pickles. First come the backend's name, the instance and the options; then ``search`` begins
a part, and ``batch`` and ``number`` ask for what is next in it.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from array import array
from typing import Any, BinaryIO

from tilemodel import backends
from tilemodel.backends.search import NONE_FOUND, Batch, Limits, Search
from tilemodel.errors import BackendError
from tilemodel.instance import Instance
from tilemodel.parallel.parts import Part


def serve() -> None:
    """Answer until standard input ends, as it does when whoever asks is no more."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a solver prints must not get among the answers
    requests: queue.SimpleQueue[tuple] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, requests), daemon=True).start()
    server = _Server(*requests.get())
    while True:
        answer = server.answer(*requests.get())
        if answer is not None:
            pickle.dump(_portable(answer) if isinstance(answer, Exception) else answer, replies)
            replies.flush()


def _portable(problem: Exception) -> Exception:
    """The exception, or one with its words where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return BackendError(f"{type(problem).__name__}: {problem}")
    return problem


def _receive(stream: BinaryIO, requests: queue.SimpleQueue) -> None:
    """Pass on the requests, from a thread of its own so that the end is noticed during a search, too."""
    try:
        while True:
            requests.put(pickle.load(stream))
    finally:
        os._exit(0)


class _Server:
    def __init__(self, name: str, instance: Instance, options: Any):
        self._backend, self._instance, self._options = backends.get(name), instance, options
        self._search: Search | None = None
        self._problem: Exception | None = None

    def answer(self, request: str, *details: Any) -> Any:
        """What to reply; nothing to ``search``, whose problems are told when its results are asked for."""
        try:
            if request == "search":
                self._begin(*details)
                return None
            if self._problem:
                return self._problem
            assert self._search
            batch = next(self._search.batches(*details), NONE_FOUND)
            plain = Batch(array("i", batch.offsets), array("i", batch.chosen)) if request == "batch" else len(batch)
            return plain, self._search.outcome.stop, self._search.statistics
        except Exception as problem:
            self._problem = problem
            return None if request == "search" else problem

    def _begin(self, part: Part, limits: Limits) -> None:
        if self._search:
            self._search.close()
        self._search = self._backend.search(part.instance(self._instance), limits, self._options)
