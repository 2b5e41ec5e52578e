"""Profiles: how likely a player says yes at a decision, cell by cell of what he can see.

| module | holds |
| --- | --- |
| `cells` | the features of a decision a profile may look at, and the cell they fall into |
| `profile` | a profile as a value, and its file |
"""
