"""*Such pieces*: those named by ``piece = "name"`` or ``group = "name"``, or all where neither is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilemodel.constraints.wording import unknown
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.puzzle import Puzzle


def such_pieces(puzzle: Puzzle, piece: str | None, group: str | None) -> frozenset[str]:
    """The names of such pieces."""
    if piece is not None:
        return frozenset({piece})
    return frozenset(p.name for p in puzzle.pieces if group is None or group in p.groups)


def positions(puzzle: Puzzle, names: frozenset[str]) -> frozenset[int]:
    """The positions in ``puzzle.pieces`` of the pieces with these names."""
    return frozenset(i for i, p in enumerate(puzzle.pieces) if p.name in names)


def check_selector(puzzle: Puzzle, piece: str | None, group: str | None) -> None:
    """Raise PuzzleError unless the keys name pieces of the puzzle."""
    if piece is not None and group is not None:
        raise PuzzleError(f"both piece ({piece!r}) and group ({group!r}) are given; give one, or neither for all")
    if piece is not None:
        check_piece(puzzle, piece)
    if group is not None:
        check_group(puzzle, group)


def check_piece(puzzle: Puzzle, piece: str) -> None:
    """Raise PuzzleError unless a piece has this name."""
    names = [p.name for p in puzzle.pieces]
    if piece not in names:
        raise PuzzleError(unknown("piece", piece, names))


def check_group(puzzle: Puzzle, group: str) -> None:
    """Raise PuzzleError unless a piece belongs to this group."""
    groups = {g for p in puzzle.pieces for g in p.groups}
    if group not in groups:
        if any(p.name == group for p in puzzle.pieces):
            raise PuzzleError(f"{group!r} is a piece, not a group; put it into a group (group = ... in its [[piece]])")
        raise PuzzleError(unknown("group", group, groups))


def check_two_groups(puzzle: Puzzle, groups: tuple[str, str]) -> None:
    """Raise PuzzleError unless these are two different groups with pieces."""
    if len(groups) != 2 or groups[0] == groups[1]:
        raise PuzzleError(f"groups is a list of two different groups, not {list(groups)}")
    for group in groups:
        check_group(puzzle, group)
