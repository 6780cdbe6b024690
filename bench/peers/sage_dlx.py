"""Sage's dancing links. It has no items that may stay uncovered: each gets an option of its own.

Left to itself it counts on all cores, in processes that the clock here would not see.
"""

from harness import Problem, main
from sage.combinat.matrices.dancing_links import dlx_solver


def arrangements(problem: Problem):
    solver = dlx_solver(problem.exact())
    while solver.search():
        yield solver.get_solution()


def count(problem: Problem) -> int:
    return dlx_solver(problem.exact()).number_of_solutions(ncpus=1)


main("passagemath-combinat", arrangements, count)
