"""Designs of simulation: what is played and counted, and what the counts say. Every design has the same files.

| module | holds |
| --- | --- |
| `job` | what is to be played, as a frozen value, and how it is cut into blocks |
| `kernel` | compiled: plays a block |
| `worker` | `Worker`: a thread's own records, and one block played with them |
| `totals` | what was counted, as exact integers with names |
| `estimates` | what the totals say, as estimates with intervals |

`work` has what all jobs share, `seats` what all workers share, `warmup` compiles on the first start.
"""
