"""One game of mahjong: records, wall, turns, claims, settlement."""
