"""A recorded player's style: how often it calls and challenges, situation by situation.

| module | holds |
| --- | --- |
| `situations` | which situations are told apart |
| `seen` | what a player did in recorded games |
| `population` | what the library's players do |
| `shrinkage` | both together: estimates with intervals |
"""
