"""The words of the commands of every game; a game may have words of its own instead."""

KINDS = {
    "simulate": "BatchAnswer",
    "compare": "CompareAnswer",
    "whatif": "WhatIfAnswer",
}
"""The types of their answers, by command."""
