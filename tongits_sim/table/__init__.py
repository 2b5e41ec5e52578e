"""A game as a seat sees it: positions, worlds that agree with the position, searches, and a person at the table.

| modules | hold |
| --- | --- |
| `position`, `position_text`, `builder`, `recorded` | a position, as typed or out of a record |
| `observed`, `worlds`, `world_kernel`, `rollouts`, `rollout_worker` | worlds for advice |
| `determinize`, `card_locations`, `search`, `search_memory` | worlds inside a game, for bots that search |
| `live_match`, `seat_view`, `saved` | a match with a person: one decision at a time; the person sees no hidden card |
"""
