"""Arrangements as JSON, fast: each placement is written once and then only joined.

The text is the one that :func:`tilemodel.formats.solutions.solution_to_dict` gives, pieces in the same order.
"""

from __future__ import annotations

import json
from typing import Any

from tilemodel.placements import Placements


def to_json(value: Any) -> bytes:
    """Compact JSON in ASCII."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


_BEGIN, _END = b'{"placements":[', b"]}"


class Fragments:
    """The JSON text of each placement of a puzzle, made when it is first used.

    There are two of each, in a table of 2n + 1 for n placements: at r, for the placement that is the r-th by name and
    cells, what continues an arrangement with it; at n + 1 + r what ends one, with the text ``between`` two of them,
    and begins the next with it. At 2n + 1 is what begins one that is empty.
    """

    def __init__(self, placements: Placements, between: bytes):
        import numpy as np

        self._placements, self._between = placements, between
        names = [piece.name for piece in placements.puzzle.pieces]
        n = len(placements)
        self._by_rank = sorted(range(n), key=lambda k: (names[placements.piece[k]], placements.cells_of(k)))
        self._rank = np.empty(n, dtype=np.int64)
        self._rank[self._by_rank] = np.arange(n)
        self._known = np.zeros(n, dtype=bool)
        self._texts = np.full(2 * n + 2, None, dtype=object)
        self._begin = _END + between + _BEGIN
        self._texts[2 * n + 1] = self._begin

    def text(self, offsets: Any, chosen: Any) -> bytes:
        """The arrangements of a batch, one at least, in order, with the text between them."""
        import numpy as np

        offsets, ranks = np.asarray(offsets), self._rank[np.asarray(chosen, dtype=np.int32)]
        known = self._known[ranks]
        if not known.all():
            self._write(np.unique(ranks[~known]))
        n, lengths = len(self._rank), np.diff(offsets)
        starts = offsets[:-1]
        if not lengths.all():  # an arrangement without placements begins with nothing
            empty = lengths == 0
            ranks = np.insert(ranks, starts[empty], n)
            lengths = lengths + empty
            starts = np.cumsum(lengths) - lengths
        if (lengths == lengths[0]).all():
            ranks = np.sort(ranks.reshape(len(lengths), -1), axis=1).ravel()
        else:
            owner = np.repeat(np.arange(len(lengths)), lengths)
            ranks = np.sort(owner * (n + 1) + ranks) - owner * (n + 1)
        ranks[starts] += n + 1
        texts = self._texts[ranks].tolist()
        texts[0] = texts[0].removeprefix(_END + self._between)
        texts.append(_END)
        return b"".join(texts)

    def _write(self, fresh: Any) -> None:
        """The texts of the placements of these ranks."""
        for r in fresh.tolist():
            k = self._by_rank[r]
            piece = self._placements.puzzle.pieces[self._placements.piece[k]]
            text = to_json({"piece": piece.name, "cells": self._placements.cells_of(k)})
            self._texts[r] = b"," + text
            self._texts[len(self._rank) + 1 + r] = self._begin + text
        self._known[fresh] = True
