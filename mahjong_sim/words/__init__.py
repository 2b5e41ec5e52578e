"""How answers are put into words: those of commands, a module for each, and what the questions share."""

_PLAYED = "mahjong_sim.analyses.played:PlayedAnswer"
KINDS = {"simulate": _PLAYED, "compare": _PLAYED, "whatif": _PLAYED, "analyze": ""}
"""The types of the answers of commands, by command."""
