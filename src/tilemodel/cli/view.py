"""Open the 3-D page in a browser: arrangements that are searched for as with solve, or those of a file."""

from __future__ import annotations

import argparse
import tempfile
import webbrowser
from pathlib import Path

from tilemodel.cli import draw, options, solve
from tilemodel.cli.output import note
from tilemodel.errors import UsageError

FORMAT = "html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``view``."""
    options.add_model(parser)
    parser.add_argument("--solutions", metavar="FILE", help="show these (JSON or jsonl) instead of searching")
    solve.add_how_many(parser)
    options.add_search(parser)
    options.add_output(parser, FORMAT)
    parser.add_argument("--no-open", action="store_true", help="write the page, and say where, without opening it")


def run(arguments: argparse.Namespace) -> int:
    """Make the page and show it; the exit status is that of the search."""
    if arguments.solutions is not None and (arguments.all or arguments.limit):
        raise UsageError("--solutions shows all that is in the file; --limit and --all are for a search")
    arguments.sheet, arguments.cell = False, None  # draw's, which have no meaning here
    if not arguments.output:
        arguments.output = str(Path(tempfile.mkdtemp(prefix="tilemodel-")) / f"{Path(arguments.model).stem}.html")
    result = (solve if arguments.solutions is None else draw).run(arguments)
    page = Path(arguments.output).resolve()
    if arguments.no_open or not webbrowser.open(page.as_uri()):
        note(f"the page is {page}; open it in a browser")
    elif not arguments.quiet:
        note(f"opened {page}")
    return result
