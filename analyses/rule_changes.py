"""Changes of house rules: named changes, all single-knob changes, and changes that provably have no effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyses.answers.whatif import SkippedChange
from tongits_sim.errors import TongitsError
from tongits_sim.knobs.knob import Knob, Value
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, preset_names
from tongits_sim.rules.library import parse_override
from tongits_sim.rules.ruleset import find
from tongits_sim.rules.sentences import idle_reason


class ChangeError(TongitsError):
    """A change of the rules cannot be measured."""


@dataclass(frozen=True)
class Change:
    """A change from the base rules."""

    text: str  # its name: `call.timing=end`, `pay.fold=2,pay.tongits=6`, `to sjs`
    rules: RuleSet  # the rules with it
    knobs: tuple[str, ...]  # the knobs it sets, with their text


def changes(base: RuleSet, settings: Iterable[str] = (), presets: Iterable[str] = ()) -> list[Change]:
    """The changes that texts name: `"knob=value"`, several joined by commas as one change, or whole presets.

    Raises RuleError for impossible rules, ChangeError for a change named twice.
    """
    every = [changed(base, dict(parse_override(part) for part in text.split(","))) for text in settings]
    every += [_to_preset(base, name) for name in presets]
    texts = [change.text for change in every]
    twice = next((text for text in texts if texts.count(text) > 1), "")
    if twice:
        raise ChangeError(f"the change {twice} is asked for twice; once is enough")
    return every


def changes_of(
    base: RuleSet, settings: str | Sequence[str], presets: str | Sequence[str], all_knobs: bool
) -> tuple[tuple[Change, ...], tuple[SkippedChange, ...]]:
    """The changes to play, and the changes that cannot be played. Raises TongitsError.

    Args:
        base: the rules that are changed.
        settings: `"knob=value"`, one or more; `"a=1,b=2"` is one change of two knobs.
        presets: whole presets to change to.
        all_knobs: add every single-knob change.
    """
    named, whole = ([several] if isinstance(several, str) else list(several) for several in (settings, presets))
    explicit = changes(base, named, whole)
    if not all_knobs:
        return tuple(explicit), ()
    every, skipped = every_change(base)
    texts = {change.text for change in explicit}
    return (*explicit, *(change for change in every if change.text not in texts)), tuple(skipped)


def changed(base: RuleSet, values: dict[str, Value]) -> Change:
    """The base with changed knobs. Raises RuleError if the rules do not hold together."""
    texts = [f"{name}={find(name).text(value)}" for name, value in values.items()]
    joint = ", " if " with " in base.name else " with "
    rules = RuleSet.from_knobs(base.knobs() | values, name=base.name + joint + ", ".join(texts))
    return Change(",".join(texts), rules, tuple(values))


def _to_preset(base: RuleSet, name: str) -> Change:
    rules = load(name)
    before = base.knobs()
    after = rules.knobs()
    return Change(
        f"to {name}", rules, tuple(knob for knob in (*KNOBS, "payout") if before.get(knob) != after.get(knob))
    )


def every_change(base: RuleSet) -> tuple[list[Change], list[SkippedChange]]:
    """Every single-knob change of the base, in the order of the knobs, and the impossible changes."""
    possible: list[Change] = []
    skipped: list[SkippedChange] = []
    presets = [load(name).knobs() for name in preset_names()]
    for name, knob in KNOBS.items():
        here = base.knobs()[name]
        for value in alternatives(knob, here, [values[name] for values in presets]):
            text = f"{name}={knob.text(value)}"
            if name == "match.progressive_target":
                skipped.append(SkippedChange(text, "the game is then played for a score, not for money"))
                continue
            try:
                possible.append(changed(base, {name: value}))
            except RuleError as error:
                skipped.append(SkippedChange(text, str(error).rstrip(".")))
    return possible, skipped


def alternatives(knob: Knob, here: Value, elsewhere: Sequence[Value]) -> list[Value]:
    """Other values of a knob to try: all values of a list; for numbers 0, default, values of presets, the double."""
    if knob.allowed:
        return [value for value in knob.allowed if value != here]
    assert isinstance(here, int | float)
    wanted = {0, knob.default, *elsewhere, round(2 * here, 6)}
    if wanted <= {0, here}:
        wanted.add(_FIRST[knob.kind])
    number = int if knob.kind == "whole" else float
    within = [value for value in map(number, wanted) if knob.lowest <= value <= knob.highest]
    return [knob.check(value) for value in sorted(within) if value != here]


_FIRST = {"whole": 1, "units": 1.0, "share": 0.05}
"""Value to try for a number that is 0 in all rule sets."""


def no_effect(base: RuleSet, change: Change, match_games: int) -> str:
    """Why a change provably has no effect on players that do not look at the rules; empty if it may have an effect.

    Every changed knob must be idle both before and after the change.
    """
    before = base.knobs()
    after = change.rules.knobs()
    moved = [name for name in change.knobs if before.get(name) != after.get(name)]
    if not moved:
        return "the base has this value already"
    reasons = [_idle(base, change.rules, name, match_games) for name in moved]
    return "; ".join(dict.fromkeys(reasons)) if all(reasons) else ""


def _idle(base: RuleSet, rules: RuleSet, name: str, match_games: int) -> str:
    if match_games == 1:
        spread = any(house.jackpot.spread_takes and house.tongits.spread != "off" for house in (base, rules))
        if name.startswith("jackpot.") and not spread:
            return "a match of one game pays every jackpot back"
        if name == "deal.next_dealer":
            return "a match of one game has no next dealer"
    before = idle_reason(base, name)
    after = idle_reason(rules, name)
    return before if before and after else ""
