"""Glucose through PySAT: pairwise at-most-one clauses, and a clause against each solution found."""

from itertools import combinations

from harness import Problem, main
from pysat.solvers import Glucose42


def arrangements(problem: Problem):
    covering: list[list[int]] = [[] for _ in range(problem.items)]
    for k, option in enumerate(problem.options):
        for item in option:
            covering[item].append(k + 1)
    with Glucose42() as solver:
        for item, literals in enumerate(covering):
            if item < problem.primary:
                solver.add_clause(literals)
            for a, b in combinations(literals, 2):
                solver.add_clause([-a, -b])
        while solver.solve():
            chosen = [literal for literal in solver.get_model()[: len(problem.options)] if literal > 0]
            yield [literal - 1 for literal in chosen]
            solver.add_clause([-literal for literal in chosen])


main("python-sat", arrangements)
