"""How games end, and what a point of difference is worth: a table of games, read with DuckDB.

pip install duckdb
tongits simulate --rules sjs --games 1M --games-table games.parquet
python docs/examples/games_duckdb.py games.parquet
"""

import sys

import duckdb

games = duckdb.read_parquet(sys.argv[1])  # queries below call it by this name

endings = duckdb.sql("""
    SELECT ending,
           count(*) AS games,
           avg(turns) AS turns,
           avg((winner = dealer)::INT) AS dealer_wins,
           avg(greatest(payout_0, payout_1, payout_2)) AS won
    FROM games
    GROUP BY ending
    ORDER BY games DESC
""")
print(endings)

# A row for each player who was burned or not, by the number of melds that it had laid.
losers = duckdb.sql("""
    WITH seats AS (
        SELECT player_0 AS player, winner = 0 AS won, open_melds_0 AS melds, payout_0 AS payout FROM games
        UNION ALL
        SELECT player_1, winner = 1, open_melds_1, payout_1 FROM games
        UNION ALL
        SELECT player_2, winner = 2, open_melds_2, payout_2 FROM games
    )
    SELECT player, melds, count(*) AS games, avg(won::INT) AS wins, avg(payout) AS payout
    FROM seats
    GROUP BY player, melds
    ORDER BY player, melds
""")
print(losers)
