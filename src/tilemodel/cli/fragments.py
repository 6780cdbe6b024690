"""Arrangements as JSON, fast: each placement is written once and then only joined.

The text is the one that :func:`tilemodel.formats.solutions.solution_to_dict` gives, pieces in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tilemodel.placements import Placements


def to_json(value: Any) -> bytes:
    """Compact JSON in ASCII."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


class Fragments:
    """The JSON text of each placement of a puzzle, made when it is first used."""

    def __init__(self, placements: Placements):
        import numpy as np

        self._placements = placements
        self._texts: list[bytes | None] = [None] * len(placements)
        names = [piece.name for piece in placements.puzzle.pieces]
        order = sorted(range(len(placements)), key=lambda k: (names[placements.piece[k]], placements.cells_of(k)))
        self._by_rank = order
        self._rank = np.empty(len(placements), dtype=np.int64)
        self._rank[order] = np.arange(len(placements))

    def solutions(self, offsets: Any, chosen: Any) -> Iterator[bytes]:
        """The arrangements of a batch, in order."""
        import numpy as np

        offsets = np.asarray(offsets, dtype=np.int64)
        ranks = self._rank[np.asarray(chosen, dtype=np.int64)]
        owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        ranks = ranks[np.lexsort((ranks, owner))]
        for rank in np.unique(ranks).tolist():
            if self._texts[rank] is None:
                self._texts[rank] = self._write(self._by_rank[rank])
        texts, listed, ends = self._texts, ranks.tolist(), offsets.tolist()
        start = 0
        for end in ends[1:]:
            yield b'{"placements":[' + b",".join(map(texts.__getitem__, listed[start:end])) + b"]}"  # type: ignore[arg-type]
            start = end

    def _write(self, k: int) -> bytes:
        piece = self._placements.puzzle.pieces[self._placements.piece[k]]
        return to_json({"piece": piece.name, "cells": self._placements.cells_of(k)})
