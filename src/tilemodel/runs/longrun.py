"""A run that can be killed at any moment and gone on with: the tasks, who does them, and the journal."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilemodel.backends.search import Outcome, Statistics, StopReason
from tilemodel.errors import JournalError, UsageError
from tilemodel.limits import SLICE_SECONDS
from tilemodel.runs.crew import Executor, Report
from tilemodel.runs.journal import Entry, Journal, State
from tilemodel.runs.kept import Kept
from tilemodel.runs.plan import Task, divide, sizes, tasks, weight
from tilemodel.runs.question import Question

_ATTEMPTS = 3  # of a task whose worker ends by itself


@dataclass(frozen=True)
class Shard:
    """The ``index``-th of ``count`` runs that share the work and nothing else, from 1 on."""

    index: int = 1
    count: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.index <= self.count:
            raise UsageError(f"a shard is I/N with I from 1 to N, not {self.index}/{self.count}")

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"


class LongRun:
    """Answers a question by and by. ``resumed`` tasks were in the journal already.

    The journal is new, or one of a run with the same question: another is refused (JournalError says in what it
    differs). ``parts`` sets how many tasks there are for each term at the beginning. Tasks that take longer than
    ``slice_seconds`` are divided.
    """

    def __init__(
        self,
        question: Question,
        journal: Journal,
        *,
        shard: Shard = Shard(),
        parts: int | None = None,
        slice_seconds: float = SLICE_SECONDS,
    ):
        self.question, self.shard = question, shard
        self._journal, self._slice = journal, slice_seconds
        facts = journal.facts()
        if not facts:
            facts = question.identity() | {"shard": str(shard)}
            numbers = [parts] * len(question.terms) if parts else sizes(question)
            facts["plan"] = " ".join(map(str, numbers))
            mine = tasks(question, numbers)[shard.index - 1 :: shard.count]
            journal.begin(facts, ((task.key, weight(question, task)) for task in mine))
        else:
            asked = question.identity() | {"shard": str(shard)}
            if parts:
                asked["plan"] = " ".join([str(parts)] * len(question.terms))
            _refuse_other(journal, facts, asked)
            numbers = [int(number) for number in facts["plan"].split()]
            mine = tasks(question, numbers)[shard.index - 1 :: shard.count]
            journal.retry()
        self._entries = {entry.key: entry for entry in journal.entries()}
        self._planned: set[str] = set()
        unfinished = list(self._unfinished(mine))
        if strange := self._entries.keys() - self._planned:
            raise JournalError(journal.path, f"it has a sub-instance {min(strange)!r} that is not part of this run")
        self._waiting = sorted(unfinished, key=lambda task: -self._entries[task.key].weight)
        self.resumed = sum(entry.state is State.DONE for entry in self._entries.values())
        self._kept = Kept(question) if question.listing else None
        self._in_hand: set[str] = set()
        self._attempts: dict[str, int] = {}
        self._executor: Executor | None = None
        self._stop: StopReason | None = None
        self._cancelled = False

    # What is known.

    @property
    def found(self) -> int:
        """The number that is asked for, of this shard; before the end, what is seen of it.

        A count up to symmetry is a quotient of sums over all shards: 0 before it is known.
        """
        if not (self.question.is_sum or self.is_whole):
            return 0
        return self.question.answer(found_by_term(self._entries.values(), len(self.question.terms)))

    @property
    def is_whole(self) -> bool:
        """Whether everything is done, and there are no other shards."""
        return self.shard.count == 1 and self._is_complete()

    @property
    def outcome(self) -> Outcome:
        """How many, and why the run ended."""
        return Outcome(self.found, self._stop)

    @property
    def statistics(self) -> Statistics:
        """The work, that of earlier runs included; ``done`` is the part of the expected work that is done."""
        now = self._executor.statistics() if self._executor else Statistics()
        done = [entry for entry in self._entries.values() if entry.state is State.DONE]
        everything = sum(e.weight for e in self._entries.values() if e.state is not State.DIVIDED)
        share = sum(entry.weight for entry in done) / everything if everything else 1.0
        return Statistics(sum(entry.nodes for entry in done) + now.nodes, now.conflicts, share)

    @property
    def seconds_left(self) -> float | None:
        """About how long it will go on, by the pace of what is done; None before there is any."""
        done = [entry for entry in self._entries.values() if entry.state is State.DONE]
        weight_done, took = sum(e.weight for e in done), sum(e.seconds for e in done)
        if not weight_done or not took or self._executor is None:
            return None
        ahead = sum(e.weight for e in self._entries.values() if e.state is State.WAITING)
        return ahead * took / weight_done / self._executor.workers

    @property
    def task_counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        states = [entry.state for entry in self._entries.values() if entry.state is not State.DIVIDED]
        return sum(state is State.DONE for state in states), len(states)

    def given_up(self) -> list[Entry]:
        """Tasks that ended their workers again and again, with what they said."""
        return [entry for entry in self._entries.values() if entry.state is State.GIVEN_UP]

    # What it does.

    def run(self, executor: Executor, seconds: float | None = None) -> Outcome:
        """Go on until all is done, the time is over, or it is cancelled. The executor is closed at the end."""
        self._executor = executor
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            while not self._cancelled and (self._waiting or self._in_hand):
                if deadline is not None and time.monotonic() >= deadline:
                    self._stop = StopReason.TIME_LIMIT
                    break
                while self._waiting and len(self._in_hand) < executor.workers:
                    self._begin(self._waiting.pop(0))
                for report in executor.reports(0.1):
                    self._take(report)
        finally:
            executor.close()
        if self._stop is None:
            self._stop = StopReason.EXHAUSTED if self._is_complete() else StopReason.WORK_LIMIT
            if self._cancelled and self._stop is StopReason.WORK_LIMIT:
                self._stop = StopReason.CANCELLED
        return self.outcome

    def cancel(self) -> None:
        """Ask it to end; what is done by then is in the journal."""
        self._cancelled = True

    # Machinery.

    def _begin(self, task: Task) -> None:
        assert self._executor
        self._in_hand.add(task.key)
        uncuttable = self._attempts.get(task.key, 0) < 0
        self._executor.submit(task, None if uncuttable else self._slice)

    def _take(self, report: Report) -> None:
        task, key = report.task, report.task.key
        self._in_hand.discard(key)
        if report.result is not None:
            if self._kept:
                for chunk in report.result.chunks:
                    self._kept.checked(chunk)
            if self._journal.record(key, report.result):
                known = self._entries[key]
                found, nodes, took = report.result.found, report.result.nodes, report.result.seconds
                self._entries[key] = Entry(key, State.DONE, known.weight, found, nodes, took, "")
        elif report.problem:
            self._attempts[key] = self._attempts.get(key, 0) + 1
            if self._attempts[key] < _ATTEMPTS:
                self._waiting.append(task)
            else:
                self._journal.give_up(key, report.problem)
                self._entries[key] = Entry(key, State.GIVEN_UP, self._entries[key].weight, 0, 0, 0.0, report.problem)
        elif report.too_long:
            self._divide(task)
        elif not self._cancelled:
            self._waiting.append(task)  # ended by a limit that is none of ours

    def _divide(self, task: Task) -> None:
        children = divide(self.question, task)
        if len(children) == 1 and children[0].part.path == task.part.path:
            self._attempts[task.key] = -1  # it is given all the time that it needs
            self._waiting.insert(0, task)
            return
        weighed = [(child.key, weight(self.question, child)) for child in children]
        self._journal.divide(task.key, weighed)
        old = self._entries[task.key]
        self._entries[task.key] = Entry(task.key, State.DIVIDED, old.weight, 0, 0, 0.0, "")
        for key, expected in weighed:
            self._entries[key] = Entry(key, State.WAITING, expected, 0, 0, 0.0, "")
        self._waiting[:0] = children

    def _unfinished(self, planned: list[Task]) -> Iterator[Task]:
        """The tasks that are still to be done, those in place of divided ones included."""
        for task in planned:
            self._planned.add(task.key)
            entry = self._entries.get(task.key)
            if entry is None:
                raise JournalError(self._journal.path, f"it lacks sub-instance {task.key}: it was cut in another way")
            if entry.state is State.WAITING:
                yield task
            elif entry.state is State.DIVIDED:
                yield from self._unfinished(divide(self.question, task))

    def _is_complete(self) -> bool:
        return all(entry.state in (State.DONE, State.DIVIDED) for entry in self._entries.values())


def _refuse_other(journal: Journal, facts: dict[str, str], asked: dict[str, str]) -> None:
    """Raise JournalError where a journal is of another question."""
    for name, value in asked.items():
        if facts.get(name) != value:
            was, wanted = facts.get(name, "unknown"), value
            if name == "puzzle":
                was, wanted = "another model", "this one"
            raise JournalError(
                journal.path,
                f"it was begun with {name} {was!r}, and this run has {wanted!r}; "
                "repeat the command that began it, or name another journal",
            )


def found_by_term(entries: Iterable[Entry], terms: int) -> list[int]:
    """The selections of each term in the tasks that are done."""
    found = [0] * terms
    for entry in entries:
        if entry.state is State.DONE:
            found[entry.term] += entry.times * entry.found
    return found
