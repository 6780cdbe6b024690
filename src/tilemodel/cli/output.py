"""Where results go: standard output, or a file that appears whole or not at all. And the words beside them."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from typing import IO, Any

from tilemodel.errors import UsageError


def note(message: str) -> None:
    """A line on standard error."""
    if sys.stderr is not None:
        print(message, file=sys.stderr)


class Output:
    """A stream of bytes, made before the search so that it cannot fail for want of a place after it.

    A file is written beside its final name and takes that name when the ``with`` block ends without an exception.
    A device or pipe (``/dev/stdout``) is written to directly.
    """

    def __init__(self, path: str | None):
        self._path = path
        self._temporary: str | None = None
        self._stream: IO[bytes] | None = None
        if path is None:
            if sys.stdout is None:
                raise UsageError("standard output is closed; use --output FILE")
            return
        if not path:
            raise UsageError("--output: the name of the file is empty")
        try:
            if os.path.isdir(path):
                raise UsageError(f"--output: {path} is a directory; name a file in it")
            if os.path.exists(path) and not os.path.isfile(path):
                self._stream = open(path, "wb")  # noqa: SIM115 - closed in __exit__
                return
            target = os.path.realpath(path)  # a link stays a link
            with contextlib.suppress(FileNotFoundError):
                os.lstat(target)  # says whether the name could be one
            if os.path.exists(target) and not os.access(target, os.W_OK):
                raise UsageError(f"--output: {path} cannot be written: Permission denied")
            handle, self._temporary = tempfile.mkstemp(prefix=".tilemodel-", dir=os.path.dirname(target))
            self._stream = os.fdopen(handle, "wb")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"--output: {path} cannot be written: {reason}") from None

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees it at once."""
        return self._stream is None and sys.stdout.isatty()

    @property
    def encoding(self) -> str:
        """How text is written."""
        return "utf-8" if self._stream is not None else sys.stdout.encoding or "utf-8"

    def write(self, data: str | bytes) -> None:
        """Text, or bytes that are ASCII."""
        if isinstance(data, str):
            data = data.encode(self.encoding, errors="replace")
        self._target().write(data)

    def flush(self) -> None:
        """Let what is written be seen."""
        self._target().flush()

    def _target(self) -> Any:
        return self._stream if self._stream is not None else sys.stdout.buffer

    def __enter__(self) -> Output:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._stream is None:
            if kind is None:
                self.flush()
            return
        try:
            self._stream.close()
            if self._temporary and kind is None:
                target = os.path.realpath(self._path or "")
                os.chmod(self._temporary, _mode_for(target))
                os.replace(self._temporary, target)
                self._temporary = None
        finally:
            if self._temporary:
                os.unlink(self._temporary)


def _mode_for(target: str) -> int:
    """The permissions of the file that is replaced, or those that a new one gets."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
