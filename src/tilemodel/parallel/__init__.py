"""One search by several workers: the instance is cut into disjoint parts, and each worker takes the next one.

It stands above the backends, which know nothing of it: threads for native engines, which release Python's lock,
processes for the others. The search that does so is a :class:`~tilemodel.backends.search.Search` like any other.
"""

from tilemodel.parallel.search import ParallelSearch
from tilemodel.parallel.team import Team

__all__ = ["ParallelSearch", "Team"]
