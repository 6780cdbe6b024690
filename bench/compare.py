"""What changed between two files of results: ``python bench/compare.py OLD.jsonl NEW.jsonl``.

Times are compared as ratios to the yardstick of their own run (to the first contender, where an entry has no
yardstick); node counts and answers exactly. Ends with status 1 where answers differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from results import Results
from rich.console import Console
from rich.table import Table
from suite import PLAIN

NOTICEABLE = 0.1
"""Changes of a ratio below a tenth are shown, but not coloured: the machine's noise."""


def ratio(results: Results, entry: str, contender: str) -> float | None:
    """A contender's time by that of the entry's yardstick."""
    return results.ratio(entry, contender, next(iter(results.of(entry)), PLAIN))


def ratios(old: Results, new: Results) -> Table:
    """The ratios of both, and their change."""
    table = Table("entry", "contender", "old ratio", "new ratio", "change", "nodes")
    for entry, contender in new.groups:
        before, after = ratio(old, entry, contender), ratio(new, entry, contender)
        if before is None and after is None:
            continue
        change = after / before - 1 if before and after else None
        color = "" if change is None or abs(change) < NOTICEABLE else "red" if change > 0 else "green"
        said = "new" if before is None else "gone" if change is None else f"{change:+.1%}"
        table.add_row(
            entry, contender, _figure(before), _figure(after), said, _nodes(old, new, entry, contender), style=color
        )
    return table


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _nodes(old: Results, new: Results, entry: str, contender: str) -> str:
    """Empty where the node counts are the same."""
    before, after = old.nodes(entry, contender), new.nodes(entry, contender)
    if before == after or not before or not after:
        return ""
    return f"{_numbers(before)} -> {_numbers(after)}"


def _numbers(values: set[int]) -> str:
    return "/".join(f"{value:,}" for value in sorted(values))


def differing_answers(old: Results, new: Results) -> list[str]:
    """Each contender that answers otherwise than before, in words."""
    found = []
    for entry, contender in new.groups:
        before, after = old.answers(entry, contender), new.answers(entry, contender)
        fixed = all(run.get("question") != "rate" for run in new.groups[entry, contender])
        if before and after and before != after and fixed:
            found.append(f"{entry}: {contender} answered {_numbers(before)} before, {_numbers(after)} now")
    return found


def main() -> int:
    """Print the comparison; 1 where answers differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    arguments = parser.parse_args()
    old, new = Results.read(arguments.old), Results.read(arguments.new)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    console.print(ratios(old, new))
    if old.machine.get("processor") != new.machine.get("processor"):
        console.print("The two ran on different processors: ratios only hold roughly.")
    wrong = differing_answers(old, new)
    for line in wrong:
        console.print(f"ANSWERS DIFFER: {line}", style="bold red")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
