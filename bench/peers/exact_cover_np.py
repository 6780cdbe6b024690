"""exact-cover, which takes the matrix as a numpy array."""

import exact_cover
import numpy as np
from harness import Problem, main


def matrix(problem: Problem) -> np.ndarray:
    rows = problem.exact()
    result = np.zeros((len(rows), problem.items), dtype=bool)
    for k, row in enumerate(rows):
        result[k, row] = True
    return result


main("exact-cover", count=lambda problem: int(exact_cover.get_solution_count(matrix(problem))))
