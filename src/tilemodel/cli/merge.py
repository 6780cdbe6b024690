"""The shards of a run added up; with --format jsonl, the arrangements that their journals keep."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tilemodel.cli import options, status
from tilemodel.cli.output import Output, note
from tilemodel.errors import UsageError

if TYPE_CHECKING:
    from tilemodel.runs.journal import Journal
    from tilemodel.runs.kept import Kept


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``merge``."""
    options.add_model(parser)
    parser.add_argument("journals", nargs="+", metavar="JOURNAL", help="the journals of all shards")
    options.add_output(parser, "text", "json", "jsonl")


def run(arguments: argparse.Namespace) -> int:
    """Add up and print; the exit status."""
    from tilemodel.runs.journal import Journal
    from tilemodel.runs.kept import Kept, question_of
    from tilemodel.runs.merge import merge

    if len({os.path.realpath(path) for path in arguments.journals}) < len(arguments.journals):
        raise UsageError("a journal is named twice; name the journal of each shard once")
    puzzle = options.load_puzzle(arguments)
    with ExitStack() as stack:
        output = stack.enter_context(Output(arguments.output))
        journals = [stack.enter_context(Journal(path, create=False)) for path in arguments.journals]
        union = merge(journals)
        question = question_of(journals[0], puzzle)  # that of all, as merging has made sure
        known = question.is_sum or union.complete
        count = question.answer(union.found) if known else 0
        if arguments.format == "jsonl":
            _list(output, journals, Kept(question))
        elif arguments.format == "json":
            answer = {
                "model": puzzle.name,
                "backend": question.engines,
                "count": count,
                "complete": union.complete,
                "distinct": question.distinct,
                "missing": list(union.missing),
                "unfinished": list(union.unfinished),
                "statistics": {"nodes": union.nodes},
            }
            output.write(json.dumps(answer) + "\n")
        else:
            output.write(f"{count}\n" if union.complete else f"at least {count}\n" if known else "not known yet\n")
    if not arguments.quiet:
        for what, shards in (("missing", union.missing), ("not finished", union.unfinished)):
            if shards:
                note(f"{what}: shard{'s' if len(shards) > 1 else ''} {', '.join(shards)}; this is not the whole")
    return status.ANSWERED if union.complete else status.CUT_SHORT


def _list(output: Output, journals: list[Journal], kept: Kept) -> None:
    """The arrangements, one a line."""
    from tilemodel.cli.listing import BatchListing, listing_for
    from tilemodel.runs.kept import batches_in

    listing = listing_for("jsonl", kept.placements.puzzle, output, several=True)
    assert isinstance(listing, BatchListing)
    for journal in journals:
        for offsets, placements in batches_in(journal, kept):
            listing.add_batch(kept.placements, offsets, placements)
