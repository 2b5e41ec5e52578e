"""Sessions of one table, by player: what each has on the way and at the end, how deep it falls, what the house keeps.

`layout` defines the counts: a record of integers, and the columns of one match.
"""
