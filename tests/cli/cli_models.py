"""Small models to run the command line on."""

TWO_BARS = """
title = "Dominoes in 2 x 3"
[board]
size = [2, 3]
[[piece]]
name = "D"
drawing = "##"
count = 3
[expect]
solutions = 3
distinct = 2
"""

IMPOSSIBLE = TWO_BARS.replace("[2, 3]", "[2, 3]\nremove = [[0, 0], [0, 2]]").replace("count = 3", "count = 2")

BEST = """
objective = {maximize = "covered"}
[board]
size = [1, 5]
optional = true
[[piece]]
name = "D"
drawing = "##"
count = {min = 0}
"""

# Worth 5 of 6: the bar of three and the domino, in an arrangement that no motion keeps.
BEST_OF_TWO = """
objective = {maximize = "covered"}
[board]
size = [1, 6]
optional = true
[[piece]]
name = "I"
drawing = "###"
count = {min = 0, max = 1}
[[piece]]
name = "D"
drawing = "##"
count = {min = 0, max = 1}
"""

# 12,988,816 arrangements, and no end to them on a slow backend
MANY = """
[board]
size = [8, 8]
[[piece]]
name = "D"
drawing = "##"
count = 32
"""
