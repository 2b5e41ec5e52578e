"""What games bring when they are counted and nothing is forked: the burn clock, payments, jackpots, sessions, leads.

| module | holds |
| --- | --- |
| `sheet` | what is counted: a record of integers, and the columns of one match |
| `kernel` | the kernel that plays matches and counts |
| `work` | what is to be played, as a value; a worker that plays a block of it |
"""
