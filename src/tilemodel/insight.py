"""What the mathematics of a puzzle says before any search.

Each :class:`Finding` is a sentence; those that prove that there is no arrangement say so. They are sound for cells
that may stay empty, counts with ranges and every constraint: only placements that the constraints leave are used,
and a constraint can do no more than leave fewer arrangements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tilemodel.compiler import Compilation
from tilemodel.puzzle import Piece, Puzzle
from tilemodel.reach import Counts, reachable_counts

_COLORED = ("square", "cubic", "triangular")
"""The lattices whose cells have two colours such that neighbours differ."""


@dataclass(frozen=True)
class Finding:
    """One thing that is known without searching. ``kind`` is area, colour, uncovered, piece or parts."""

    kind: str
    text: str
    proves_impossible: bool = False


def findings(compilation: Compilation) -> list[Finding]:
    """Everything that can be said, the plain facts first."""
    facts = _Facts(compilation)
    return [
        *_area(facts),
        *_colour(facts),
        *_uncovered_cells(facts),
        *_stuck_pieces(facts),
        *_parts(facts),
    ]


class _Facts:
    """The board's cells as indices, and the placements that the constraints leave."""

    def __init__(self, compilation: Compilation):
        self.puzzle = compilation.puzzle
        self.placements = compilation.placements
        self.usable = sorted(set(compilation.instance.placements))
        self.colour = cell_colours(self.puzzle)
        self.empty_allowed = [cell in self.puzzle.board.optional for cell in self.puzzle.board.cells]

    def counts(self, cells: Collection[int]) -> Counts:
        """How many of these cells have the first and the second colour."""
        second = sum(map(self.colour.__getitem__, cells))
        return len(cells) - second, second

    def footprints(self, usable: Sequence[int]) -> list[set[Counts]]:
        """For each piece, the colour counts of these placements of it."""
        found: list[set[Counts]] = [set() for _ in self.puzzle.pieces]
        for k in usable:
            found[self.placements.piece[k]].add(self.counts(self.placements.indices(k)))
        return found


def cell_colours(puzzle: Puzzle) -> list[int]:
    """0 or 1 for each cell of the board, different for neighbours; all 0 on lattices where that cannot be."""
    cells = puzzle.board.cells
    if puzzle.lattice.name not in _COLORED:
        return [0] * len(cells)
    if puzzle.lattice.name == "triangular":
        return [cell[-1] for cell in cells]
    return [sum(cell) % 2 for cell in cells]


# Area.


def _area(facts: _Facts) -> list[Finding]:
    puzzle = facts.puzzle
    cells = len(puzzle.board.cells)
    needed = cells - len(puzzle.board.optional)
    board = f"{cells:,}" if needed == cells else f"{needed:,} to {cells:,}"
    least = sum(piece.minimum * piece.size for piece in puzzle.pieces)
    most = _most_area(puzzle.pieces)
    covers = f"{least:,}" if least == most else f"at least {least:,}" if most is None else f"{least:,} to {most:,}"
    text = f"the pieces have {covers} cells in all, and the board is to have {board} covered"
    if least > cells:
        return [Finding("area", f"{text}: the pieces are too large", True)]
    if most is not None and most < needed:
        return [Finding("area", f"{text}: the pieces are too small", True)]
    sizes: list[set[Counts]] = [{(0, piece.size)} for piece in puzzle.pieces]
    sums = reachable_counts(sizes, _copies(puzzle.pieces), (0, cells))
    if sums is not None and not sums.meets((0, needed), (0, cells)):
        return [Finding("area", f"{text}: no choice of copies adds up to that", True)]
    return [Finding("area", text)]


def _most_area(pieces: Sequence[Piece]) -> int | None:
    if any(piece.maximum is None for piece in pieces):
        return None
    return sum(piece.maximum * piece.size for piece in pieces if piece.maximum is not None)


def _copies(pieces: Sequence[Piece], *, least: bool = True) -> list[tuple[int, int | None]]:
    return [(piece.minimum if least else 0, piece.maximum) for piece in pieces]


# Colours.


def _colour(facts: _Facts) -> list[Finding]:
    """The checkerboard argument."""
    puzzle = facts.puzzle
    if puzzle.lattice.name not in _COLORED:
        return []
    everywhere = range(len(puzzle.board.cells))
    total = facts.counts(everywhere)
    needed = facts.counts([i for i in everywhere if not facts.empty_allowed[i]])
    board = f"coloured like a checkerboard, the board has {_colours(total)} cells"
    if needed != total and any(needed):
        board += f", of which {_colours(needed)} must be covered"
    footprints = facts.footprints(facts.usable)
    sums = reachable_counts(footprints, _copies(puzzle.pieces), total)
    if sums is None:
        return [Finding("colour", board)]
    if not sums.meets(needed, total):
        return [Finding("colour", f"{board}; the pieces cannot add up to that: {_unequal(puzzle, footprints)}", True)]
    return [Finding("colour", f"{board}, which the pieces can cover, colours alone considered")]


