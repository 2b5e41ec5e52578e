"""A game seen from one seat: positions, worlds that agree with what was seen, searches, and a person at the table.

| modules | hold |
| --- | --- |
| `position`, `position_text`, `builder`, `recorded` | a position, as typed or out of a record |
| `known_cards`, `worlds`, `world_kernel`, `rollouts`, `losses` | worlds for advice |
| `hidden`, `unseen`, `search`, `search_memory` | worlds inside a game, for bots that search: they read the view |
| `match`, `sight`, `saved` | a match with a person: one decision at a time; the person sees no hidden card |
"""
