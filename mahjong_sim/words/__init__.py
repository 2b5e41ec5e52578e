"""How answers are put into words: those of commands, a module for each, and what the questions share."""

KINDS = {"analyze": ""}
"""The types of the answers of commands of its own, by command."""
