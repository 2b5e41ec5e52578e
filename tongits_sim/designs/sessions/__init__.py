"""Sessions of one table, by player: the totals on the way and at the end, the deepest fall, and the house's income.

`layout` defines the counts: a record of integers, and the columns of one match.
"""
