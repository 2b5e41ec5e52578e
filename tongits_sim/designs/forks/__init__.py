"""Forks: paired rollouts of each answer from the same position, with common random numbers (stock and random words).

`layout` defines the records of a fork and the features of a decision, `features` computes them, `resume` continues a
game from any decision, as a C function.
"""
