"""``tilemodel COMMAND ...``: find the command, run it, turn what goes wrong into one line and an exit status.

Nothing is imported before it is known to be needed, so that ``--version`` and ``--help`` answer at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from tilemodel.cli import status
from tilemodel.errors import SolutionError, TilemodelError

COMMANDS = {
    "solve": "find an arrangement, several, or all",
    "count": "the number of arrangements",
    "info": "pieces, placements, symmetry, and what is known before any search",
    "check": "models against their expected answers, or solutions against a model",
    "explain": "why a puzzle has no arrangement",
    "draw": "arrangements from a file, or a puzzle's board and pieces, as text, SVG or the 3-D page",
    "view": "open the 3-D page of arrangements, searched for or from a file",
    "estimate": "about how many arrangements there are, and how long counting would take",
    "sample": "random arrangements",
    "run": "a long count or enumeration that can be killed and gone on with",
    "merge": "the shards of a run, added up; the arrangements that a journal keeps",
    "models": "the models that come with tilemodel",
    "backends": "the solvers, and what each can do",
}
"""Each is a module of this package with ``add_arguments(parser)`` and ``run(arguments) -> int``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the result is the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        result = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return result
    except KeyboardInterrupt:
        _complain("interrupted")
        return status.INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return status.ANSWERED  # whoever reads has seen enough
    except SolutionError as error:
        return _confess(error)
    except TilemodelError as error:
        _complain(str(error))
        return status.WRONG
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _complain(f"cannot read or write{where}: {error.strerror or error}")
        _abandon_stdout()
        return status.WRONG
    except MemoryError:
        _complain("there is not enough memory for this")
        return status.CUT_SHORT
    except Exception as error:
        return _confess(error)


def _dispatch(words: list[str]) -> int:
    if not words:
        _complain("a command is missing; tilemodel --help lists them")
        return status.WRONG
    first, *rest = words
    if first in ("-V", "--version"):
        from tilemodel import __version__

        print(f"tilemodel {__version__}")
        return status.ANSWERED
    if first in ("-h", "--help") or words == ["help"]:
        print(_help())
        return status.ANSWERED
    if first == "help":
        first, rest = rest[0], ["--help"]
    if first not in COMMANDS:
        from tilemodel.cli.parser import unknown

        what = "option" if first.startswith("-") else "command"
        raise unknown(what, first, ["--help", "--version"] if what == "option" else COMMANDS)
    from tilemodel.cli.parser import Parser

    module = importlib.import_module(f"tilemodel.cli.{first}")
    parser = Parser(prog=f"tilemodel {first}", description=module.__doc__)
    module.add_arguments(parser)
    arguments = parser.parse(rest)
    return status.ANSWERED if arguments is None else module.run(arguments)


def _help() -> str:
    width = max(map(len, COMMANDS)) + 2
    commands = "\n".join(f"  {name:<{width}}{summary}" for name, summary in COMMANDS.items())
    return (
        "usage: tilemodel COMMAND MODEL [options]\n\n"
        "Pieces and a box: puzzles written once, solved by interchangeable solvers.\n\n"
        f"commands:\n{commands}\n\n"
        "MODEL is a file (x.toml, or with a directory), or the name of a model that comes with tilemodel.\n"
        "tilemodel COMMAND --help lists a command's options; tilemodel --version says which version this is.\n\n"
        "exit status: 0 answered, 1 no (no arrangement, a failed check), 2 the command line or a model is wrong,\n"
        "3 stopped at a limit before the answer, 130 interrupted."
    )


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(f"tilemodel: {message}", file=sys.stderr)


def _confess(error: Exception) -> int:
    """Something that no input should bring about."""
    import traceback

    if sys.stderr is not None:
        traceback.print_exception(error)
    _complain("this is a bug in tilemodel; please report it, with the lines above and the model")
    return status.BUG


def _abandon_stdout() -> None:
    """Send what Python may still flush on exit nowhere; the reader is gone."""
    import os

    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError, AttributeError):
        pass  # standard output is no file of the system: nothing is left to flush


if __name__ == "__main__":
    sys.exit(main())
