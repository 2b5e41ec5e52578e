"""Runs and other files on disk; knows no game."""
