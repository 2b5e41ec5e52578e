"""Rules out of files written before some knobs were there: which versions there are, and what an absent knob means.

A file that holds every knob of its rules (a game record, the manifest of a run) stays readable when a house rule is
added: the new knob says with `since` which version brought it, and with `absent` what rules without it have meant.
"""

from collections.abc import Mapping

from tongits_sim.rules.errors import RuleError
from tongits_sim.rules.ruleset import KNOBS, RuleSet, find


def newest_version() -> int:
    """The version of the rules that this program writes: the last that brought a knob."""
    return max(knob.since for knob in KNOBS.values())


def stored_rules(knobs: Mapping[str, object], *, name: str, version: int | None = None) -> RuleSet:
    """The rules of a stored file: every knob it states, and those that came later at what their absence means.

    Args:
        knobs: the knobs as stored, by name.
        name: what the rules are called.
        version: the version of the rules that the file was written with; None if it does not say: then every knob
            that came after the first version may be absent.

    Raises:
        RuleError: for a version or a knob that this program does not know, one that the version lacks, one that it has
            and the file lacks, and values or combinations that cannot be.
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
