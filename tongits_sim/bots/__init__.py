"""Bots: players, their parameters and files, and the charts and trees that some of them read."""
