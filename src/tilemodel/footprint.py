"""What options lay on the board, and where a motion of the board carries it."""

from __future__ import annotations

from collections.abc import Sequence

from tilemodel.instance import Instance
from tilemodel.placements import Placements

Footprint = tuple[tuple[int, tuple[int, ...]], ...]
"""Pieces with the positions of their cells, sorted: equal for two options exactly when they lay the same."""


def footprints(placements: Placements, instance: Instance) -> dict[Footprint, int]:
    """The footprint of each option, in the order of the options, with its position."""
    laid = [(placements.piece[p], tuple(placements.indices(p))) for p in instance.placements]
    starts = instance.placement_offsets
    return {tuple(sorted(laid[starts[k] : starts[k + 1]])): k for k in range(instance.option_count)}


def carried(where: dict[Footprint, int], cells: Sequence[int], pieces: Sequence[int]) -> list[int | None]:
    """The image of each option when cell i goes to ``cells[i]`` and piece p becomes ``pieces[p]``.

    None stands for an image that is no option of the instance.
    """
    return [
        where.get(tuple(sorted((pieces[p], tuple(sorted([cells[i] for i in indices]))) for p, indices in footprint)))
        for footprint in where
    ]
