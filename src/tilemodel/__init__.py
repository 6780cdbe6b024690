"""tilemodel: pieces and a box.

Write a puzzle once, in a TOML file or in Python; get an arrangement, all of them, or their number up to symmetry,
from interchangeable solvers::

    import tilemodel as tm

    puzzle = tm.load("iq-fit")
    for solution in tm.solve(puzzle, backend="cpsat", limit=3):
        print(solution)
    tm.count(puzzle, distinct=True)
"""

from __future__ import annotations

import importlib
from typing import Any

from tilemodel import display as _display

# Where each public name lives. They are imported when first used, so that ``import tilemodel`` costs nothing.
_HOME = {
    "Board": "puzzle",
    "Expectation": "puzzle",
    "Objective": "puzzle",
    "Piece": "puzzle",
    "Puzzle": "puzzle",
    "PlacedPiece": "solution",
    "Solution": "solution",
    "CUBIC": "lattice",
    "FCC": "lattice",
    "HEXAGONAL": "lattice",
    "SQUARE": "lattice",
    "TRIANGULAR": "lattice",
    "TilemodelError": "errors",
    "check_solution": "checker",
    "compile_puzzle": "compiler",
    "count": "driver",
    "load": "formats.shipped",
    "parse_model": "formats.model",
    "solve": "driver",
    "start": "driver",
    "standard_set": "catalog",
    "symmetry_group": "symmetry",
}

__all__ = sorted(_HOME)  # noqa: PLE0605
__version__ = "0.1.0"


# Who draws a value in a notebook; imported, too, when it is first asked.
_display.PAINTERS["svg"] = lambda value: importlib.import_module(f"{__name__}.render.notebook").svg(value)
_display.PAINTERS["html"] = lambda value: importlib.import_module(f"{__name__}.render.notebook").html(value)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
