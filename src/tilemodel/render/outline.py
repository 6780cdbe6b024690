"""Letters with lines between what belongs to different pieces."""

from __future__ import annotations

from collections.abc import Mapping

_JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by which arms a joint has: 1 up, 2 down, 4 left, 8 right
_PLAIN_JOINTS = "   |" + "+" * 8 + "-" + "+" * 3

Spot = tuple[int, int]


def outline(
    letters: Mapping[Spot, str], regions: Mapping[Spot, int], rows: range, columns: range, *, ascii_only: bool
) -> list[str]:
    """The lines of a picture in which each cell is three columns and one row, and a line runs wherever the regions
    on its two sides differ (outside is a region, too)."""
    joints = _PLAIN_JOINTS if ascii_only else _JOINTS
    dash, bar = joints[12], joints[3]

    def above(row: int, column: int) -> bool:  # a line along the upper side of the cell?
        return regions.get((row - 1, column)) != regions.get((row, column))

    def left_of(row: int, column: int) -> bool:
        return regions.get((row, column - 1)) != regions.get((row, column))

    lines = []
    for row in range(rows.start, rows.stop + 1):
        edge = text = ""
        for column in range(columns.start, columns.stop + 1):
            up, down = left_of(row - 1, column), left_of(row, column)
            left, right = above(row, column - 1), above(row, column)
            edge += joints[up + 2 * down + 4 * left + 8 * right]
            text += bar if down else " "
            if column < columns.stop:
                edge += (dash if right else " ") * 3
                text += f" {letters.get((row, column), ' ')} "
        lines += [edge, text] if row < rows.stop else [edge]
    return lines
