"""Columns of text."""

from __future__ import annotations

from collections.abc import Sequence


def table(rows: Sequence[Sequence[object]], *, right: Sequence[int] = (), indent: str = "") -> str:
    """The rows with their columns aligned; those numbered in ``right`` to the right. The last is never padded."""
    texts = [[f"{cell:,}" if type(cell) is int else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for row in texts:
        cells = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
