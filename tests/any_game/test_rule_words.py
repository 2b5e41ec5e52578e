"""Rules explained, whatever the game."""

from __future__ import annotations

from tests.any_game.small_game import ALL, CoinRules
from tongits_sim.any_game.rule_words import Change, RuleWords

WORDS: RuleWords[CoinRules] = RuleWords(
    ALL,
    (
        ("coin_toss.*", lambda rules: rules.stake.ante == 0, "nothing is at stake"),
        ("stake.ante", lambda rules: rules.coin_toss.twice, "the second toss settles the first"),
    ),
)


def test_every_knob_has_a_line() -> None:
    lines = WORDS.describe(CoinRules())
    assert [(line.knob, line.value, line.sentence) for line in lines] == [
        ("coin_toss.side", "heads", "Heads wins."),
        ("coin_toss.twice", "false", "One toss."),
        ("stake.ante", "0.25", "Each stakes 0.25 units."),
    ]


def test_a_knob_without_effect_says_why() -> None:
    free, double = (CoinRules.from_knobs(each) for each in ({"stake.ante": 0}, {"coin_toss.twice": True}))
    assert WORDS.idle_reason(free, "coin_toss.twice") == "nothing is at stake"
    assert WORDS.idle_reason(free, "stake.ante") == ""
    assert WORDS.describe(double)[2].sentence.endswith("(No effect here: the second toss settles the first.)")


def test_a_difference_has_both_sentences() -> None:
    one, other = CoinRules(), CoinRules.from_knobs({"coin_toss.side": "tails"}, name="other")
    assert WORDS.diff(one, other) == [Change("coin_toss.side", "heads", "tails", "Heads wins.", "Tails wins.")]
    assert WORDS.diff(one, CoinRules(name="same")) == []