def _unequal(puzzle: Puzzle, footprints: Sequence[set[Counts]]) -> str:
    """Which pieces cover more of one colour than of the other, and by how much."""
    if not any(footprints):
        return "none fits anywhere"
    uneven = []
    for piece, marks in zip(puzzle.pieces, footprints, strict=True):
        excess = sorted({abs(a - b) for a, b in marks})
        if any(excess):
            uneven.append(f"{piece.name} (by {' or '.join(map(str, excess))})")
    return f"more of one colour is covered only by {', '.join(uneven)}" if uneven else "each covers as many of both"


def _colours(counts: Counts) -> str:
    return f"{counts[0]:,} + {counts[1]:,}"


# Cells and pieces that no placement serves.


def _uncovered_cells(facts: _Facts) -> list[Finding]:
    covered = {i for k in facts.usable for i in facts.placements.indices(k)}
    missed = [i for i in range(len(facts.puzzle.board.cells)) if i not in covered]
    must = [i for i in missed if not facts.empty_allowed[i]]
    may = [i for i in missed if facts.empty_allowed[i]]
    found = []
    if must:
        found.append(Finding("uncovered", f"no piece can cover {_cells(facts, must)}", True))
    if may:
        found.append(Finding("uncovered", f"no piece can cover {_cells(facts, may)}, which may stay empty"))
    return found


def _cells(facts: _Facts, indices: Sequence[int]) -> str:
    shown = ", ".join(str(list(facts.puzzle.board.cells[i])) for i in indices[:5])
    more = f" and {len(indices) - 5} more" if len(indices) > 5 else ""
    return f"the cell{'s' if len(indices) > 1 else ''} {shown}{more}"


def _stuck_pieces(facts: _Facts) -> list[Finding]:
    ways = Counter(facts.placements.piece[k] for k in facts.usable)
    found = []
    for p, piece in enumerate(facts.puzzle.pieces):
        if ways[p] < piece.minimum:
            fits = f"fits in {ways[p]} ways only" if ways[p] else "fits nowhere"
            found.append(Finding("piece", f"{piece.name} {fits}, and {piece.minimum} must be used", True))
        elif not ways[p] and piece.maximum != 0:
            found.append(Finding("piece", f"{piece.name} fits nowhere"))
    return found


# Parts of the board.


def _parts(facts: _Facts) -> list[Finding]:
    """Cells that no placement joins are separate puzzles: each must add up on its own."""
    parts = _joined_cells(facts)
    if len(parts) == 1:
        return []
    sizes = ", ".join(f"{size}" if n == 1 else f"{n} x {size}" for size, n in _tally(map(len, parts)))
    found = [Finding("parts", f"the board falls into {len(parts)} parts that no piece joins, of {sizes} cells")]
    part_of = {i: number for number, part in enumerate(parts) for i in part}
    usable: list[list[int]] = [[] for _ in parts]
    for k in facts.usable:
        usable[part_of[facts.placements.indices(k)[0]]].append(k)
    for part, own in zip(parts, usable, strict=True):
        needed = facts.counts([i for i in part if not facts.empty_allowed[i]])
        if not own or needed == (0, 0):
            continue  # cells that nothing covers have been named; a part may also stay empty
        total = facts.counts(part)
        sums = reachable_counts(facts.footprints(own), _copies(facts.puzzle.pieces, least=False), total)
        if sums is not None and not sums.meets(needed, total):
            text = f"no choice of pieces adds up to the part of {len(part)} cells around {_cells(facts, part[:1])}"
            found.append(Finding("parts", text, True))
    return found


def _joined_cells(facts: _Facts) -> list[list[int]]:
    """The classes of cells that placements join, the largest first: a union-find that ends when all are one."""
    leader = list(range(len(facts.puzzle.board.cells)))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    classes = len(leader)
    for k in facts.usable:
        first, *others = map(find, facts.placements.indices(k))
        for other in others:
            if (other := find(other)) != first:
                leader[other] = first
                classes -= 1
        if classes == 1:
            break
    parts: dict[int, list[int]] = {}
    for i in range(len(leader)):
        parts.setdefault(find(i), []).append(i)
    return sorted(parts.values(), key=lambda part: (-len(part), part))


def _tally(sizes: Iterable[int]) -> list[tuple[int, int]]:
    return sorted(Counter(sizes).items(), reverse=True)
