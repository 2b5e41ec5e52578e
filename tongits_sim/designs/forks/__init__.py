"""Forks: the same game from one decision on with each answer forced, on the same stock and the same random words.

`layout` has the records of a fork and the features of a decision, `features` the kernel that fills them in, `resume`
plays a game on from any decision, as a C function.
"""
