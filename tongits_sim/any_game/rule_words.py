"""House rules in plain words: an explanation of every knob, and the differences between two rule sets."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from tongits_sim.any_game.house_rules import HouseRules, KnobList

Rules = TypeVar("Rules", bound=HouseRules)


class Line(NamedTuple):
    """A knob of a rule set, its value as text and its meaning at the table."""

    knob: str
    value: str
    sentence: str


class Change(NamedTuple):
    """A knob that differs between two rule sets: both values and their meaning."""

    knob: str
    a_value: str
    b_value: str
    a_sentence: str
    b_sentence: str


class RuleWords(Generic[Rules]):
    """Explains the rule sets of a game."""

    def __init__(self, all_knobs: KnobList, idle: tuple[tuple[str, Callable[[Rules], bool], str], ...]) -> None:
        """State which knobs have no effect under which rules.

        Args:
            all_knobs: the game's knobs.
            idle: names of knobs (`pay.*` for a whole group), the rules under which they have no effect, and why.
        """
        self._knobs = all_knobs.knobs
        self._idle = idle

    def describe(self, rules: Rules) -> list[Line]:
        """Every knob of the rules in plain words, in the order of the rules.

        For a knob without effect under these rules the sentence gives the reason.
        """
        return [self._line(rules, name) for name in self._knobs]

    def diff(self, a: Rules, b: Rules) -> list[Change]:
        """The knobs that differ between `a` and `b`, in the order of the rules; names are ignored."""
        left, right = a.knobs(), b.knobs()
        lines = [(self._line(a, name), self._line(b, name)) for name in self._knobs if left[name] != right[name]]
        return [Change(one.knob, one.value, two.value, one.sentence, two.sentence) for one, two in lines]

    def idle_reason(self, rules: Rules, name: str) -> str:
        """Why the knob has no effect under these rules; empty if it has an effect."""
        for names, holds, reason in self._idle:
            if (name in names.split() or name.partition(".")[0] + ".*" in names.split()) and holds(rules):
                return reason
        return ""

    def _line(self, rules: Rules, name: str) -> Line:
        knob, value = self._knobs[name], rules.knobs()[name]
        reason = self.idle_reason(rules, name)
        return Line(name, knob.text(value), knob.sentence(value) + (f" (No effect here: {reason}.)" if reason else ""))
