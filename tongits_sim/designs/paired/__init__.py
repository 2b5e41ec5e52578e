"""The same deals under several arms - rules, or bots, that differ - from a `Pairing` to exact sums of paired moments.

| module | holds |
| --- | --- |
| `job` | what is to be played, as a value |
| `kernel` | the kernel that plays one arm's deals |
| `worker` | a thread's own records; one block of deals in all arms |
| `moments` | sums, squares and products of what a deal brought, arm by arm and against the first arm |
"""
