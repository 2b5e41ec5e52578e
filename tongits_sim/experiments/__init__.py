"""Experiments: what is played, what is counted and what is estimated.

Each is a file: a job (a frozen value: what to play, how it is cut into blocks, which arrays are counted) and a worker
(plays a block with the records of one thread). Compiled loops and estimates stand in files beside it (`NAME_kernel`,
`NAME_estimates`) if they are long. `seats` is the base of all jobs and workers; `warmup` compiles at the first start.
"""
