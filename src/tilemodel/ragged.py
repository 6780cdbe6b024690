"""Lists of lists in compressed form: the k-th is ``values[starts[k]:starts[k + 1]]``; as numpy arrays."""

from __future__ import annotations

from typing import Any


def gather(starts: Any, values: Any, chosen: Any) -> tuple[Any, Any]:
    """The chosen lists, one behind the other: their lengths, and their values.

    ``starts`` and ``chosen`` are integer arrays; no list is looped over.
    """
    import numpy as np

    begins = starts[chosen]
    lengths = starts[chosen + 1] - begins
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return lengths, values[np.repeat(begins, lengths) + within]
