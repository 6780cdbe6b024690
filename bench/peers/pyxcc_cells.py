"""pyxcc, which gives all solutions at once."""

import pyxcc
from harness import Problem, main


def count(problem: Problem) -> int:
    primary, secondary = range(problem.primary), range(problem.primary, problem.items)
    options = [
        pyxcc.Option(
            str(k),
            [str(item) for item in option if item < problem.primary],
            [(str(item), "") for item in option if item >= problem.primary],
        )
        for k, option in enumerate(problem.options)
    ]
    return pyxcc.solve(pyxcc.Problem([str(i) for i in primary], [str(i) for i in secondary], options), True).count()


main("pyxcc", count=count)
