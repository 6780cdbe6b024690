"""What would not fit in memory is refused before it is built."""

from __future__ import annotations

import os

from tilemodel.errors import TooLargeError, UsageError

MAX_CELLS = 1_000_000
MAX_PLACEMENTS = 20_000_000


def check_cells(number: int) -> None:
    """Raise TooLargeError for a board (or block) of too many cells."""
    _check("cells", number, MAX_CELLS, "TILEMODEL_MAX_CELLS")


def check_placements(number: int) -> None:
    """Raise TooLargeError for a puzzle of too many placements."""
    _check("placements", number, MAX_PLACEMENTS, "TILEMODEL_MAX_PLACEMENTS")


def _check(what: str, number: int, default: int, variable: str) -> None:
    try:
        limit = int(os.environ.get(variable, default))
    except ValueError:
        raise UsageError(f"{variable} is a number of {what}, not {os.environ[variable]!r}") from None
    if number > limit:
        raise TooLargeError(
            f"{number:,} {what} are more than the limit of {limit:,}; "
            f"set {variable} to raise it, where there is memory for them"
        )
