"""A question to the driver, from the command line: interruptions, progress and what to say about it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from tilemodel.cli.interrupt import Interruption
from tilemodel.cli.output import note
from tilemodel.cli.progress import Progress
from tilemodel.cli.report import Report
from tilemodel.driver import Run, start
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution

_T = TypeVar("_T")


class Asking:
    """One run of the driver that Ctrl-C ends in order; ``run`` is None where that came before it began."""

    def __init__(self, quiet: bool, verbose: bool):
        self._quiet, self._verbose = quiet, verbose
        self._interruption = Interruption()
        self._started = time.perf_counter()
        self.run: Run | None = None

    def __enter__(self) -> Asking:
        self._interruption.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        if self.run is not None:
            self.run.close()
        self._interruption.__exit__(*exception)

    def start(self, puzzle: Puzzle, **question: Any) -> None:
        """Begin to answer."""
        try:
            self.run = start(puzzle, **question)
            self._interruption.watch(self.run)
        except KeyboardInterrupt:
            return
        if self._verbose:
            instance = self.run.compilation.instance
            note(
                f"{len(self.run.compilation.placements):,} placements, {instance.option_count:,} options, "
                f"{len(instance.items):,} items, {len(instance.rows):,} rows in {self.run.build_seconds:.2f} s"
            )
            note(f"backend {self.run.backend}: {self.run.why}")

    def progress(self) -> Progress:
        """The line that tells how the run is getting on."""
        assert self.run is not None
        return Progress(self.run, enabled=not self._quiet)

    def until_interrupted(self, results: Iterable[_T]) -> Iterator[_T]:
        """The results up to the end, or to a second Ctrl-C where the search does not react to the first."""
        try:
            yield from results
        except KeyboardInterrupt:
            self._interruption.happened = True

    def report(self, puzzle: Puzzle, backend: str, best: Solution | None = None) -> Report:
        """What is known at the end; ``best`` is the best arrangement found, where there is an objective."""
        if self.run is not None and self._verbose and self.run.backend != backend != "auto":
            note(f"then backend {self.run.backend}: {self.run.why}")
        seconds = time.perf_counter() - self._started
        return Report(puzzle, self.run, backend, self._interruption.happened, seconds, best)
