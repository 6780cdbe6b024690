"""The results page, ``docs/benchmarks.md``: ``python bench/report.py RESULTS.jsonl ...``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from results import ANSWERED, Results
from suite import HERE, PLAIN, Entry, Process, Suite, Target, read_suite, settings_of

ENGINES = "User CPU seconds of the solving, in brackets as a ratio to `plain`, and nodes."
AUTO = "Its time as a ratio to that of the best single engine. Left out: what takes less than 20 ms."
PEERS = "Ratios to `plain` where it ran, else seconds. *Quoted* figures were measured elsewhere."
PROGRAMS = "CPU seconds of the whole process, in brackets as a ratio to the first of each group."

SHORT = 0.02
"""Seconds below which two times of the same search differ by half."""

PAGE = HERE.parent / "docs" / "benchmarks.md"


def write_page(results: Results, suite: Suite, page: Path = PAGE) -> None:
    """Write the page of these results."""
    asked = [e for e in suite.entry if results.of(e.name)]
    programs = [p for p in suite.process if results.of(p.name)]
    everything = (*asked, *programs)

    def section(title: str, text: str, head: tuple[str, ...], rows: Callable, over: Iterable) -> list[str]:
        lines = [f"\n## {title}\n", *([f"{text}\n"] if text else [])]
        return [*lines, *_table(head, (row for one in over for row in rows(results, one)))]

    parts = [
        (HERE / "page.md").read_text().rstrip(),
        "\n## The machine\n",
        *[f"* {name}: {value}" for name, value in results.machine.items()],
        *section("To reach", "", ("work", "to reach", "measured", "by", "reached"), _targets, everything),
        *[f"\n{one.name}: {one.note}" for one in everything if one.note],
        *section("Engines", ENGINES, ("work", "asked", "answer", "by", "seconds", "nodes"), _engines, asked),
        *section("`auto`", AUTO, ("work", "chosen", "best", "ratio"), _auto, asked),
        *section("Peers", PEERS, ("work", "peer", "version", "measured"), _peers, asked),
        *section("Whole programs", PROGRAMS, ("program", "seconds", "a CPU second", "MB"), _programs, programs),
    ]
    page.write_text("\n".join(parts) + "\n")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def own(entry: Entry, *, single: bool = True) -> list[str]:
    """tilemodel's contenders, those with several workers left out where ``single``."""
    return [name for name in entry.contenders if not (single and "workers" in settings_of(name))]


def best(results: Results, entry: Entry | Process, measure: str) -> tuple[str, float] | None:
    """The contender with the best value of a measure, and the value."""
    if isinstance(entry, Entry):
        names = [*own(entry), *(f"{name}, one each" for name in own(entry))]
    else:
        names = list(entry.commands)[-1:]
    values = [(name, results.value(entry.name, name, measure)) for name in names]
    known = [(name, value) for name, value in values if value is not None]
    pick = max if measure == "rate" else min
    return pick(known, key=lambda pair: pair[1]) if known else None


def measured(results: Results, entry: Entry | Process, target: Target) -> tuple[str, float] | None:
    """Who comes closest to a target, and with what."""
    measure = "user" if target.measure in ("ratio", "memory") else target.measure
    if target.by is None:
        found = best(results, entry, measure)
    else:
        value = results.value(entry.name, target.by, measure)
        found = None if value is None else (target.by, value)
    if found is None:
        return None
    name, value = found
    if target.measure == "memory":
        return name, results.value(entry.name, name, "memory") or 0.0
    if target.measure == "ratio":
        to = results.value(entry.name, target.to, "user")
        return (name, value / to) if to else None
    return name, value


def _targets(results: Results, entry: Entry | Process) -> Iterator[tuple[str, ...]]:
    for target in entry.targets:
        found = measured(results, entry, target)
        if found is None:
            yield entry.name, str(target), "not measured", target.by or "", "no"
        else:
            name, value = found
            yield entry.name, str(target), figure(value), name, "yes" if target.reached(value) else "**no**"


def _engines(results: Results, entry: Entry) -> Iterator[tuple[str, ...]]:
    for contender, runs in results.of(entry.name).items():
        if contender in entry.peers:
            continue
        run = runs[-1]
        seconds = results.value(entry.name, contender, "user")
        ratio = results.ratio(entry.name, contender) if contender != PLAIN else None
        by = f"{contender} ({run['used']})" if contender == "auto" and "used" in run else contender
        if seconds is None:
            yield entry.name, run["question"], "", by, f"{run['status']}: {run.get('why', '')}", ""
            continue
        nodes = "/".join(f"{n:,}" for n in sorted(results.nodes(entry.name, contender)))
        words = figure(seconds) + (f" ({figure(ratio)})" if ratio is not None else "")
        if run["question"] == "rate":
            words += f", {results.value(entry.name, contender, 'rate'):,.0f} a second"
        yield entry.name, run["question"], f"{run['answer']:,}", by, words, nodes


def _auto(results: Results, entry: Entry) -> Iterator[tuple[str, ...]]:
    seconds = results.value(entry.name, "auto", "user")
    others = [(name, results.value(entry.name, name, "user")) for name in own(entry) if name != "auto"]
    known = [(value, name) for name, value in others if value is not None]
    if seconds is None or not known or entry.ask == "rate":
        return
    value, name = min(known)
    if max(value, seconds) < SHORT:
        return
    chosen = results.of(entry.name)["auto"][-1]["used"]
    yield entry.name, chosen, name, figure(seconds / value)


def _peers(results: Results, entry: Entry) -> Iterator[tuple[str, ...]]:
    for peer in entry.peers:
        runs = results.groups.get((entry.name, peer))
        if not runs:
            continue
        run, ratio = runs[-1], results.ratio(entry.name, peer)
        if run["status"] != ANSWERED:
            words = f"{run['status']}: {run.get('why', '')}"
        elif run["question"] == "rate":
            words = f"{results.value(entry.name, peer, 'rate'):,.0f} a second"
        else:
            words = figure(ratio) if ratio is not None else f"{figure(results.value(entry.name, peer, 'user'))} s"
        yield entry.name, peer, run.get("used", ""), words
    for name, value in entry.quoted.items():
        yield entry.name, name, "*quoted*", figure(value)


def _programs(results: Results, process: Process) -> Iterator[tuple[str, ...]]:
    first = next(iter(process.commands))
    for label in process.commands:
        seconds = results.value(process.name, label, "user")
        runs = results.groups.get((process.name, label), [])
        if seconds is None:
            yield f"{process.name}: {label}", f"{runs[-1]['status']}: {runs[-1].get('why', '')}" if runs else "", "", ""
            continue
        ratio = f" ({figure(results.ratio(process.name, label, first))})" if label != first else ""
        rate = f"{results.value(process.name, label, 'rate'):,.0f}" if all(run.get("answer") for run in runs) else ""
        memory = figure(results.value(process.name, label, "memory"))
        yield f"{process.name}: {label}", figure(seconds) + ratio, rate, memory


def figure(value: float | None) -> str:
    """Three digits that count, and commas."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, nargs="+", help="of several files, the last with an entry has it")
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--suite", type=Path, default=HERE / "suite.toml")
    arguments = parser.parse_args()
    write_page(Results.read(*arguments.results), read_suite(arguments.suite), arguments.page)
