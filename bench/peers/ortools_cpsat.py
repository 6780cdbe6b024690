"""CP-SAT as anyone would write it: a Boolean an option, a constraint an item.

It enumerates with one worker: with several it loses solutions.
"""

from harness import Problem, main
from ortools.sat.python import cp_model


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1


def model_of(problem: Problem) -> tuple[cp_model.CpModel, list]:
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in problem.options]
    covering: list[list] = [[] for _ in range(problem.items)]
    for literal, option in zip(chosen, problem.options, strict=True):
        for item in option:
            covering[item].append(literal)
    for item, literals in enumerate(covering):
        (model.add_exactly_one if item < problem.primary else model.add_at_most_one)(literals)
    return model, chosen


def first(problem: Problem) -> list[int] | None:
    model, chosen = model_of(problem)
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = problem.seed
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [k for k, literal in enumerate(chosen) if solver.boolean_value(literal)]


def count(problem: Problem) -> int:
    model, _ = model_of(problem)
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, counter)
    return counter.found


main("ortools", count=count, first=first)
