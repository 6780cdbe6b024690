"""The journal of a run: one SQLite file that says of each task whether it is done, and what was found.

Results are keyed by task. A task may run twice; the second result changes nothing, and one that differs is an error.
Every change is one transaction on the disk (write-ahead log, synchronous), so that whenever the program or the
machine dies, the file is as after the last change.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from tilemodel.errors import JournalError

FORMAT = "tilemodel journal 1"
MAGIC = b"SQLite format 3\x00"

_DAMAGED = "the journal is damaged ({}); bring back a copy of it, or begin again with another"

_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tasks (key TEXT PRIMARY KEY, state TEXT NOT NULL, weight REAL NOT NULL,
                    found TEXT, nodes INTEGER, seconds REAL, note TEXT) WITHOUT ROWID;
CREATE TABLE selections (key TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL,
                         lengths BLOB NOT NULL, options BLOB NOT NULL, PRIMARY KEY (key, number)) WITHOUT ROWID;
"""


class State(Enum):
    """What is known of a task."""

    WAITING = "waiting"
    DONE = "done"
    DIVIDED = "divided"  # its parts are tasks of their own
    GIVEN_UP = "given up"  # it ended its worker again and again


@dataclass(frozen=True)
class Chunk:
    """Some selections: how many options each has, and the options one after another (int32, ascending in each)."""

    lengths: array
    options: array

    def __len__(self) -> int:
        return len(self.lengths)


@dataclass(frozen=True)
class Result:
    """What a whole task came to; ``chunks`` where its selections are kept."""

    found: int
    nodes: int = 0
    seconds: float = 0.0
    chunks: tuple[Chunk, ...] = field(default=())


@dataclass(frozen=True)
class Entry:
    """A task as the journal has it."""

    key: str
    state: State
    weight: float
    found: int
    nodes: int
    seconds: float
    note: str

    @property
    def term(self) -> int:
        """Which term of the question it belongs to."""
        return int(self.key.partition("x")[0])

    @property
    def times(self) -> int:
        """How often it counts: itself, and the parts that are like it."""
        return int(self.key.partition("x")[2].partition(":")[0])


