"""A batch: games of three players and their counts.

`tally` defines what is counted in a game, `simulate` plays a job, `results` holds the answer.
"""
