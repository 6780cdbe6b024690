"""Everything tilemodel raises on purpose.

::

    TilemodelError                what a caller may catch to catch them all
    ├── PuzzleError               a puzzle, board or piece that contradicts itself
    │   └── ModelError            ... found while reading a file: knows the file, the key path, the line
    ├── TooLargeError             would not fit in memory: names the number, the limit, how to raise it
    ├── BackendError
    │   ├── UnsupportedError      this backend can never take this instance (or question)
    │   └── UnavailableError      it could, but something it needs is not installed
    ├── IncompleteError           a count that a limit cut short: knows how many were seen
    ├── SolutionError             a solution that the checker refuses
    ├── JournalError              the journal of a long run that cannot be gone on with: knows the file
    ├── MissingPartError          a part of tilemodel that this installation was built without
    └── UsageError                a call or a command line that asks for something impossible

Each message says what was found, what was expected and what to do about it, in one paragraph.
"No arrangement exists" and "stopped at a limit" are answers, never errors.
"""

from __future__ import annotations


class TilemodelError(Exception):
    """Base of every error that tilemodel raises on purpose."""


class PuzzleError(TilemodelError):
    """A puzzle, board or piece that contradicts itself."""


class ModelError(PuzzleError):
    """A model file that cannot be read as a puzzle.

    ``path`` is the file, ``key`` the key path inside it (``piece[2].cells``), ``line`` its line where known.
    """

    def __init__(self, message: str, *, path: str = "", key: str = "", line: int | None = None):
        self.message, self.path, self.key, self.line = message, path, key, line
        where = path + (f":{line}" if path and line else f"line {line}" if line else "")
        super().__init__(": ".join(part for part in (where, key, message) if part))


class TooLargeError(TilemodelError):
    """Something that would not fit in memory, refused before it is built."""


class BackendError(TilemodelError):
    """A backend that does not exist, or that failed."""


class UnsupportedError(BackendError):
    """An instance, or a question about it, that this backend can never take."""


class UnavailableError(BackendError):
    """A backend whose solver is not installed here."""


class IncompleteError(TilemodelError):
    """A count that was cut short; ``found`` is how many were seen, which is not the count."""

    def __init__(self, found: int, stop: str):
        self.found, self.stop = found, stop
        super().__init__(f"stopped ({stop}) after {found:,} arrangements: not a count; raise the limit to go on")


class SolutionError(TilemodelError):
    """A solution that breaks the puzzle it claims to solve; ``problems`` lists how."""

    def __init__(self, problems: list[str]):
        self.problems = problems
        super().__init__("not a solution: " + "; ".join(problems))


class JournalError(TilemodelError):
    """A journal that cannot be read, written, or gone on with; ``path`` is the file."""

    def __init__(self, path: str, message: str):
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")


class MissingPartError(TilemodelError):
    """A part of tilemodel that this installation was built without; the message says how to get it."""


class UsageError(TilemodelError):
    """A call or a command line that asks for something impossible."""
