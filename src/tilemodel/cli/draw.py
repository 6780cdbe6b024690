"""Draw arrangements from a file of solutions, or, without one, the board and the pieces of a puzzle."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from tilemodel.cli import options, status
from tilemodel.cli.listing import PictureListing, TextListing
from tilemodel.cli.output import Output
from tilemodel.cli.pictures import PICTURES
from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle
from tilemodel.solution import Solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``draw``."""
    options.add_model(parser)
    parser.add_argument("--solutions", metavar="FILE", help="what solve printed as JSON or jsonl: draw these")
    parser.add_argument("--sheet", action="store_true", help="pieces to print and cut out, in true size (SVG)")
    parser.add_argument("--cell", type=_millimetres, metavar="MM", help="the side of a cell of --sheet (default: 20)")
    options.add_output(parser, "text", *PICTURES)
    parser.set_defaults(format=None)


def run(arguments: argparse.Namespace) -> int:
    """Draw; the exit status."""
    form = arguments.format or ("svg" if arguments.sheet else _by_ending(arguments.output))
    if arguments.sheet and (form != "svg" or arguments.solutions is not None):
        other = "--solutions" if form == "svg" else f"--format {form}"
        raise UsageError(f"--sheet draws the pieces as SVG; it does not go with {other}")
    if arguments.cell and not arguments.sheet:
        raise UsageError("--cell is the size of the cells on a --sheet; other pictures have no size of their own")
    puzzle = options.load_puzzle(arguments)
    with Output(arguments.output) as output:
        if arguments.sheet:
            from tilemodel.render.pictures.sheet import cutting_sheet

            output.write(cutting_sheet(puzzle, arguments.cell or 20.0))
        elif form == "text":
            listing = TextListing(puzzle, output, several=True)
            if arguments.solutions is None:
                listing.draw_puzzle()
            for solution in _checked(puzzle, arguments.solutions):
                listing.add(solution)
        else:
            picture = PictureListing(form, puzzle, output)
            for solution in _checked(puzzle, arguments.solutions):
                picture.add(solution)
            picture.draw("no arrangement in the file" if arguments.solutions is not None else "")
    return status.ANSWERED


def _millimetres(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1 <= number <= 500:
        raise argparse.ArgumentTypeError(f"a number of millimetres from 1 to 500, not {text!r}")
    return number


def _by_ending(path: str | None) -> str:
    """The format that the name of the file asks for, or text."""
    ending = os.path.splitext(path or "")[1].removeprefix(".").lower()
    return ending if ending in PICTURES else "text"


def _checked(puzzle: Puzzle, path: str | None) -> Iterator[Solution]:
    """The solutions of a file, if one is named, each checked before it is drawn."""
    if path is None:
        return
    from tilemodel.checker import check_solution
    from tilemodel.cli.stored import solutions_of

    for number, solution in enumerate(solutions_of(path, puzzle), 1):
        if problems := check_solution(puzzle, solution):
            raise UsageError(
                f"{path}: solution {number} does not solve this model: {problems[0]}; "
                "tilemodel check MODEL --solutions FILE says more"
            )
        yield solution
