"""Ctrl-C in order: the search ends, what was found is kept."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Protocol


class Cancellable(Protocol):
    """Something with a cancel button."""

    def cancel(self) -> None: ...


class Interruption:
    """While it lasts, SIGINT and SIGTERM cancel the run in hand instead of raising.

    ``happened`` tells afterwards. A second signal, or one while there is no run, raises KeyboardInterrupt.
    Outside the main thread, where Python allows no handlers, it does nothing.
    """

    def __init__(self) -> None:
        self.happened = False
        self._run: Cancellable | None = None
        self._former: dict[int, Any] = {}

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
        if self.happened or self._run is None:
            self.happened = True
            raise KeyboardInterrupt
        self.happened = True
        # On a thread of its own: this one may be holding a lock that cancelling needs.
        threading.Thread(target=self._run.cancel, daemon=True).start()
