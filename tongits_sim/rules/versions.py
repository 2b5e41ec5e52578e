"""Versions of the rules.

A file with every knob of its rules (a game record, the manifest of a run) stays readable when a house rule is added
(`RuleSet.stored`): `since` is the version that added the new knob, `absent` its value in older rules.
"""

from tongits_sim.rules.ruleset import KNOBS


def newest_version() -> int:
    """The current version of the rules: the last that added a knob."""
    return max(knob.since for knob in KNOBS.values())
