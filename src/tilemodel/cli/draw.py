"""Draw arrangements from a file of solutions, or, without one, the board and the pieces of a puzzle."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from tilemodel.cli import options, status
from tilemodel.cli.listing import TextListing
from tilemodel.cli.output import Output
from tilemodel.cli.pictures import PICTURES
from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``draw``."""
    options.add_model(parser)
    parser.add_argument(
        "--solutions", metavar="FILE", help="what to draw: solutions as solve prints them in JSON or jsonl"
    )
    options.add_output(parser, "text", *PICTURES)
    parser.set_defaults(format=None)


def run(arguments: argparse.Namespace) -> int:
    """Draw; the exit status."""
    puzzle = options.load_puzzle(arguments)
    form = arguments.format or _by_ending(arguments.output)
    with Output(arguments.output) as output:
        solutions = _checked(puzzle, arguments.solutions) if arguments.solutions is not None else iter(())
        if form == "text":
            listing = TextListing(puzzle, output, several=True)
            for solution in solutions:
                listing.add(solution)
        else:
            output.write(PICTURES[form](puzzle, list(solutions), "no arrangement"))
    return status.ANSWERED


def _by_ending(path: str | None) -> str:
    """The format that the name of the file asks for, or text."""
    ending = os.path.splitext(path or "")[1].removeprefix(".").lower()
    return ending if ending in PICTURES else "text"


def _checked(puzzle: Puzzle, path: str) -> Iterator[Solution]:
    """The solutions of a file, each checked before it is drawn."""
    from tilemodel.checker import check_solution
    from tilemodel.formats.solutions import read_solutions

    for number, solution in enumerate(read_solutions(path), 1):
        if problems := check_solution(puzzle, solution):
            raise UsageError(
                f"{path}: solution {number} does not solve this model: {problems[0]}; "
                "tilemodel check MODEL --solutions FILE says more"
            )
        yield solution
