"""Solving: profiles that leave a single deviation little to gain (docs/explanation/solving.md).

| module | holds |
| --- | --- |
| `grids` | which cells a profile of these rules has |
| `smoothing` | what yes is worth in a cell: cells of few decisions lean on their neighbours |
| `learners` | from counted differences to the next profile: fictitious play, discounted regret matching |
| `solver` | the iterations: play, count, update, average; kept on disk, resumed |
| `best_response` | the best answer of one seat inside the cells, and what it gains, measured on held-out deals |
| `shipping` | the profiles that ship: made small, measured as they ship, written |
| `locks` | seats that play as they are: bots, files, named styles |
"""
