"""Knowing: the gain of a seat that is shown hidden cards and thinks at some of its decisions, on the same deals.

| module | holds |
| --- | --- |
| `job` | the hidden cards shown, and the games |
| `kernel` | a game with one seat that is shown hidden cards |
| `worker` | a thread's own records, and a block of deals played with them |
| `estimates` | means with intervals, the deal being the unit |

The seat that is shown cards is no player: it has no name, no spec, and stands in no registry, so that it can play
nowhere but here.
"""
