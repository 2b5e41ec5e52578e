"""House rules in plain words: an explanation of every knob, and the differences between two rule sets."""

from collections.abc import Callable
from typing import NamedTuple

from mahjong_sim.rules.play import Honours
from mahjong_sim.rules.ruleset import KNOBS, RuleSet


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


def describe(rules: RuleSet) -> list[Line]:
    """Every knob of the rules in plain words; a knob without effect under these rules says why."""
    return [_line(rules, name) for name in KNOBS]


def diff(a: RuleSet, b: RuleSet) -> list[Change]:
    """The knobs that differ between `a` and `b`; names are ignored."""
    left, right = a.knobs(), b.knobs()
    lines = [(_line(a, name), _line(b, name)) for name in KNOBS if left[name] != right[name]]
    return [Change(one.knob, one.value, two.value, one.sentence, two.sentence) for one, two in lines]


def _line(rules: RuleSet, name: str) -> Line:
    knob, value = KNOBS[name], rules.knobs()[name]
    reason = next((why for names, holds, why in _IDLE if name in names.split() and holds(rules)), "")
    return Line(name, knob.text(value), knob.sentence(value) + (f" (No effect here: {reason}.)" if reason else ""))


_IDLE: tuple[tuple[str, Callable[[RuleSet], bool], str], ...] = (
    ("joker.copies", lambda rules: not rules.joker.play, "there are no jokers"),
    ("doubles.factor", lambda rules: not rules.doubles.play, "the opening roll does not count"),
    ("jai_alai.markers jai_alai.bunot_markers", lambda rules: not rules.jai_alai.share, "there is no pot"),
    ("instant.many_flowers_from", lambda rules: not rules.instant.many_flowers, "many flowers earn nothing"),
    (
        "instant.beauty instant.news",
        lambda rules: rules.tiles.honours == Honours.FLOWERS,
        "winds and dragons are flowers",
    ),
    ("instant.beauty", lambda rules: not rules.first.beauty, "there is no beauty"),
    ("instant.news", lambda rules: not rules.first.news, "there is no NEWS"),
    ("concealed.discard concealed.secret", lambda rules: not rules.hand.concealed, "a concealed hand adds nothing"),
    ("quick.discards quick.counts", lambda rules: not rules.hand.quick, "a quick win adds nothing"),
    ("hand.seven_pairs win.equal_pairs", lambda rules: not rules.win.seven_pairs, "seven pairs do not win"),
)
