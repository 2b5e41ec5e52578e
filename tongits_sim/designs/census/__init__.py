"""A census: detailed counts of whole games - the burn clock, payments, jackpots, sessions, leads.

`layout` defines the counts: a record of integers, and the columns of one match.
"""
