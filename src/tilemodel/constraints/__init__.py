"""Rules about arrangements, one file a kind: data, ``lower()`` for the compiler, ``holds()`` for the checker."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilemodel.constraints.base import Constraint
    from tilemodel.puzzle import Puzzle

# Where each kind lives. They are imported when first used: a puzzle without constraints pays for none.
_HOME = {
    "Fix": "fix",
    "Forbid": "forbid",
    "Cover": "cover",
    "Balance": "balance",
    "Count": "count",
    "Apart": "apart",
    "Border": "border",
    "NoCrossroads": "no_crossroads",
    "FaultFree": "fault_free",
    "Symmetric": "symmetric",
}

KINDS: dict[str, type[Constraint]]
"""The kinds that a model may ask for, by the word it asks with. (``match`` is a puzzle's flag, not among them.)"""

ALIASES = {"zones": "zone"}
"""Keys of a model that are another word for a field."""


def rules(puzzle: Puzzle) -> tuple[Constraint, ...]:
    """What an arrangement must keep beyond covering the board: the constraints, and ``match`` where it is set."""
    if not puzzle.match:
        return puzzle.constraints
    from tilemodel.constraints.match import Match

    return (*puzzle.constraints, Match())


def __getattr__(name: str) -> Any:
    if name == "KINDS":
        classes = [__getattr__(each) for each in _HOME]
        value: Any = {each.kind: each for each in classes}
    elif name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, "KINDS"})