class Journal:
    """An open journal, which no other process can open meanwhile. Raises JournalError, naming the file."""

    def __init__(self, path: str | Path, *, create: bool = True):
        self.path = str(path)
        exists = os.path.exists(self.path) and os.path.getsize(self.path) > 0
        if not exists and not create:
            what = "the journal is empty" if os.path.isfile(self.path) else "there is no such journal"
            raise JournalError(self.path, f"{what}; tilemodel run --journal writes one")
        if exists:
            with self._explained(), open(self.path, "rb") as file:
                if file.read(len(MAGIC)) != MAGIC:
                    raise JournalError(self.path, "this is no journal of tilemodel run; name another file")
        with self._explained():
            self._base = sqlite3.connect(self.path, isolation_level=None, timeout=1.0, check_same_thread=False)
            try:
                self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._base.execute("PRAGMA journal_mode = WAL")
                self._base.execute("PRAGMA synchronous = FULL")
                self._base.execute("BEGIN IMMEDIATE")
                self._base.execute("COMMIT")
                if exists and self.facts().get("format", FORMAT) != FORMAT:
                    raise JournalError(self.path, f"this is a journal of another kind: {self.facts()['format']!r}")
            except BaseException:
                self._base.close()
                raise

    # The whole of it.

    def facts(self) -> dict[str, str]:
        """What the run was asked; empty in a new journal."""
        with self._explained():
            tables = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                return {}
            if "facts" not in tables:
                raise JournalError(self.path, "this is an SQLite file, but no journal of tilemodel run")
            return _Facts(self.path, self._base.execute("SELECT name, value FROM facts"))

    def begin(self, facts: dict[str, str], tasks: Iterable[tuple[str, float]]) -> None:
        """Write down the question and the tasks (key and weight), all or nothing."""
        with self._transaction():
            for statement in _SCHEMA.split(";"):
                self._base.execute(statement)
            self._base.executemany("INSERT INTO facts VALUES (?, ?)", [*facts.items(), ("format", FORMAT)])
            self._add_tasks(tasks)

    def entries(self) -> list[Entry]:
        """All tasks."""
        with self._explained():
            rows = self._base.execute(
                "SELECT key, state, weight, found, nodes, seconds, coalesce(note, '') FROM tasks ORDER BY key"
            )
            try:
                entries = [
                    Entry(
                        str(key), State(state), float(weight), int(found or 0), int(nodes or 0), float(time or 0), note
                    )
                    for key, state, weight, found, nodes, time, note in rows
                ]
                terms = len(self.facts()["plan"].split()) if entries else 0
                if strange := [e.key for e in entries if not 0 <= e.term < terms or e.times < 1]:
                    raise ValueError(f"it has a sub-instance {strange[0]!r}")
                return entries
            except (ValueError, TypeError) as error:
                raise JournalError(self.path, _DAMAGED.format(error)) from None

    # One task.

    def record(self, key: str, result: Result) -> bool:
        """Write down the result of a task; whether it was new. Raises JournalError where it differs from an earlier."""
        with self._transaction():
            known = self._base.execute("SELECT state, found FROM tasks WHERE key = ?", (key,)).fetchone()
            if known is None:
                raise JournalError(self.path, f"it has no sub-instance {key}")
            if known[0] == State.DONE.value:
                if int(known[1]) != result.found:
                    raise JournalError(
                        self.path,
                        f"sub-instance {key} was found to have {known[1]} selections, and then {result.found}: "
                        "a bug in a solver, or a faulty machine; begin again with another backend and a new journal",
                    )
                return False
            self._base.execute(
                "UPDATE tasks SET state = ?, found = ?, nodes = ?, seconds = ?, note = NULL WHERE key = ?",
                (State.DONE.value, str(result.found), result.nodes, result.seconds, key),
            )
            self._base.executemany(
                "INSERT INTO selections VALUES (?, ?, ?, ?, ?)",
                [(key, n, len(c), _pack(c.lengths), _pack(c.options)) for n, c in enumerate(result.chunks)],
            )
            return True

    def divide(self, key: str, tasks: Iterable[tuple[str, float]]) -> None:
        """Put other tasks in the place of one."""
        with self._transaction():
            self._base.execute("UPDATE tasks SET state = ? WHERE key = ?", (State.DIVIDED.value, key))
            self._add_tasks(tasks)

    def give_up(self, key: str, note: str) -> None:
        """Leave a task, and say why."""
        with self._transaction():
            self._base.execute("UPDATE tasks SET state = ?, note = ? WHERE key = ?", (State.GIVEN_UP.value, note, key))

    def retry(self) -> None:
        """Let the tasks that were given up wait again."""
        with self._transaction():
            self._base.execute(
                "UPDATE tasks SET state = ? WHERE state = ?", (State.WAITING.value, State.GIVEN_UP.value)
            )

    def chunks(self) -> Iterator[Chunk]:
        """The selections that are kept, task by task."""
        with self._explained():
            rows = self._base.execute("SELECT lengths, options FROM selections ORDER BY key, number")
            for lengths, options in rows:
                yield Chunk(_unpack(lengths, self.path), _unpack(options, self.path))

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _add_tasks(self, tasks: Iterable[tuple[str, float]]) -> None:
        self._base.executemany(
            "INSERT INTO tasks (key, state, weight) VALUES (?, ?, ?)",
            [(key, State.WAITING.value, weight) for key, weight in tasks],
        )

    def _explained(self) -> Any:
        return _Explained(self.path)

    def _transaction(self) -> Any:
        return _Transaction(self._base, self.path)


class _Facts(dict[str, str]):
    """Facts of which none that is asked for may be missing."""

    def __init__(self, path: str, facts: Iterable[tuple[str, str]]):
        super().__init__(facts)
        self._path = path

    def __missing__(self, name: str) -> str:
        raise JournalError(self._path, _DAMAGED.format(f"it does not say its {name}"))


class _Explained:
    """Turns what SQLite and the system say into a JournalError."""

    def __init__(self, path: str):
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
            raise JournalError(self._path, "another run is writing it; wait for its end, or name another") from None
        if (
            isinstance(error, sqlite3.OperationalError)
            and getattr(error, "sqlite_errorcode", 1) != sqlite3.SQLITE_ERROR
        ):
            raise JournalError(self._path, f"it cannot be read or written: {error}") from None
        if isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError)):  # the latter: a text that is none
            raise JournalError(self._path, _DAMAGED.format(error)) from None
        if isinstance(error, OSError):
            raise JournalError(self._path, f"it cannot be read or written: {error.strerror or error}") from None


class _Transaction(_Explained):
    def __init__(self, base: sqlite3.Connection, path: str):
        super().__init__(path)
        self._base = base

    def __enter__(self) -> None:
        with _Explained(self._path):
            self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with _Explained(self._path):
            self._base.execute("COMMIT" if error is None else "ROLLBACK")
        super().__exit__(kind, error, trace)


def _pack(numbers: array) -> bytes:
    return zlib.compress(numbers.tobytes(), 1)


def _unpack(data: bytes, path: str) -> array:
    try:
        return array("i", zlib.decompress(data))
    except (zlib.error, ValueError, TypeError) as error:
        raise JournalError(path, _DAMAGED.format(f"its selections cannot be unpacked: {error}")) from None
