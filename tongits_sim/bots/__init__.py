"""Bots: players, their parameters and files, and the tables and trees that some of them read."""
