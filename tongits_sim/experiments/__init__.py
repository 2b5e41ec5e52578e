"""Experiments, one a file. A file says what to play, what to count and what to estimate.

A job is a frozen value: what to play, how to cut it into blocks, which arrays to count. A worker plays a block with the
state of one thread. Long kernels and estimates stand in files of their own (`NAME_kernel`, `NAME_estimates`). `worker`
is the base of all jobs and workers; `warmup` compiles at the first start.
"""
