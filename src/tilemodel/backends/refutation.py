"""Why an instance has no selection, by SAT: a minimal set of demands that contradict each other, and a proof.

Each demand (an item's bounds, a row) is switched on by a literal of its own. A refutation under all switches names
those that it used (an assumption core); leaving out one after the other makes the set minimal: without any one of
them, the rest can be satisfied.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilemodel.backends._cnf import Clause, Encoder
from tilemodel.backends._sums import sums
from tilemodel.instance import Instance

_SOLVER = "glucose42"  # can be interrupted, takes assumptions, and writes DRUP proofs
_POLL = 0.05


@dataclass(frozen=True)
class Demand:
    """Something that an instance asks of a selection: the bounds of an item, or a row (their positions)."""

    item: int | None = None
    row: int | None = None


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
    with _solver(instance, switched=True) as (solver, switches, ask):
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
    with _solver(instance, switched=False) as (solver, clauses, ask):
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


@contextmanager
def _solver(instance: Instance, *, switched: bool) -> Iterator[tuple[Any, Any, Callable[..., bool | None]]]:
    """A solver with the instance in it, either each demand behind its switch (by literal) or the clauses themselves,
    and a function that asks it under assumptions: True, False, or None where time is up."""
    from pysat.solvers import Solver

    encoder = Encoder(instance, "auto", independent=switched)
    switches: dict[int, Demand] = {}
    written: list[Clause] = []
    with Solver(name=_SOLVER, with_proof=not switched) as solver, ThreadPoolExecutor(1) as worker:
        for form, clauses in zip(sums(instance), encoder.clauses(), strict=True):
            if switched:
                switch = encoder.fresh()
                switches[switch] = Demand(item=form.item, row=form.row)
                clauses = [[*clause, -switch] for clause in clauses]
            else:
                written += clauses
            solver.append_formula(clauses)

        def ask(assumptions: list[int], deadline: float | None) -> bool | None:
            # On a thread of its own: PySAT would turn Ctrl-C on the main thread into an error of its own.
            solver.clear_interrupt()
            job = worker.submit(lambda: solver.solve_limited(assumptions=assumptions, expect_interrupt=True))
            try:
                while True:
                    try:
                        return job.result(_POLL)
                    except TimeoutError:
                        if deadline is not None and time.monotonic() > deadline:
                            solver.interrupt()
            except BaseException:
                solver.interrupt()
                raise

        yield solver, switches if switched else written, ask
