"""Forks: the same game from one decision on with each answer forced, on the same stock and the same random words.

| module | holds |
| --- | --- |
| `layout` | the records of a fork, and what is told of a decision (features) |
| `features` | the kernel that fills in the features |
| `resume` | a game played on from any decision, as a C function |
| `kernel` | games with a fork at every decision of one kind |
| `job` | what is to be played, as a value |
| `worker` | a thread's own records, and one block |
| `cells` | what was counted, read as means with intervals |
"""
