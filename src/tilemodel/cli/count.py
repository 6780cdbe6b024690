"""The number of arrangements; --distinct counts those that symmetry makes alike once."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from tilemodel.backends.search import Outcome
from tilemodel.cli import options, status
from tilemodel.cli.asking import Asking
from tilemodel.cli.output import Output, note
from tilemodel.driver import Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``count``."""
    options.add_model(parser)
    options.add_search(parser)
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Count and print; the exit status."""
    settings = options.search_settings(arguments)
    puzzle = options.load_puzzle(arguments)
    with Output(arguments.output) as output, Asking(arguments.quiet, arguments.verbose) as asking:
        asking.start(puzzle, question="count", **settings)
        if asking.run is not None:
            with asking.progress():
                for _ in asking.until_interrupted(_counting(asking.run)):
                    pass
        report = asking.report(puzzle, arguments.backend)
        if arguments.format == "json":
            answer = {"count": report.found, "complete": report.complete, "distinct": arguments.distinct}
            output.write(json.dumps({**report.head, **answer, "statistics": report.statistics}) + "\n")
        else:
            # A part is never shown as a count: nothing that reads a number takes it for one.
            output.write(f"{report.found}\n" if report.complete else f"at least {report.found}\n")
        if not arguments.quiet and (arguments.verbose or not report.complete):
            end = "complete" if report.complete else f"stopped ({report.stop}) before the end: this is not the count"
            note(f"{end} ({report.how})")
        if report.interrupted:
            return status.INTERRUPTED
        return status.ANSWERED if report.complete else status.CUT_SHORT


def _counting(run: Run) -> Iterator[Outcome]:
    """The count as something to be interrupted."""
    yield run.count()
