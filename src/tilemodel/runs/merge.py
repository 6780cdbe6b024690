"""The union of the shards of a run."""

from __future__ import annotations

from dataclasses import dataclass

from tilemodel.errors import JournalError
from tilemodel.runs.journal import Journal, State
from tilemodel.runs.longrun import found_by_term

_OWN = ("shard", "tasks")
_DERIVED = ("backend", "plan")  # which tell less of a difference than what was asked


@dataclass(frozen=True)
class Union:
    """What shards came to together. ``missing`` are the shards that are not there, ``unfinished`` those not done."""

    found: list[int]
    nodes: int
    missing: tuple[str, ...]
    unfinished: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether all shards are there, and done."""
        return not self.missing and not self.unfinished


def merge(journals: list[Journal]) -> Union:
    """Add up journals of the same question. Raises JournalError where one is of another, or is there twice."""
    first, facts = journals[0], journals[0].facts()
    seen: dict[str, str] = {}
    found: list[int] = []
    nodes, unfinished = 0, []
    for journal in journals:
        own = journal.facts()
        if not own:
            raise JournalError(journal.path, "the journal is empty: its run has not begun")
        for name in sorted(facts.keys() | own.keys(), key=lambda name: (name in _DERIVED, name)):
            if name not in _OWN and own.get(name) != facts.get(name):
                raise JournalError(
                    journal.path,
                    f"its {name} is {own.get(name)!r}, that of {first.path} {facts.get(name)!r}: "
                    "they are not shards of one run",
                )
        shard = own["shard"]
        if shard in seen:
            raise JournalError(journal.path, f"it is shard {shard}, and so is {seen[shard]}")
        if shard.partition("/")[2] != facts["shard"].partition("/")[2]:
            raise JournalError(journal.path, f"it is shard {shard}, and {first.path} {facts['shard']}")
        seen[shard] = journal.path
        entries = journal.entries()
        sums = found_by_term(entries, len(facts["plan"].split()))
        found = [a + b for a, b in zip(found, sums, strict=True)] if found else sums
        nodes += sum(entry.nodes for entry in entries if entry.state is State.DONE)
        if any(entry.state in (State.WAITING, State.GIVEN_UP) for entry in entries):
            unfinished.append(shard)
    count = int(facts["shard"].partition("/")[2])
    missing = tuple(s for s in (f"{i}/{count}" for i in range(1, count + 1)) if s not in seen)
    return Union(found, nodes, missing, tuple(unfinished))
