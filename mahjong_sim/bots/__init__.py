"""The bots of mahjong, and their contract."""
