"""Knobs of a game and rule sets made of them, for any game."""

from __future__ import annotations

import pickle

import pytest

from tests.any_game.small_game import ALL, CoinRules, CoinToss, Side, Stake
from tongits_sim.any_game.rule_errors import RuleError


def test_knobs_come_from_the_groups_in_order() -> None:
    assert list(ALL.knobs) == ["coin_toss.side", "coin_toss.twice", "stake.ante"]
    assert ALL.find("stake.ante").title == "What each stakes"


def test_a_rule_set_and_its_knobs_are_the_same() -> None:
    rules = CoinRules("ours", CoinToss(Side.TAILS), Stake(1))
    assert rules.knobs() == {"coin_toss.side": "tails", "coin_toss.twice": False, "stake.ante": 1.0}
    assert CoinRules.from_knobs(rules.knobs(), name="ours") == rules == pickle.loads(pickle.dumps(rules))
    assert CoinRules.from_knobs({}) == CoinRules()


def test_a_group_in_the_place_of_another_is_refused() -> None:
    with pytest.raises(RuleError, match="the group stake of a rule set must be an instance of Stake"):
        CoinRules(stake=CoinToss())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stake.antee", "unknown knob 'stake.antee'. Did you mean 'stake.ante'?"),
        ("twice", "unknown knob 'twice'. Did you mean 'coin_toss.twice'?"),
        ("stake", "'stake' is a group of knobs, not a knob: name stake.ante."),
        ("stake.zzzzzz", "The knobs of stake are stake.ante."),
        ("zzz", "The groups of knobs are coin_toss or stake; 'tongits coins' lists all."),
        (7, "a knob is named by text such as 'coin_toss.side', not by 7."),
    ],
)
def test_an_unknown_knob_is_refused_with_a_hint(name: object, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        ALL.find(name)
    assert message in str(caught.value)


def test_overrides_change_the_name() -> None:
    name, changes = ALL.override("coins", ["stake.ante=1", "coin_toss.side = tails", "stake.ante=0.5"])
    assert (name, changes) == (
        "coins with stake.ante=0.5, coin_toss.side=tails",
        {"stake.ante": 0.5, "coin_toss.side": Side.TAILS},
    )
    assert ALL.override("coins", []) == ("coins", {})
    with pytest.raises(RuleError, match=r"'stake\.ante' changes nothing: write knob=value, such as coin_toss\.side"):
        ALL.override("coins", ["stake.ante"])
