"""What a person writes: a board, pieces, rules. Frozen values, validated where they are made.

Nothing here searches. :func:`tilemodel.compiler.compile_puzzle` turns a Puzzle into an Instance, and
:mod:`tilemodel.checker` judges a Solution from the Puzzle alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from tilemodel.display import Shown
from tilemodel.drawing import MAY_STAY_EMPTY, PLAIN, parse_drawing
from tilemodel.errors import PuzzleError
from tilemodel.lattice import FCC, SQUARE, Cell, Lattice, Matrix, Vector
from tilemodel.limits import check_cells
from tilemodel.polyform import Shape, orientations

if TYPE_CHECKING:
    from tilemodel.constraints.base import Constraint

ORIENTATIONS = ("free", "one-sided", "upright", "fixed")
SYMMETRIES = ("full", "rotations")
LOOKS = ("tiles", "balls")
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def _frozen(mapping: Mapping) -> Mapping:
    return MappingProxyType(dict(mapping))


@dataclass(frozen=True)
class Board:
    """The set of cells to cover.

    ``cells`` are kept sorted. ``labels`` names the cells with a label (a character other than ``#``), ``optional``
    the cells that may stay empty, ``names`` gives cells a name to be addressed by.
    """

    cells: tuple[Cell, ...]
    labels: Mapping[Cell, str] = field(default_factory=dict, hash=False)
    optional: frozenset[Cell] = frozenset()
    names: Mapping[str, Cell] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        cells = tuple(sorted(tuple(cell) for cell in self.cells))
        if not cells:
            raise PuzzleError("the board has no cells; a board needs at least one")
        present = set(cells)
        if len(present) < len(cells):
            double = next(a for a, b in zip(cells, cells[1:], strict=False) if a == b)
            raise PuzzleError(f"the board has the cell {list(double)} twice; list each cell once")
        for what, wanted in (("label", self.labels), ("optional cell", self.optional)):
            if missing := sorted(set(wanted) - present):
                raise PuzzleError(f"{what} at {list(missing[0])}, which is not a cell of the board")
        for name, cell in self.names.items():
            if cell not in present:
                raise PuzzleError(f"the name {name!r} is for {list(cell)}, which is not a cell of the board")
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "labels", _frozen(self.labels))
        object.__setattr__(self, "optional", frozenset(self.optional))
        object.__setattr__(self, "names", _frozen(self.names))

    @classmethod
    def box(cls, *size: int, optional: bool = False) -> Board:
        """A full rectangle or box of so many rows and columns (or layers, rows and columns)."""
        cells = block(size)
        return cls(cells, optional=frozenset(cells) if optional else frozenset())

    @classmethod
    def draw(cls, text: str, lattice: Lattice = SQUARE) -> Board:
        """The board of a drawing; ``?`` is a cell that may stay empty, other characters are labels.

        >>> Board.draw('''
        ... ##
        ... #?
        ... ''').optional
        frozenset({(1, 1)})
        """
        drawn = parse_drawing(lattice, text)
        check_cells(len(drawn))
        return cls(
            tuple(drawn),
            labels={cell: c for cell, c in drawn.items() if c not in (PLAIN, MAY_STAY_EMPTY)},
            optional=frozenset(cell for cell, c in drawn.items() if c == MAY_STAY_EMPTY),
        )

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """The position of each cell in ``cells``."""
        return {cell: i for i, cell in enumerate(self.cells)}


@dataclass(frozen=True)
class Piece:
    """A shape with a name, to be used from ``minimum`` to ``maximum`` times (None: no upper end).

    ``cells`` are as written, sorted; a piece need not be connected. ``orientations`` says how it may lie: ``free``
    (turned and turned over), ``one-sided`` (turned), ``upright`` (turned about the vertical axis), ``fixed``
    (only slid), or None for the lattice's default. ``labels`` matter to puzzles with ``match`` alone.
    """

    name: str
    cells: tuple[Cell, ...]
    minimum: int = 1
    maximum: int | None = 1
    orientations: str | None = None
    labels: Mapping[Cell, str] = field(default_factory=dict, hash=False)
    groups: tuple[str, ...] = ()
    color: str | None = None

    def __post_init__(self) -> None:
        who = f"piece {self.name!r}"
        if not self.name or not self.name.strip():
            raise PuzzleError("a piece has an empty name; give each piece a name of its own")
        if not self.name.isprintable():
            raise PuzzleError(f"{who}: a name is printable text on one line")
        cells = tuple(sorted(tuple(cell) for cell in self.cells))
        if not cells:
            raise PuzzleError(f"{who} has no cells; a piece needs at least one")
        if len(set(cells)) < len(cells):
            raise PuzzleError(f"{who} has a cell twice; list each cell once")
        if self.minimum < 0:
            raise PuzzleError(f"{who}: count is at least 0, not {self.minimum}")
        if self.maximum is not None and self.maximum < self.minimum:
            raise PuzzleError(f"{who}: count has max {self.maximum} below min {self.minimum}")
        if self.orientations not in (None, *ORIENTATIONS):
            raise PuzzleError(f"{who}: orientations is one of {', '.join(ORIENTATIONS)}, not {self.orientations!r}")
        if self.color is not None and not _COLOR.fullmatch(self.color):
            raise PuzzleError(f"{who}: color is #rgb or #rrggbb, not {self.color!r}")
        if missing := set(self.labels) - set(cells):
            raise PuzzleError(f"{who}: label at {list(min(missing))}, which is not a cell of the piece")
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "labels", _frozen(self.labels))
        object.__setattr__(self, "groups", tuple(self.groups))

    @classmethod
    def draw(cls, name: str, text: str, lattice: Lattice = SQUARE, **rest) -> Piece:
        """The piece of a drawing; ``rest`` are the other fields."""
        drawn = parse_drawing(lattice, text)
        return cls(name, tuple(drawn), labels={cell: c for cell, c in drawn.items() if c != PLAIN}, **rest)

    @property
    def size(self) -> int:
        """How many cells it has."""
        return len(self.cells)


@dataclass(frozen=True)
class Objective:
    """What makes one arrangement better: cells covered, pieces used, or the weights of the pieces used."""

    measure: str  # "covered", "pieces" or "weights"
    maximize: bool = True
    weights: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", _frozen(self.weights))

    def worth(self, piece: Piece) -> int:
        """What one copy of a piece adds."""
        if self.measure == "weights":
            return self.weights.get(piece.name, 0)
        return piece.size if self.measure == "covered" else 1


@dataclass(frozen=True)
class Expectation:
    """Published answers; None where nothing is claimed."""

    solutions: int | None = None
    distinct: int | None = None
    solvable: bool | None = None
    best: int | None = None
    source: str = ""


@dataclass(frozen=True)
class Puzzle(Shown):
    """A board, pieces and rules on one lattice.

    ``symmetry`` says which motions of the board make two arrangements one: ``full`` (reflections too) or
    ``rotations``; None for the lattice's default. ``match``: a labelled cell of a piece lies on a board cell of
    that label. ``look`` says what pictures show: ``tiles`` (cubes in three dimensions) or ``balls``; None for the
    lattice's default. Raises PuzzleError where the parts contradict each other.
    """

    board: Board
    pieces: tuple[Piece, ...]
    lattice: Lattice = SQUARE
    constraints: tuple[Constraint, ...] = ()
    objective: Objective | None = None
    symmetry: str | None = None
    match: bool = False
    look: str | None = None
    name: str = ""
    title: str = ""
    source: str = ""
    expect: Expectation = Expectation()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(self.pieces))
        object.__setattr__(self, "constraints", tuple(self.constraints))
        for owner, cells in (("the board", self.board.cells), *((f"piece {p.name!r}", p.cells) for p in self.pieces)):
            for cell in cells:
                if why := self.lattice.why_not_a_cell(cell):
                    raise PuzzleError(f"{owner}: {list(cell)}: {why}")
        seen: set[str] = set()
        for piece in self.pieces:
            if piece.name in seen:
                raise PuzzleError(f"two pieces are named {piece.name!r}; rename one, or give one a count of 2")
            seen.add(piece.name)
        if self.symmetry not in (None, *SYMMETRIES):
            raise PuzzleError(f"symmetry is one of {', '.join(SYMMETRIES)}, not {self.symmetry!r}")
        if self.look not in (None, *LOOKS):
            raise PuzzleError(f"look is one of {', '.join(LOOKS)}, not {self.look!r}")
        if self.look == "tiles" and self.lattice is FCC:
            raise PuzzleError("look: the cells of the fcc lattice are balls, not tiles")
        if self.objective and (unknown := sorted(set(self.objective.weights) - seen)):
            raise PuzzleError(f"the objective weighs {unknown[0]!r}, which is no piece")

    @property
    def balls(self) -> bool:
        """Whether pictures show balls."""
        return self.look == "balls" or self.lattice is FCC

    @cached_property
    def board_motions(self) -> tuple[Matrix, ...]:
        """The linear motions that may make two arrangements one (before asking which keep the board)."""
        default = "full" if self.lattice.flat else "rotations"
        return self.lattice.point_group if (self.symmetry or default) == "full" else self.lattice.turns

    @cached_property
    def embedded(self) -> dict[Vector, int]:
        """The board's cells as embedded vectors, in their order, with their positions."""
        return {self.lattice.embed(cell): i for i, cell in enumerate(self.board.cells)}

    def motions(self, piece: Piece) -> tuple[Matrix, ...]:
        """The linear motions by which a piece may be laid."""
        return {
            "free": self.lattice.point_group,
            "one-sided": self.lattice.turns,
            "upright": self.lattice.upright_turns,
            "fixed": self.lattice.point_group[:1],
        }[piece.orientations or ("free" if self.lattice.flat else "one-sided")]

    @cached_property
    def orientations(self) -> tuple[tuple[Shape, ...], ...]:
        """For each piece, its different normalised shapes (embedded vectors)."""
        return tuple(
            orientations(self.lattice, map(self.lattice.embed, piece.cells), self.motions(piece))
            for piece in self.pieces
        )

    def piece(self, name: str) -> Piece:
        """The piece of that name; raises PuzzleError where there is none."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise PuzzleError(f"no piece is named {name!r}; the pieces are {', '.join(p.name for p in self.pieces)}")


def block(size: Sequence[int]) -> tuple[Cell, ...]:
    """The cells of a box with its first corner at the origin; refused where it is empty or too large."""
    if any(n < 1 for n in size):
        raise PuzzleError(f"a size is made of numbers from 1, not {list(size)}")
    volume = 1
    for n in size:
        volume *= n
    check_cells(volume)
    cells: Iterable[Cell] = [()]
    for n in size:
        cells = [(*cell, i) for cell in cells for i in range(n)]
    return tuple(cells)
