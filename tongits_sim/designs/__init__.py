"""Simulation designs: what is played, what is counted and what is estimated. Every design has the same files.

| module | holds |
| --- | --- |
| `job` | what to play, as a frozen value, how it is split into blocks, and the arrays that are counted |
| `kernel` | compiled: plays a block |
| `worker` | `Worker`: the records of one thread; plays a block with them |
| `estimates` | estimates with intervals, from the totals |

`work` is the base of all jobs, `seats` that of all workers; `warmup` compiles on the first start.
"""
