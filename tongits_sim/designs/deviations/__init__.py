"""Games in which one seat's alternatives at every decision are played on, and compared with its own answers.

| module | holds |
| --- | --- |
| `job` | what is to be played, as a value |
| `layout` | the plan of the player who deviates, and the record the kernel works with |
| `kernel` | a game with its rollouts, a block of matches |
| `worker` | a thread's own records |
| `totals` | advantages, cell by cell |
"""
