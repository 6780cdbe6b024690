"""The solvers, by name. Each is imported when it is first asked for: a solver's package can take a second."""

from __future__ import annotations

import difflib
import importlib

from tilemodel.backends.base import Backend
from tilemodel.errors import UsageError

NAMES = ("anchor", "cpsat", "sat", "reference")


def get(name: str) -> Backend:
    """The backend of that name; raises UsageError with the nearest name where there is none."""
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"the backends are {', '.join(NAMES)}"
        raise UsageError(f"no backend is named {name!r}; {hint}")
    return importlib.import_module(f"tilemodel.backends.{name}").BACKEND
