"""What must hold of every puzzle, a law a function; random puzzles and those kept in ``regression`` are judged alike.

A law asserts, and returns whether it had something to say: False where the puzzle is too large for it, or is not of
the kind that it is about. Backends are those of the registry that take the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from math import factorial
from random import Random

from properties.moving import keeps_upright, moved
from unit.constraints_tools import arrangements

from tilemodel import backends
from tilemodel.backends.search import Limits
from tilemodel.checker import BatchChecker, check_solution
from tilemodel.compiler import Compilation, compile_puzzle
from tilemodel.constraints import Balance, Count, Cover
from tilemodel.constraints.base import Constraint
from tilemodel.driver import ask, count
from tilemodel.errors import SolutionError
from tilemodel.instance import Instance
from tilemodel.orbits import count_orbits
from tilemodel.parallel.alike import parts_up_to_symmetry
from tilemodel.puzzle import Objective, Puzzle
from tilemodel.solution import decode, worth
from tilemodel.symmetry import symmetry_group

Law = Callable[[Puzzle, Random], bool]
Selections = list[tuple[int, ...]]

MOST_OPTIONS = 100
MOST_ARRANGEMENTS = 300
SLOW = ("reference", "cpsat", "sat")
"""Backends that are not asked where any one will do."""


def small(puzzle: Puzzle) -> Compilation | None:
    """The compiled puzzle where it has few options and arrangements, else None."""
    compilation = compile_puzzle(puzzle)
    if compilation.instance.option_count > MOST_OPTIONS:
        return None
    outcome = backends.get("anchor").count(compilation.instance, Limits(solutions=MOST_ARRANGEMENTS + 1))
    return compilation if outcome.found <= MOST_ARRANGEMENTS else None


def takers(instance: Instance) -> list[str]:
    """The backends that run here and take the instance."""
    able = [name for name in backends.names() if backends.get(name).availability() is None]
    return [name for name in able if not backends.get(name).objections(instance)]


def engine(instance: Instance, random: Random) -> str:
    """Some quick backend that takes the instance."""
    return random.choice([name for name in takers(instance) if name not in SLOW])


def number(puzzle: Puzzle, random: Random, **question: bool) -> int:
    """How many arrangements there are, as some quick backend says."""
    return count(puzzle, backend=engine(compile_puzzle(puzzle).instance, random), **question)


def everything(instance: Instance, backend: str) -> Selections:
    """All selections as placements, sorted; a repetition is an error."""
    with backends.get(backend).search(instance) as search:
        found = [tuple(instance.placements_of(selection)) for selection in search]
    assert search.outcome.complete
    assert len(set(found)) == len(found)
    return sorted(found)


# Backends against each other and against the definitions.


def all_backends_agree(puzzle: Puzzle, random: Random) -> bool:
    if not (compilation := small(puzzle)):
        return False
    instance = compilation.instance
    found = everything(instance, "reference")
    for name in takers(instance):
        assert everything(instance, name) == found, name
        if name not in SLOW:  # those count by listing
            assert backends.get(name).count(instance).found == len(found), name
    return True


def the_definitions_allow_just_what_is_found(puzzle: Puzzle, random: Random) -> bool:
    """No compiler, no solver: every covering of the board by the pieces, judged by the checker."""
    free = small(replace(puzzle, constraints=(), match=False))
    if not free:
        return False
    compilation = compile_puzzle(puzzle)
    checker = BatchChecker(compilation.placements)
    allowed = []
    for chosen in arrangements(compilation.placements):
        right = not check_solution(puzzle, decode(compilation.placements, chosen))
        assert right == _passes(checker, [chosen])
        allowed += [chosen] if right else []
    found = everything(compilation.instance, engine(compilation.instance, random))
    assert found == sorted(allowed)
    assert _passes(checker, found)
    return True


def _passes(checker: BatchChecker, selections: Selections) -> bool:
    """Whether a batch of selections (as placements) passes the checker."""
    ends = [0, *accumulate(map(len, selections))]
    try:
        checker.check(ends, [k for selection in selections for k in selection])
    except SolutionError:
        return False
    return True


def the_best_is_best(puzzle: Puzzle, random: Random) -> bool:
    if not small(puzzle):
        return False
    weights = {piece.name: random.randint(-2, 3) for piece in puzzle.pieces}
    measure = random.choice(["covered", "pieces", "weights"])
    goal = Objective(measure, random.random() < 0.5, weights if measure == "weights" else {})
    aimed = replace(puzzle, objective=goal)
    compilation = compile_puzzle(aimed)
    with ask(compilation, backend="reference", question="count") as run:
        worths = [worth(aimed, solution) for solution in run]
    best = (max if goal.maximize else min)(worths, default=None)
    for name in takers(compilation.instance):
        with ask(compilation, backend=name) as run:
            shown = [worth(aimed, solution) for solution in run]
        assert run.outcome.complete and (shown[-1] if shown else None) == best, name
        assert shown == sorted(set(shown), reverse=not goal.maximize), name  # better and better
    return True


# Up to symmetry.


def distinct_arrangements_are_counted_alike(puzzle: Puzzle, random: Random) -> bool:
    """By canonical forms, by what each symmetry fixes, and by joining images in the list of all arrangements."""
    if not (compilation := small(puzzle)):
        return False
    instance, group = compilation.instance, symmetry_group(compilation)
    name = engine(instance, random)
    found = number(puzzle, random, distinct=True)
    assert found == count_orbits(instance, group, lambda quotient: _count(quotient, random))

    with backends.get(name).search(instance) as search:
        left = set(search)
    orbits = 0
    while left:
        selection = next(iter(left))
        images = {tuple(sorted(symmetry.options[k] for k in selection)) for symmetry in group}
        assert images <= left
        left -= images
        orbits += 1
    assert found == orbits
    with ask(compilation, backend=name, distinct=True) as run:
        assert len(list(run)) == found
    return True


def _count(instance: Instance, random: Random) -> int:
    return backends.get(engine(instance, random)).count(instance).found


# Metamorphic: what a change of the puzzle does to the number.


def a_turned_or_mirrored_puzzle_has_as_many(puzzle: Puzzle, random: Random) -> bool:
    if not small(puzzle):
        return False
    upright = any(piece.orientations == "upright" for piece in puzzle.pieces)
    motions = [m for m in puzzle.lattice.point_group[1:] if not upright or keeps_upright(puzzle.lattice, m)]
    other = moved(puzzle, random.choice(motions))
    for distinct in (False, True):
        assert number(puzzle, random, distinct=distinct) == number(other, random, distinct=distinct)
    return True


def an_implied_rule_changes_nothing(puzzle: Puzzle, random: Random) -> bool:
    if not small(puzzle):
        return False
    ruled = replace(puzzle, constraints=(*puzzle.constraints, random.choice(_implied_rules(puzzle, random))))
    for distinct in (False, True):
        if distinct and len(symmetry_group(compile_puzzle(ruled))) != len(symmetry_group(compile_puzzle(puzzle))):
            continue  # a rule about some cells alone may be kept by fewer motions
        assert number(ruled, random, distinct=distinct) == number(puzzle, random, distinct=distinct)
    return True


def _implied_rules(puzzle: Puzzle, random: Random) -> list[Constraint]:
    cells = puzzle.board.cells
    zone = tuple(random.sample(cells, random.randint(1, len(cells))))
    needed = sum(cell not in puzzle.board.optional for cell in zone)
    least = sum(piece.minimum for piece in puzzle.pieces)
    rules: list[Constraint] = [
        Cover(zone=zone, min=needed, max=len(zone)),
        Count(min=least, max=max(least, len(cells))),
    ]
    groups = sorted({group for piece in puzzle.pieces for group in piece.groups})
    if len(groups) == 2:
        rules.append(Balance(groups=(groups[0], groups[1]), zone=zone, tolerance=len(zone)))
    return rules


def parts_add_up(puzzle: Puzzle, random: Random) -> bool:
    """Split by who covers an item, and by how many cells of a zone such pieces cover."""
    if not (compilation := small(puzzle)):
        return False
    instance = compilation.instance
    whole = _count(instance, random)
    single = [i for i, item in enumerate(instance.items) if item.hi == 1]
    if single:
        parts = instance.split(random.choice(single))
        assert sum(_count(part, random) for part in parts) == whole
    zone = tuple(random.sample(puzzle.board.cells, random.randint(1, len(puzzle.board.cells))))
    who = random.choice([None, *(piece.name for piece in puzzle.pieces)])
    rules = [Cover(zone=zone, piece=who, exactly=n) for n in range(len(zone) + 1)]
    assert sum(number(replace(puzzle, constraints=(*puzzle.constraints, r)), random) for r in rules) == whole
    return True


def alike_parts_have_as_many(puzzle: Puzzle, random: Random) -> bool:
    """One of each class of parts that are alike up to any motion of the lattice, as often as there are such parts."""
    if not (compilation := small(puzzle)):
        return False
    instance = compilation.instance
    group = [symmetry.options for symmetry in symmetry_group(compilation, puzzle.lattice.point_group)]
    some = [group[0], *random.sample(group, random.randint(0, len(group)))]
    for along_scan in (False, True):
        parts = parts_up_to_symmetry(instance, some, random.choice([2, 10, 100]), along_scan=along_scan)
        found = sum(part.times * _count(part.instance(instance), random) for part in parts)
        assert found == _count(instance, random)
    return True


def copies_named_apart_multiply(puzzle: Puzzle, random: Random) -> bool:
    """By the factorial of their number; rules that speak of the piece, or of pieces of one name, are left out."""
    first, *rest = puzzle.pieces
    kept = [r for r in puzzle.constraints if r.kind not in ("fix", "symmetric") and not getattr(r, "piece", None)]
    copies = random.randint(2, 3)
    together = replace(puzzle, pieces=(replace(first, minimum=copies, maximum=copies), *rest), constraints=tuple(kept))
    if not small(together):
        return False
    apart = tuple(replace(first, name=f"copy {i}", minimum=1, maximum=1) for i in range(copies))
    named = replace(together, pieces=(*apart, *rest))
    assert number(named, random) == factorial(copies) * number(together, random)
    return True


LAWS: tuple[Law, ...] = (
    all_backends_agree,
    the_definitions_allow_just_what_is_found,
    the_best_is_best,
    distinct_arrangements_are_counted_alike,
    a_turned_or_mirrored_puzzle_has_as_many,
    an_implied_rule_changes_nothing,
    parts_add_up,
    alike_parts_have_as_many,
    copies_named_apart_multiply,
)
