"""Why a puzzle has no arrangement, in the simplest way that can be found.

First what is seen at a glance (areas, cells that nothing covers), then a colouring proof, which says with numbers on
the board what a checkerboard argument says in words, then what else needs no search, then a minimal set of demands
that contradict each other.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from tilemodel.backends.refutation import Core, find_core
from tilemodel.colouring import Colouring, find_colouring
from tilemodel.compiler import Compilation, without_goal
from tilemodel.driver import ask
from tilemodel.insight import Finding, findings
from tilemodel.instance import ItemKind

_MOST_ITEMS_TO_COLOUR = 2_000
_AT_A_GLANCE = ("area", "uncovered", "piece")


@dataclass(frozen=True)
class Reason:
    """One of: a finding of plain mathematics, a colouring, a core of contradicting demands."""

    finding: Finding | None = None
    colouring: Colouring | None = None
    core: Core | None = None


def find_reason(compilation: Compilation, seconds: float | None = None) -> Reason | None:
    """The simplest reason, or None where there is an arrangement, or where the time was not enough to tell.

    :func:`has_arrangement` tells the two apart.
    """
    started = time.monotonic()
    proofs = [finding for finding in findings(compilation) if finding.proves_impossible]
    for finding in proofs:
        if finding.kind in _AT_A_GLANCE:
            return Reason(finding=finding)
    instance = without_goal(compilation).instance
    if len(instance.items) <= _MOST_ITEMS_TO_COLOUR and (colouring := find_colouring(instance)):
        if not colouring.proves(instance):
            raise AssertionError("a colouring that does not prove what it should: please report this")
        return Reason(colouring=colouring)
    if proofs:
        return Reason(finding=proofs[0])
    left = None if seconds is None else max(started + seconds - time.monotonic(), 0.001)
    core = find_core(instance, left)
    return Reason(core=core) if core else None


def has_arrangement(compilation: Compilation, seconds: float | None = None) -> bool | None:
    """Whether there is an arrangement; None where the time was not enough to tell."""
    with ask(compilation, limit=1, time_limit=seconds, question="count") as run:
        return run.count().satisfiable


def describe_core(compilation: Compilation, core: Core) -> dict[str, list[str]]:
    """The demands of a core by kind: cells, pieces, and the constraints that they come from."""
    told: dict[str, list[str]] = {"cells": [], "pieces": [], "constraints": []}
    instance = compilation.instance
    for demand in core.demands:
        if demand.row is not None:
            origin = instance.rows[demand.row].origin
            if origin not in told["constraints"]:
                told["constraints"].append(origin)
        elif demand.item is not None:
            item = instance.items[demand.item]
            kind = {ItemKind.CELL: "cells", ItemKind.PIECE: "pieces", ItemKind.AUXILIARY: "constraints"}[item.kind]
            told[kind].append(item.name)
    return told
