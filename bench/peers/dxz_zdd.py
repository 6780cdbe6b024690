"""dxz, which takes the matrix whole and counts by its decision diagram."""

from dxz import dxz_count
from harness import Problem, main


def count(problem: Problem) -> int:
    rows = problem.exact()
    matrix = [0] * (len(rows) * problem.items)
    for k, row in enumerate(rows):
        for item in row:
            matrix[k * problem.items + item] = 1
    return dxz_count(len(rows), problem.items, matrix)


main("dxz", count=count)
