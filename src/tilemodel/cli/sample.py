"""Random arrangements: uniformly random where the puzzle allows it, and otherwise labelled as not uniform."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tilemodel.cli import options, status
from tilemodel.cli.fragments import to_json
from tilemodel.cli.interrupt import Interruption
from tilemodel.cli.output import Output, note
from tilemodel.cli.parser import whole_number
from tilemodel.cli.pictures import PICTURES
from tilemodel.formats.solutions import solution_to_dict
from tilemodel.limits import SAMPLE_MEGABYTES, SAMPLE_SECONDS

if TYPE_CHECKING:
    from tilemodel.puzzle import Puzzle
    from tilemodel.sampling import Sample


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``sample``."""
    options.add_model(parser)
    parser.add_argument("-n", "--number", type=whole_number(1), default=1, metavar="N", help="how many (default: 1)")
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="N", help="of the random numbers")
    parser.add_argument(
        "--memory",
        type=whole_number(1),
        default=SAMPLE_MEGABYTES,
        metavar="MB",
        help="for numbering all arrangements (%(default)s)",
    )
    options.add_time_limit(parser)
    options.add_output(parser, "text", "json", "jsonl", *PICTURES)


def run(arguments: argparse.Namespace) -> int:
    """Draw a sample and print it; the exit status."""
    from tilemodel.compiler import compile_puzzle
    from tilemodel.sampling import sample

    if arguments.format in PICTURES:
        PICTURES[arguments.format].check_ready()
        PICTURES[arguments.format].check_number(arguments.number)
    puzzle = options.load_puzzle(arguments)
    interruption = Interruption()
    with Output(arguments.output) as output, interruption:
        drawn = sample(
            compile_puzzle(puzzle),
            arguments.number,
            seed=arguments.seed,
            memory=arguments.memory,
            seconds=arguments.time_limit or SAMPLE_SECONDS,
            watch=interruption.watch,
        )
        _print(output, puzzle, drawn, arguments)
    if not arguments.quiet:
        note(_summary(drawn))
    if interruption.happened and not drawn.complete:
        return status.INTERRUPTED
    if not drawn.complete:
        return status.CUT_SHORT
    return status.ANSWERED if drawn.solutions else status.NO


def _print(output: Output, puzzle: Puzzle, drawn: Sample, arguments: argparse.Namespace) -> None:
    if arguments.format in PICTURES:
        output.write(PICTURES[arguments.format].paint(puzzle, drawn.solutions, "no arrangement exists"))
    elif arguments.format == "jsonl":
        for solution in drawn.solutions:
            output.write(to_json(solution_to_dict(solution)) + b"\n")
    elif arguments.format == "json":
        answer = {
            "model": puzzle.name,
            "uniform": drawn.uniform,
            "count": drawn.total,
            "complete": drawn.complete,
            "seed": arguments.seed,
            "solutions": [solution_to_dict(solution) for solution in drawn.solutions],
        }
        output.write(json.dumps(answer) + "\n")
    else:
        from tilemodel.cli.listing import TextListing

        listing = TextListing(puzzle, output, several=arguments.number > 1)
        for solution in drawn.solutions:
            listing.add(solution)


def _summary(drawn: Sample) -> str:
    """How many of how many, and whether each was as likely as any other."""
    number = len(drawn.solutions)
    if drawn.total == 0:
        return "no arrangement exists (proved)"
    if drawn.uniform:
        return f"{number:,} of {drawn.total:,} arrangements, uniformly random"
    short = "" if drawn.complete else "; stopped before there were more"
    return f"{number:,} arrangements, random but NOT uniform: {drawn.why}{short}"
