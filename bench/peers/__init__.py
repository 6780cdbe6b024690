"""Other solvers, each in a script of its own that is given exact-cover options as rows of numbers."""
