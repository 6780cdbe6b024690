"""The solvers, by name. A backend's module is imported when it is asked for, its solver's package when it searches."""

from __future__ import annotations

import difflib
import importlib

from tilemodel.backends.base import Backend
from tilemodel.errors import UsageError

_MODULES = {name: f"{__name__}.{name}" for name in ("anchor", "mrv", "frontier", "cpsat", "sat", "reference")}


def names() -> tuple[str, ...]:
    """The names of all backends, whether or not they can run here."""
    return tuple(_MODULES)


def get(name: str) -> Backend:
    """The backend of that name. Raises UsageError, with the nearest name, where there is none."""
    if name not in _MODULES:
        near = difflib.get_close_matches(name, _MODULES, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the backends are {', '.join(_MODULES)}"
        raise UsageError(f"no backend is named {name!r}; {hint}")
    return importlib.import_module(_MODULES[name]).BACKEND
