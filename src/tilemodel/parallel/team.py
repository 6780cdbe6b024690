"""How several workers are to be used, and which way a backend can use them."""

from __future__ import annotations

from dataclasses import dataclass

THREADS = frozenset({"anchor", "mrv"})
"""Backends that release Python's lock while they search; the others get processes."""

ALONG_SCAN = frozenset({"anchor"})
"""Backends that decide one cell after another, so that cutting elsewhere would change what they do."""

_PARTS_EACH = 8  # few, since what an engine remembers of one part it does not know in the next
_PARTS_IN_ORDER = 64


@dataclass(frozen=True)
class Team:
    """``workers`` search the parts of an instance; ``ordered``: selections come in the order of the parts.

    The parts, and with them the order, are then the same however many workers there are.
    """

    workers: int = 1
    ordered: bool = False

    @property
    def parts(self) -> int:
        """How many parts to cut: some more than workers, since no two are alike."""
        return _PARTS_IN_ORDER if self.ordered else self.workers * _PARTS_EACH

    @property
    def shares(self) -> int:
        """How many searches to divide the work into where they take it from each other: one a worker, without order."""
        return _PARTS_IN_ORDER if self.ordered and self.workers > 1 else self.workers
