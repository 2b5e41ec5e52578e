"""Games in which one seat's options at some decisions are played on: a row of what it saw, and what the option gained.

| module | holds |
| --- | --- |
| `job` | what is to be played, as a value |
| `layout` | the record the kernel works with |
| `kernel` | a game with its rollouts, a block of matches |
| `worker` | a thread's own records |
"""
