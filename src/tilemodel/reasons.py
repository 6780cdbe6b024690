"""Why a puzzle has no arrangement, in the simplest way that can be found.

First what is seen at a glance (areas, cells that nothing covers), then a colouring proof, which says with numbers on
the board what a checkerboard argument says in words, then what else needs no search, then a minimal set of demands
that contradict each other.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from tilemodel.backends.refutation import find_core
from tilemodel.colouring import Colouring, find_colouring
from tilemodel.compiler import Compilation, scan_order, without_goal
from tilemodel.constraints import rules
from tilemodel.driver import ask
from tilemodel.insight import Finding, findings
from tilemodel.instance import ItemKind
from tilemodel.lattice import Cell
from tilemodel.ruled import compile_ruled

_AT_A_GLANCE = ("area", "uncovered", "piece")


@dataclass(frozen=True)
class Contradiction:
    """Cells that must be covered, pieces that must be used (as often as they must), and rules, which cannot all be.

    ``minimal``: without any one of them, the others can.
    """

    cells: tuple[Cell, ...]
    pieces: tuple[str, ...]
    rules: tuple[str, ...]
    minimal: bool


@dataclass(frozen=True)
class Reason:
    """One of: a finding of plain mathematics, a colouring, demands that contradict each other."""

    finding: Finding | None = None
    colouring: Colouring | None = None
    contradiction: Contradiction | None = None


def find_reason(compilation: Compilation, seconds: float | None = None) -> Reason | None:
    """The simplest reason, or None where there is an arrangement, or where the time was not enough to tell.

    :func:`has_arrangement` tells the two apart.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    proofs = [finding for finding in findings(compilation) if finding.proves_impossible]
    for finding in proofs:
        if finding.kind in _AT_A_GLANCE:
            return Reason(finding=finding)
    instance = without_goal(compilation).instance
    # Half of the time at most: a colouring is not the only reason.
    if colouring := find_colouring(instance, None if seconds is None else seconds / 2):
        if not colouring.proves(instance):
            raise AssertionError("a colouring that does not prove what it should: please report this")
        return Reason(colouring=colouring)
    if proofs:
        return Reason(finding=proofs[0])
    found = _contradiction(compilation, None if deadline is None else max(deadline - time.monotonic(), 0.001))
    return Reason(contradiction=found) if found else None


def has_arrangement(compilation: Compilation, seconds: float | None = None) -> bool | None:
    """Whether there is an arrangement; None where the time was not enough to tell."""
    with ask(compilation, limit=1, time_limit=seconds, question="count") as run:
        return run.count().satisfiable


def _contradiction(compilation: Compilation, seconds: float | None) -> Contradiction | None:
    puzzle = compilation.puzzle
    instance = without_goal(compile_ruled(puzzle) if rules(puzzle) else compilation).instance
    core = find_core(instance, seconds)
    if core is None:
        return None
    order = scan_order(puzzle)
    items = [(i, instance.items[i]) for i in sorted(d.item for d in core.demands if d.item is not None)]
    return Contradiction(
        cells=tuple(sorted(puzzle.board.cells[order[i]] for i, item in items if item.kind is ItemKind.CELL)),
        pieces=tuple(item.name for _, item in items if item.kind is ItemKind.PIECE),
        rules=tuple(d.origin for d in core.demands if d.origin is not None),
        minimal=core.minimal,
    )
