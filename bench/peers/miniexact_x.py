"""miniexact's Algorithm C, which is X with items that may stay uncovered. Its items and options count from 1."""

from harness import Problem, main
from miniexact import miniexacts_c


def arrangements(problem: Problem):
    solver = miniexacts_c()
    names = [f"i{item}" for item in range(problem.items)]
    items = [solver.primary(name) if i < problem.primary else solver.secondary(name) for i, name in enumerate(names)]
    number = {solver.add([items[item] for item in option]): k for k, option in enumerate(problem.options)}
    while solver.solve() == 10:
        yield [number[k] for k in solver.selected_options()]


main("miniexact", arrangements)
