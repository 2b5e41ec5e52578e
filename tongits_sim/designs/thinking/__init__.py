"""Thinking: a seat plays on in worlds drawn from what it sees, and answers with the option that does best there.

| module | holds |
| --- | --- |
| `layout` | the record a player thinks in |
| `hidden` | from a view to a game: what is known, and a deal of everything else |
| `belief` | how well a deal agrees with what the others did last |
| `options` | what may be answered at a decision |
| `race` | options played on against the own answer, world by world, until it is decided |
| `memory` | the record for a player at a table |

All of it is compiled, and reads the view alone. The one exception is marked `knows` in the layout: a seat that is shown
hidden cards, so that it can be measured what they are worth; no player of the registry has it.
"""
