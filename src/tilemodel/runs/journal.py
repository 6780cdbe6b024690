"""The journal of a run: one SQLite file that says of each task whether it is done, and what was found.

Results are keyed by task. A task may run twice; the second result changes nothing, and one that differs is an error.
Every change is one transaction on the disk (write-ahead log, synchronous), so that whenever the program or the
machine dies, the file is as after the last change. Every row has a checksum, so that what the file has lost or changed
since, down to a bit, is noticed.
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

FORMAT = "tilemodel journal 2"
MAGIC = b"SQLite format 3\x00"

_DAMAGED = "the journal is damaged ({}); bring back a copy of it, or begin again with another"

_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tasks (key TEXT PRIMARY KEY, state TEXT NOT NULL, weight REAL NOT NULL,
                    found TEXT, nodes INTEGER, seconds REAL, note TEXT, seal TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE selections (key TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL,
                         lengths BLOB NOT NULL, options BLOB NOT NULL, seal TEXT NOT NULL,
                         PRIMARY KEY (key, number)) WITHOUT ROWID;
"""


_COLUMNS = "key, state, weight, found, nodes, seconds, note"


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
            facts = _Facts(self.path, self._base.execute("SELECT name, value FROM facts"))
            if facts.get("format", FORMAT) == FORMAT and facts.pop("seal", "") != _seal_of_facts(facts):
                raise JournalError(self.path, _DAMAGED.format("what it says of its run is not what was written"))
            return facts

    def begin(self, facts: dict[str, str], tasks: Iterable[tuple[str, float]]) -> None:
        """Write down the question and the tasks (key and weight), all or nothing."""
        with self._transaction():
            for statement in _SCHEMA.split(";"):
                self._base.execute(statement)
            self._add_tasks(tasks)
            self._put_facts(facts | {"format": FORMAT})

    def entries(self) -> list[Entry]:
        """All tasks."""
        with self._explained():
            rows = self._base.execute(f"SELECT {_COLUMNS}, seal FROM tasks ORDER BY key").fetchall()
            entries = [
                Entry(key, State(state), weight, int(found or 0), nodes or 0, time or 0.0, note or "")
                for key, state, weight, found, nodes, time, note in map(self._unsealed, rows)
            ]
            if rows and len(rows) != int(self.facts()["tasks"]):
                raise JournalError(self.path, _DAMAGED.format(f"it has only {len(rows):,} of its sub-instances"))
            return entries

    # One task.

    def record(self, key: str, result: Result) -> bool:
        """Write down the result of a task; whether it was new. Raises JournalError where it differs from an earlier."""
        with self._transaction():
            _, state, weight, known, *_ = self._row(key)
            if state == State.DONE.value:
                if int(known) != result.found:
                    raise JournalError(
                        self.path,
                        f"sub-instance {key} was found to have {known} selections, and then {result.found}: "
                        "a bug in a solver, or a faulty machine; begin again with another backend and a new journal",
                    )
                return False
            self._put((key, State.DONE.value, weight, str(result.found), result.nodes, float(result.seconds), None))
            kept = ((key, n, len(c), _pack(c.lengths), _pack(c.options)) for n, c in enumerate(result.chunks))
            self._base.executemany("INSERT INTO selections VALUES (?, ?, ?, ?, ?, ?)", map(_sealed, kept))
            return True

    def divide(self, key: str, tasks: Iterable[tuple[str, float]]) -> None:
        """Put other tasks in the place of one."""
        with self._transaction():
            self._turn(key, State.DIVIDED)
            self._add_tasks(tasks)
            self._put_facts(self.facts())

    def give_up(self, key: str, note: str) -> None:
        """Leave a task, and say why."""
        with self._transaction():
            self._turn(key, State.GIVEN_UP, note)

    def retry(self) -> None:
        """Let the tasks that were given up wait again."""
        with self._transaction():
            given_up = self._base.execute("SELECT key FROM tasks WHERE state = ?", (State.GIVEN_UP.value,)).fetchall()
            for (key,) in given_up:
                self._turn(key, State.WAITING)

    def chunks(self) -> Iterator[Chunk]:
        """The selections that are kept, task by task."""
        with self._explained():
            rows = self._base.execute(
                "SELECT key, number, count, lengths, options, seal FROM selections ORDER BY key, number"
            )
            for _, _, _, lengths, options in map(self._unsealed, rows):
                yield Chunk(_unpack(lengths, self.path), _unpack(options, self.path))

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Rows.

    def _add_tasks(self, tasks: Iterable[tuple[str, float]]) -> None:
        for key, weight in tasks:
            self._put((key, State.WAITING.value, float(weight), None, None, None, None))

    def _put_facts(self, facts: dict[str, str]) -> None:
        """All facts, with the number of tasks that there are now."""
        (number,) = self._base.execute("SELECT count(*) FROM tasks").fetchone()
        facts = {**facts, "tasks": str(number)}
        facts["seal"] = _seal_of_facts(facts)
        self._base.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    def _put(self, row: tuple) -> None:
        self._base.execute("INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _sealed(row))

    def _row(self, key: str) -> tuple:
        row = self._base.execute(f"SELECT {_COLUMNS}, seal FROM tasks WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise JournalError(self.path, f"it has no sub-instance {key}")
        return self._unsealed(row)

    def _turn(self, key: str, state: State, note: str | None = None) -> None:
        """A task that is not done is now in that state."""
        _, _, weight, *_ = self._row(key)
        self._put((key, state.value, weight, None, None, None, note))

    def _unsealed(self, row: tuple) -> tuple:
        """A row without its checksum. Raises JournalError where the row is not as it was written."""
        *values, seal = row
        if seal != _seal(values):
            raise JournalError(self.path, _DAMAGED.format(f"sub-instance {values[0]!r} is not what was written"))
        return tuple(values)

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


def _seal(values: Iterable[object]) -> str:
    """A checksum of what makes up a row."""
    return f"{zlib.crc32(repr(list(values)).encode()):08x}"


def _seal_of_facts(facts: dict[str, str]) -> str:
    return _seal(sorted(map(repr, facts.items())))


def _sealed(row: tuple) -> tuple:
    return (*row, _seal(row))


def _pack(numbers: array) -> bytes:
    return zlib.compress(numbers.tobytes(), 1)


def _unpack(data: bytes, path: str) -> array:
    try:
        return array("i", zlib.decompress(data))
    except (zlib.error, ValueError, TypeError) as error:
        raise JournalError(path, _DAMAGED.format(f"its selections cannot be unpacked: {error}")) from None
