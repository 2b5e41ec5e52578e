"""How the answers of the commands of every game are presented; a game may have presenters of its own in their place."""

KINDS = {
    "simulate": "BatchAnswer",
    "compare": "CompareAnswer",
    "whatif": "WhatIfAnswer",
}
"""The types of their answers, by command."""
