"""Versions of the rules: reading files that were written before some knobs existed.

A file with every knob of its rules (a game record, the manifest of a run) stays readable when a house rule is added:
`since` is the version that added the new knob, `absent` its value in older rules.
"""

from collections.abc import Mapping

from tongits_sim.any_game.rule_errors import RuleError
from tongits_sim.rules.ruleset import KNOBS, RuleSet, find


def newest_version() -> int:
    """The current version of the rules: the last that added a knob."""
    return max(knob.since for knob in KNOBS.values())


def stored_rules(knobs: Mapping[str, object], *, name: str, version: int | None = None) -> RuleSet:
    """The rules of a stored file: the knobs it states, and later knobs at their value for older rules.

    Args:
        knobs: the knobs as stored, by name.
        name: the name of the rules.
        version: the version of the rules in the file; None if unknown, in which case every knob added after the
            first version may be absent.

    Raises:
        RuleError: the version or a knob is unknown, a knob is not of that version, a knob of that version is missing,
            or values are invalid.
    """
    newest = newest_version()
    if version is not None and not 1 <= version <= newest:
        raise RuleError(
            f"the rules are of version {version}, this program knows versions up to {newest}: use a newer one."
        )
    early = [name for name in knobs if version is not None and find(name).since > version]
    if early:
        raise RuleError(
            f"{early[0]} came with version {KNOBS[early[0]].since} of the rules, these are of version {version}."
        )
    missing = [name for name, knob in KNOBS.items() if name not in knobs and knob.since <= (version or 1)]
    if missing:
        raise RuleError(f"the list of knobs lacks {', '.join(missing[:5])}{', ...' if missing[5:] else ''}.")
    later = {name: knob.absent for name, knob in KNOBS.items() if name not in knobs}
    return RuleSet.from_knobs({**knobs, **later}, name=name)
