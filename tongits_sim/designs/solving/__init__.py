"""Games in which both answers to every call and every challenge are played on, counted by the cells of a profile.

| module | holds |
| --- | --- |
| `job` | what is to be played, as a value |
| `layout` | the record the kernel works with |
| `kernel` | a game with its rollouts, a block of matches |
| `worker` | a thread's own records |
"""
