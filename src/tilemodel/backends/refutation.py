"""Why an instance has no selection, by SAT: a minimal set of demands that contradict each other, and a proof.

What cannot be otherwise is not asked about: no cell is covered twice, and no piece is used more often than it is
there. A *demand* is what a selection is to achieve beyond that: that an item is covered often enough, or what one
constraint asks, all its rows together. Each is switched on by a literal of its own. A refutation under all switches
names those that it used (an assumption core); leaving out one after the other makes the set minimal: without any one
of them, the rest can be satisfied.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tilemodel.backends._cnf import Clause, Encoder
from tilemodel.backends._sums import sums
from tilemodel.instance import Instance, ItemKind

_SOLVER = "glucose42"  # can be interrupted, takes assumptions, and writes DRUP proofs
_POLL = 0.05


@dataclass(frozen=True)
class Demand:
    """Something that an instance asks of a selection: of an item (by its position), or by rows of one origin."""

    item: int | None = None
    origin: str | None = None


@dataclass(frozen=True)
class Core:
    """Demands that cannot hold together. ``minimal``: each of them is needed for that."""

    demands: tuple[Demand, ...]
    minimal: bool


def find_core(instance: Instance, seconds: float | None = None) -> Core | None:
    """A core of an unsatisfiable instance; None where it is satisfiable, or where time ran out before that was known.

    Where time runs out later, the core found by then is returned, not minimal.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    with _solver(with_proof=False) as (solver, ask):
        try:
            switches = _load_switched(solver, instance, deadline)
        except TimeoutError:
            return None
        if ask(list(switches), deadline) is not False:
            return None
        core = sorted(set(solver.get_core() or []))
        minimal = True
        for literal in list(core):
            if literal not in core:
                continue
            answer = ask([other for other in core if other != literal], deadline)
            if answer is False:
                core = sorted(set(solver.get_core() or []))
            elif answer is None:
                minimal = False
                break
        return Core(tuple(switches[literal] for literal in core), minimal)


def write_proof(instance: Instance, proof: Path, seconds: float | None = None) -> Path | None:
    """Refute the instance, and write the proof in DRUP and, beside it, the formula in DIMACS (``.cnf``).

    Returns the formula's path, or None where the instance was not refuted (nothing is written then). An outside
    checker such as drat-trim verifies the pair; variable k + 1 says that option k is chosen.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    with _solver(with_proof=True) as (solver, ask):
        clauses: list[Clause] = []
        for form in Encoder(instance, "auto").clauses():
            clauses += form
            if _is_over(deadline):
                return None
        solver.append_formula(clauses)
        if ask([], deadline) is not False:
            return None
        steps = [line.strip() for line in solver.get_proof() or []]
        formula = proof.with_name(proof.name + ".cnf")
        variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
        with formula.open("w") as file:
            file.write(f"c variable k + 1: option k is chosen; fingerprint {instance.fingerprint}\n")
            file.write(f"p cnf {variables} {len(clauses)}\n")
            file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        if not steps or steps[-1] != "0":
            steps.append("0")  # the empty clause, which ends every refutation
        proof.write_text("\n".join(steps) + "\n")
        return formula


def _load_switched(solver: Any, instance: Instance, deadline: float | None) -> dict[int, Demand]:
    """Give the solver the instance, each demand behind a switch; the switches, by literal.

    Raises TimeoutError after the deadline.
    """
    given, demanded = _divided(instance)
    encoder = Encoder(given, "auto")
    for clauses in encoder.clauses():
        solver.append_formula(clauses)
        if _is_over(deadline):
            raise TimeoutError
    switch_of: dict[Demand, int] = {}
    for form in sums(demanded):
        demand = Demand(item=form.item) if form.row is None else Demand(origin=instance.rows[form.row].origin)
        if demand not in switch_of:
            switch_of[demand] = encoder.fresh()
        solver.append_formula([[*clause, -switch_of[demand]] for clause in encoder.encode(form)])
        if _is_over(deadline):
            raise TimeoutError
    return {switch: demand for demand, switch in switch_of.items()}


def _divided(instance: Instance) -> tuple[Instance, Instance]:
    """What cannot be otherwise (cells and pieces are not used too often), and all else, over the same options."""
    given, demanded = [], []
    for item in instance.items:
        rule = item.kind is ItemKind.AUXILIARY
        given.append(replace(item, lo=0, hi=None if rule else item.hi))
        demanded.append(item if rule else replace(item, hi=None))
    return replace(instance, items=tuple(given), rows=(), goal=None), replace(instance, items=tuple(demanded))


def _is_over(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() > deadline


@contextmanager
def _solver(*, with_proof: bool) -> Iterator[tuple[Any, Callable[..., bool | None]]]:
    """A solver, and a function that asks it under assumptions: True, False, or None where time is up."""
    from pysat.solvers import Solver

    with Solver(name=_SOLVER, with_proof=with_proof) as solver, ThreadPoolExecutor(1) as worker:

        def ask(assumptions: list[int], deadline: float | None) -> bool | None:
            # On a thread of its own: PySAT would turn Ctrl-C on the main thread into an error of its own.
            solver.clear_interrupt()
            job = worker.submit(lambda: solver.solve_limited(assumptions=assumptions, expect_interrupt=True))
            try:
                while True:
                    try:
                        return job.result(_POLL)
                    except TimeoutError:
                        if _is_over(deadline):
                            solver.interrupt()
            except BaseException:
                solver.interrupt()
                raise

        yield solver, ask
