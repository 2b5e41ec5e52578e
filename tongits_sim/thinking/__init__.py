"""Thinking: a seat plays on in worlds drawn from what it sees, and answers with the option that does best there.

| module | holds |
| --- | --- |
| `layout` | the record a player thinks in |
| `hidden` | from a view to a game: the known cards, and a deal of all others |
| `belief` | how well a deal agrees with the last actions of the others |
| `options` | the answers that a decision allows |
| `race` | options played on against the own answer, world by world, until it is decided |
| `memory` | the record for a player at a table |

All of it is compiled, and reads the view alone.
"""
