"""A line on standard error that tells how a search is getting on: to a terminal only, and not in the first second."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tilemodel.backends.search import Outcome, Statistics

_FIRST, _EVERY = 1.0, 0.25  # seconds
_ERASE = "\r\x1b[K"


class Going(Protocol):
    """What tells how it is getting on, and perhaps, as ``seconds_left``, how long it will take."""

    @property
    def statistics(self) -> Statistics: ...

    @property
    def outcome(self) -> Outcome: ...


class Progress:
    """Redraws its line from a thread of its own while the ``with`` block lasts."""

    def __init__(self, run: Going, *, enabled: bool = True):
        self._run = run
        # A dumb terminal cannot erase a line.
        self._enabled = enabled and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._started = time.monotonic()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._shown = False
        self._thread = threading.Thread(target=self._loop, daemon=True)

    def __enter__(self) -> Progress:
        if self._enabled:
            self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._enabled:
            self._ended.set()
            self._thread.join()
            self._erase()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Out of the way while something else is printed."""
        if not self._enabled:
            yield
            return
        with self._lock:
            self._erase()
            yield

    def _loop(self) -> None:
        nodes_before, then = 0, self._started
        wait = _FIRST
        while not self._ended.wait(wait):
            wait = _EVERY
            statistics, now = self._run.statistics, time.monotonic()
            rate = (statistics.nodes - nodes_before) / (now - then)
            nodes_before, then = statistics.nodes, now
            left = getattr(self._run, "seconds_left", None)
            line = progress_line(self._run.outcome.found, statistics, rate, now - self._started, left)
            with self._lock:
                if self._ended.is_set():
                    return
                columns = shutil.get_terminal_size().columns
                sys.stderr.write(_ERASE + line[: columns - 1])
                sys.stderr.flush()
                self._shown = True

    def _erase(self) -> None:
        if self._shown:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self._shown = False


def progress_line(found: int, statistics: Statistics, rate: float, elapsed: float, left: float | None = None) -> str:
    """``1,234 found, 5.6 M nodes (1.2 M/s), 12.3 % done, 0:07 (about 0:50 to go)``"""
    parts = [f"{found:,} found"]
    if statistics.nodes:
        parts.append(f"{_short(statistics.nodes)} nodes ({_short(rate)}/s)")
    if statistics.conflicts:
        parts.append(f"{_short(statistics.conflicts)} conflicts")
    clock, done = _clock(elapsed), statistics.done
    if done:
        parts.append(f"{100 * done:.1f} % done")
        if left is None and 0.001 < done < 1:
            left = elapsed * (1 - done) / done
    if left is not None:
        clock += f" (about {_clock(left)} to go)"
    return ", ".join([*parts, clock])


def _short(number: float) -> str:
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.1f}{unit}"
    return f"{number:.0f}"


def _clock(elapsed: float) -> str:
    minutes, rest = divmod(int(elapsed), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
