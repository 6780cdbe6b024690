"""Words that the constraints' error messages share."""

from __future__ import annotations

from collections.abc import Iterable


def unknown(what: str, found: object, known: Iterable[str]) -> str:
    """``no group is named 'rde'; did you mean 'red'? The groups are blue, red``."""
    import difflib

    known = sorted(known)
    message = f"no {what} is named {found!r}"
    if not known:
        return f"{message}; there are no {what}s here"
    near = difflib.get_close_matches(str(found), known, n=1)
    hint = f"did you mean {near[0]!r}? The" if near else "the"
    return f"{message}; {hint} {what}s are {', '.join(known)}"


def show(value: object) -> str:
    """A cell, or any plain data, as a model file writes it."""
    return f"[{', '.join(map(show, value))}]" if isinstance(value, tuple) else repr(value)
