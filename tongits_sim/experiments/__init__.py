"""Experiments: each file states what is played, counted and estimated.

A job is a frozen value: the games to play, the cut into blocks, the arrays to count. A worker plays blocks with the
state of a thread. Long kernels and estimates have files of their own (`NAME_kernel`, `NAME_estimates`). `worker` has
the base classes; `warmup` compiles at the first start.
"""
