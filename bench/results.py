"""Lines of results: one for the machine, then one for each run. Medians and ratios are taken here alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

from suite import PLAIN

Run = dict[str, Any]
ANSWERED = "answered"


class Results:
    """The runs of one session, by entry and contender. Times are user CPU seconds of the solving alone; those of
    whole programs are CPU seconds of all their processes."""

    def __init__(self, lines: Iterable[dict[str, Any]]):
        lines = list(lines)
        self.machine: dict[str, Any] = next((line["machine"] for line in lines if "machine" in line), {})
        self.runs: list[Run] = [line for line in lines if "entry" in line]

    @classmethod
    def read(cls, *paths: Path) -> Results:
        """The results of a session, or of several: the last with an entry has it."""
        lines: list[dict[str, Any]] = []
        for path in paths:
            new = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
            known = {line.get("entry") for line in new}  # None is the machine
            lines = [line for line in lines if line.get("entry") not in known] + new
        return cls(lines)

    @cached_property
    def groups(self) -> dict[tuple[str, str], list[Run]]:
        """The runs of each (entry, contender), in the order of the file."""
        found: dict[tuple[str, str], list[Run]] = {}
        for run in self.runs:
            found.setdefault((run["entry"], run["contender"]), []).append(run)
        return found

    def of(self, entry: str) -> dict[str, list[Run]]:
        """The runs of an entry by contender."""
        return {contender: runs for (name, contender), runs in self.groups.items() if name == entry}

    def value(self, entry: str, contender: str, measure: str) -> float | None:
        """The median of ``user``, ``wall``, ``memory``, ``nodes`` or ``rate`` (answers per CPU second); None where
        the contender did not answer."""
        runs = self.groups.get((entry, contender), [])
        if not runs or any(run["status"] != ANSWERED for run in runs):
            return None
        if measure == "rate":
            return median(run["answer"] / run["user"] for run in runs)
        return median(run[measure] for run in runs)

    def ratio(self, entry: str, contender: str, to: str = PLAIN) -> float | None:
        """The median time of a contender by that of another."""
        above, below = self.value(entry, contender, "user"), self.value(entry, to, "user")
        return above / below if above is not None and below else None

    def nodes(self, entry: str, contender: str) -> set[int]:
        """The different node counts of the runs; more than one where the search is not the same each time."""
        return {run["nodes"] for run in self.groups.get((entry, contender), []) if run.get("nodes") is not None}

    def answers(self, entry: str, contender: str) -> set[int]:
        """The different answers; whole programs and runs that were cut short may have none."""
        runs = self.groups.get((entry, contender), [])
        return {run["answer"] for run in runs if run["status"] == ANSWERED and "answer" in run}
