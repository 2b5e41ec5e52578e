"""What a call costs whom: a table of games, read with polars.

tongits simulate --rules sjs --games 1M --games-table games.parquet
python docs/examples/games.py games.parquet
"""

import sys

import polars as pl

games = pl.scan_parquet(sys.argv[1])  # read as it is needed: the table may be larger than the memory

# A row for each seat of each game, with the figures of that seat.
seats = pl.concat(
    games.select(
        "match",
        "ending",
        called=pl.col("caller") == seat,
        player=pl.col(f"player_{seat}").cast(pl.String),
        asked=f"asked_{seat}",
        response=pl.col(f"response_{seat}").cast(pl.String),
        payout=f"payout_{seat}",
    )
    for seat in range(3)
)

# Of the players who could challenge a draw: how often each did, and what it earned with either response. Good hands
# challenge, so this is no effect of the response; tongits analyze challenges has that.
responses = (
    seats.filter("asked")
    .group_by("player", "response")
    .agg(decisions=pl.len(), payout=pl.col("payout").mean())
    .sort("player", "response")
    .collect()
)
print(responses)

# The payout of a game, with a 95 % interval: a match of one game is independent of the others.
payouts = (
    seats.group_by("player")
    .agg(games=pl.len(), mean=pl.col("payout").mean(), half=1.96 * pl.col("payout").std() / pl.len().sqrt())
    .select("player", "games", "mean", low=pl.col("mean") - pl.col("half"), high=pl.col("mean") + pl.col("half"))
    .sort("mean", descending=True)
    .collect()
)
print(payouts)
