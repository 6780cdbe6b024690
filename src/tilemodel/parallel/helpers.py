"""What a worker searches with: the backend in this process, or one in a process of its own."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from typing import Any, Protocol

from tilemodel.backends.base import Backend
from tilemodel.backends.search import NONE_FOUND, Batch, Limits, Search, StopReason
from tilemodel.errors import BackendError
from tilemodel.instance import Instance
from tilemodel.parallel.parts import Portion


class Helper(Protocol):
    """Searches one part after another; one thread uses it, but ``halt`` may be called from any."""

    def search(self, part: Portion, limits: Limits) -> Search:
        """A search of a part of the instance."""
        ...

    def halt(self) -> None:
        """End the present search and every later one; sticky."""
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...


class Here:
    """Searches in the calling thread."""

    def __init__(self, backend: Backend, instance: Instance, options: Any):
        self._backend, self._instance, self._options = backend, instance, options
        self._search: Search | None = None
        self._halted = False

    def search(self, part: Portion, limits: Limits) -> Search:
        self._search = part.search(self._backend, self._instance, limits, self._options)
        if self._halted:  # since the line before
            self._search.cancel()
        return self._search

    def halt(self) -> None:
        self._halted = True
        if search := self._search:
            search.cancel()

    def close(self) -> None:
        self._search = None


class Elsewhere:
    """Searches in a process of its own, which ends when its standard input does: it never outlives this one.

    Halting kills it: what it knows has been handed over already.
    """

    def __init__(self, backend: Backend, instance: Instance, options: Any):
        self._name = backend.name
        self._halted = False
        program = f"import sys; sys.path[:] = {sys.path!r}; from tilemodel.parallel.serve import serve; serve()"
        # In a group of its own, lest the terminal's Ctrl-C reach it: the caller decides what that means.
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )
        self._send(backend.name, replace(instance), options)  # a fresh copy is without what was worked out from it

    def search(self, part: Portion, limits: Limits) -> Search:
        self._send("search", part, limits)
        return _Remote(self, limits)

    def ask(self, *request: Any) -> Any:
        """The answer to a request; None where the process was halted."""
        try:
            self._send(*request)
            assert self._process.stdout
            answer = pickle.load(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            if self._halted:
                return None
            status = self._process.wait()
            raise BackendError(f"a process of the {self._name} backend ended by itself (status {status})") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def halt(self) -> None:
        self._halted = True
        self._process.kill()

    def close(self) -> None:
        self.halt()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe:
                    pipe.close()
            except OSError:
                pass  # what was still to be sent is of no use any more

    def _send(self, *request: Any) -> None:
        assert self._process.stdin
        try:
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended: noticed, with the reason, where its answer is waited for


class _Remote(Search):
    """A search that goes on elsewhere."""

    def __init__(self, elsewhere: Elsewhere, limits: Limits):
        super().__init__(limits)
        self._elsewhere = elsewhere

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        answer = self._elsewhere.ask("batch", most)
        if answer is None:
            return NONE_FOUND, StopReason.CANCELLED
        batch, stop, self.statistics = answer
        return batch, stop

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        answer = self._elsewhere.ask("number", most)
        if answer is None:
            return 0, StopReason.CANCELLED
        number, stop, self.statistics = answer
        return number, stop
