"""Sub-instances are disjoint, complete, and keep the meaning of their options."""

from __future__ import annotations

from itertools import combinations

import pytest

from tilemodel.compiler import compile_puzzle
from tilemodel.instance import Instance
from tilemodel.puzzle import Board, Piece, Puzzle


def selections(instance: Instance) -> set[tuple[int, ...]]:
    """All selections of an instance without rows, as placements, by trying every set of options."""
    found = set()
    for size in range(instance.option_count + 1):
        for chosen in combinations(range(instance.option_count), size):
            cover = [sum(i in instance.option(k) for k in chosen) for i in range(len(instance.items))]
            if all(
                item.lo <= n and (item.hi is None or n <= item.hi)
                for n, item in zip(cover, instance.items, strict=True)
            ):
                found.add(tuple(instance.placements_of(chosen)))
    return found


def dominoes(text: str) -> Instance:
    return compile_puzzle(Puzzle(Board.draw(text), (Piece.draw("D", "##", minimum=0, maximum=None),))).instance


@pytest.mark.parametrize("text", ["###\n###", "##?\n###", "???\n??#"])
def test_the_parts_of_a_split_are_disjoint_and_together_the_whole(text):
    instance = dominoes(text)
    for item in range(len(instance.items)):
        parts = [selections(part) for part in instance.split(item)]
        assert set().union(*parts) == selections(instance)
        assert sum(map(len, parts)) == len(selections(instance))


def test_split_refuses_an_item_that_may_be_covered_twice():
    pieces = (Piece.draw("D", "##", minimum=2, maximum=2),)
    instance = compile_puzzle(Puzzle(Board.box(2, 2), pieces)).instance
    with pytest.raises(ValueError, match="at most once"):
        instance.split(len(instance.items) - 1)


def test_restrict_keeps_the_meaning_of_options():
    instance = dominoes("###\n###")
    part = instance.restrict([1, 3])
    assert [list(part.option(k)) for k in range(2)] == [list(instance.option(1)), list(instance.option(3))]
    assert part.placements_of([0, 1]) == [1, 3]


def test_fingerprints_tell_instances_apart():
    one, same, other = dominoes("##\n##"), dominoes("##\n##"), dominoes("##\n#?")
    assert one.fingerprint == same.fingerprint != other.fingerprint
    assert len(one.fingerprint) == 64
