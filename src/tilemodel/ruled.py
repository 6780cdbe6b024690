"""A puzzle compiled for the question which of its rules are to blame.

Compiling takes away the options that rules drop, and so forgets who dropped them. Here no rule takes an option away,
narrows a piece's count or merges options: all that it asks stands in rows, and their origin is the rule's own name.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from tilemodel.compiler import Compilation, build_instance, generate_placements
from tilemodel.constraints import rules
from tilemodel.constraints.base import Constraint, LinearRow, Lowering
from tilemodel.constraints.symmetric import Symmetric
from tilemodel.footprint import Footprints
from tilemodel.instance import Instance
from tilemodel.placements import Placements
from tilemodel.puzzle import Puzzle


def compile_ruled(puzzle: Puzzle) -> Compilation:
    """A compilation with the same arrangements whose rows say what each rule asks; see :func:`rule_names`.

    Its options are all placements, in their order.
    """
    started = time.perf_counter()
    placements = generate_placements(puzzle)
    plain = build_instance(placements, [])
    lowerings = []
    for name, rule in zip(rule_names(puzzle), rules(puzzle), strict=True):
        rows = tuple(_rows(rule, placements, plain))
        lowerings.append((name, Lowering(rows=rows)))
    return Compilation(puzzle, placements, build_instance(placements, lowerings), time.perf_counter() - started)


def rule_names(puzzle: Puzzle) -> list[str]:
    """A name for each rule: its kind, with its number in the file where several are of one kind."""
    kinds = [rule.kind for rule in rules(puzzle)]
    several = {kind for kind, number in Counter(kinds).items() if number > 1}
    return [f"{kind} (constraint {n})" if kind in several else kind for n, kind in enumerate(kinds, start=1)]


def _rows(rule: Constraint, placements: Placements, plain: Instance) -> Iterator[LinearRow]:
    lowering = rule.lower(placements.puzzle, placements)
    yield from lowering.rows
    if dropped := sorted(set(lowering.dropped)):
        yield LinearRow(dict.fromkeys(dropped, 1), None, 0)
    for item in lowering.auxiliary:
        yield LinearRow(dict.fromkeys(item.placements, 1), None, 1)
    for p, bounds in lowering.bounds.items():
        yield LinearRow({k: 1 for k in range(len(placements)) if placements.piece[k] == p}, *bounds)
    if isinstance(rule, Symmetric):
        yield from _images_alike(rule, placements, plain)


def _images_alike(rule: Symmetric, placements: Placements, plain: Instance) -> Iterator[LinearRow]:
    """A placement is used exactly when its image is."""
    where = Footprints(placements, plain)
    themselves = range(len(placements.puzzle.pieces))
    for k, image in enumerate(where.images(rule.cell_permutation(placements.puzzle), themselves)):
        if image is None:
            yield LinearRow({k: 1}, None, 0)
        elif image != k:
            yield LinearRow(dict(sorted({k: 1, image: -1}.items())), 0, 0)
