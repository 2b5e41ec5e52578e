"""What every game of cards or tiles needs: streams of random numbers, calls of bots, house rules, batches, records.

Nothing in here knows a game: `tongits_sim` and `mahjong_sim` build theirs on it.
"""
