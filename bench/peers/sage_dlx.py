"""Sage's dancing links. It has no items that may stay uncovered: each gets an option of its own."""

from harness import Problem, main
from sage.combinat.matrices.dancing_links import dlx_solver


def arrangements(problem: Problem):
    solver = dlx_solver(problem.exact())
    while solver.search():
        yield solver.get_solution()


main("passagemath-combinat", arrangements, lambda problem: dlx_solver(problem.exact()).number_of_solutions())
