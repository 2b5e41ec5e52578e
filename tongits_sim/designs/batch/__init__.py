"""A batch: games of three players, counted.

`tally` says what is counted of a game; `simulate` plays a job, and `results` is the answer.
"""
