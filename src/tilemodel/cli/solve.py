"""Find an arrangement of the pieces, several (--limit N), or all (--all)."""

from __future__ import annotations

import argparse

from tilemodel.cli import options, status
from tilemodel.cli.asking import Asking
from tilemodel.cli.listing import BatchListing, Listing, listing_for
from tilemodel.cli.output import Output, note
from tilemodel.cli.parser import whole_number
from tilemodel.cli.pictures import PICTURES
from tilemodel.cli.report import Report
from tilemodel.errors import UsageError
from tilemodel.solution import Solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``solve``."""
    options.add_model(parser)
    add_how_many(parser)
    options.add_search(parser)
    options.add_output(parser, "text", "json", "jsonl", *PICTURES)


def add_how_many(parser: argparse.ArgumentParser) -> None:
    """How many arrangements."""
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument("--limit", type=whole_number(1), metavar="N", help="stop after N arrangements (default: 1)")
    how_many.add_argument("--all", action="store_true", help="every arrangement")


def run(arguments: argparse.Namespace) -> int:
    """Search and print; the exit status."""
    limit = None if arguments.all else arguments.limit or 1
    settings = options.search_settings(arguments)
    puzzle = options.load_puzzle(arguments)
    if puzzle.objective and limit != 1:
        raise UsageError(
            "--all and --limit list arrangements, but this model has an objective, and solve finds a best one; "
            "leave them out, or take the objective out of the model"
        )
    with Output(arguments.output) as output, Asking(arguments.quiet, arguments.verbose) as asking:
        listing = listing_for(arguments.format, puzzle, output, several=limit != 1)
        # An objective is followed from better to better until one is proved best.
        search_limit = None if puzzle.objective else limit
        asking.start(puzzle, question="solve", limit=search_limit, **settings)
        best = None
        if asking.run is not None and puzzle.objective:
            best = _improve(asking, listing)
        elif asking.run is not None:
            _list(asking, listing, search_limit)
        report = asking.report(puzzle, arguments.backend, best)
        listing.finish(report)
        if not arguments.quiet:
            note(_summary(report, limit))
        return _status(report, limit)


def _improve(asking: Asking, listing: Listing) -> Solution | None:
    """Hand better and better arrangements to the listing; the best one."""
    assert asking.run is not None
    best = None
    with asking.progress() as progress:
        for best in asking.until_interrupted(asking.run):
            with progress.hidden():
                listing.improve(best)
    return best


def _list(asking: Asking, listing: Listing, limit: int | None) -> None:
    """Hand each arrangement to the listing, until the end or an interruption."""
    assert asking.run is not None
    with asking.progress() as progress:
        if isinstance(listing, BatchListing) and (limit is None or limit > _MANY):
            for offsets, placements in asking.until_interrupted(asking.run.batches()):
                with progress.hidden():
                    listing.add_batch(asking.run.compilation.placements, offsets, placements)
        else:
            for solution in asking.until_interrupted(asking.run):
                with progress.hidden():
                    listing.add(solution)


_MANY = 100
"""From here on, arrays are worth the import of numpy."""


def _status(report: Report, limit: int | None) -> int:
    if report.interrupted:
        return status.INTERRUPTED
    if report.objective_asked or limit is None or report.found < limit:
        if not report.complete:
            return status.CUT_SHORT
        return status.ANSWERED if report.found else status.NO
    return status.ANSWERED


def _summary(report: Report, limit: int | None) -> str:
    """The last line: how many, how far, by what, how long."""
    found = report.found
    if report.objective_asked and found:
        said = f"an arrangement of {report.objective}" + (", proved best" if report.complete else ", not proved best")
    elif found:
        said = f"{found:,} arrangement{'s' if found > 1 else ''}"
        if report.complete and limit != 1:
            said += ", which is all" if limit else " in all"
    else:
        said = "no arrangement" if report.complete else "no arrangement found so far"
    if not report.complete and report.stop and (limit is None or found < limit or report.objective_asked):
        said += f"; stopped ({report.stop}) before the end"
    return f"{said} ({report.how})"
