"""*So many*: the keys ``exactly``, or ``min`` and ``max``."""

from __future__ import annotations

from tilemodel.errors import PuzzleError

Interval = tuple[int, int | None]


def interval(exactly: int | None, minimum: int | None, maximum: int | None) -> Interval:
    """The least and the greatest number (None: no upper end)."""
    return (exactly, exactly) if exactly is not None else (minimum or 0, maximum)


def contains(bounds: Interval, number: int) -> bool:
    """Whether the number is neither too small nor too large."""
    lo, hi = bounds
    return lo <= number and (hi is None or number <= hi)


def check_interval(exactly: int | None, minimum: int | None, maximum: int | None) -> None:
    """Raise PuzzleError unless the keys say how many."""
    given = {"exactly": exactly, "min": minimum, "max": maximum}
    if exactly is not None and (minimum is not None or maximum is not None):
        raise PuzzleError("exactly is given together with min or max; give exactly alone, or min, max or both")
    if all(number is None for number in given.values()):
        raise PuzzleError("how many is missing; give exactly, min, max, or both min and max")
    for key, number in given.items():
        if number is not None and number < 0:
            raise PuzzleError(f"{key} is at least 0, not {number}")
    if minimum is not None and maximum is not None and minimum > maximum:
        raise PuzzleError(f"min is {minimum} and max is {maximum}; min is at most max")
