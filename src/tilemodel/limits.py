"""What would not fit in memory is refused before it is built; and how much is spent where nobody says how much."""

from __future__ import annotations

import os

from tilemodel.errors import TooLargeError, UsageError

MAX_CELLS = 1_000_000
MAX_PLACEMENTS = 20_000_000

ESTIMATE_SECONDS = 50.0
"""For an estimate, where nothing else is asked for."""
SLICE_SECONDS = 20.0
"""After which a sub-instance of a long run is divided, where nothing else is asked for."""
SAMPLE_MEGABYTES = 2048
"""That numbering all arrangements may take, where nothing else is asked for."""
SAMPLE_SECONDS = 60.0
"""For random arrangements, where nothing else is asked for."""


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
