"""Ctrl-C in order: the search ends, what was found is kept."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType
from typing import Any, Protocol

AT_ONCE = 0.5
"""Seconds within which a second signal is taken for the first."""


class Cancellable(Protocol):
    """Something with a cancel button."""

    def cancel(self) -> None: ...


class Interruption:
    """While it lasts, SIGINT and SIGTERM cancel the run in hand instead of raising.

    ``happened`` tells afterwards. A second signal, or one while there is no run, raises KeyboardInterrupt; but one that
    comes at once is the first again, sent to the process and to its group. Outside the main thread, where Python allows
    no handlers, it does nothing.
    """

    def __init__(self) -> None:
        self.happened = False
        self._run: Cancellable | None = None
        self._former: dict[int, Any] = {}
        self._first = 0.0  # when it came

    def watch(self, run: Cancellable) -> None:
        """From now on a signal cancels this run."""
        self._run = run

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._former[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._run is None or (self.happened and now > self._first + AT_ONCE):
            self.happened = True
            raise KeyboardInterrupt
        if self.happened:
            return
        self.happened, self._first = True, now
        # On a thread of its own: this one may be holding a lock that cancelling needs.
        threading.Thread(target=self._run.cancel, daemon=True).start()
