"""What games bring when they are counted and nothing is forked: the burn clock, payments, jackpots, sessions, leads.

`layout` says what is counted: a record of integers, and the columns of one match.
"""
