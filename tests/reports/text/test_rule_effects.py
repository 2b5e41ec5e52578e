"""Effects of rule changes in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.text import rule_effects as words
from tests.analyses.answers.test_whatif import EDGE, TURNS, solved, whole
from tests.analyses.test_whatif import example


def test_a_difference_has_its_unit_and_interval() -> None:
    assert words.difference(EDGE) == "+0.20 units a game (95 % interval +0.10 to +0.30)"
    share = replace(EDGE, metric="share_draw")
    assert words.difference(share) == "+20 percentage points of games (95 % interval +10 to +30)"


def test_largest_leaves_out_payouts_and_what_is_not_certain() -> None:
    payout = replace(EDGE, metric="payout:greedy")
    small = replace(EDGE, metric="mean_pot", base=8.0, changed=8.2)
    assert words.largest([payout, TURNS, small, EDGE]) == [EDGE, small]


def test_what_provably_has_no_effect_is_reported_with_the_reason() -> None:
    answer = example().answer
    same = next(change for change in answer.changes if change.no_effect)
    text = words.in_a_sentence(answer, same)
    assert text == '"Base payment for an unchallenged draw: 1" provably has no effect: the base has this value already.'


def test_a_change_that_made_no_difference_is_bounded() -> None:
    change = replace(whole().changes[0], deals_that_differ=0)
    assert "at most 30 % of deals (95 % confidence)" in words.in_a_sentence(whole(), change)


def test_adapted_words_give_the_largest_bound() -> None:
    text = " ".join(words.adapted_words(whole()))
    assert "compared with +0.20 if they play as before" in text
    assert "e = 0.020 units a game" in text
    assert words.adapted_words(replace(whole(), tuned=None)) == []


def test_short_answers_name_the_edge() -> None:
    says, sure = words.in_short(whole().changes[0])
    assert says.startswith("Dealer's edge +0.20 units a game")
    assert sure.startswith("Players who adapt")


@pytest.mark.parametrize(("e", "shown"), [(0.0321, "0.033"), (0.0, "0.000"), (1.0, "1.000")])
def test_bounds_are_rounded_up(e: float, shown: str) -> None:
    assert words.rounded_up(e) == shown


def test_solved_words_say_how_far_the_rules_are_solved() -> None:
    text = " ".join(words.solved_words(solved()))
    assert "who have solved their rules, the dealer's edge changes by +0.40" in text
    assert "compared with +0.20 if the bots play as before and +0.20 if they adapt" in text
    assert "100 iterations" in text
    assert "pagat +0.010 ± 0.010" in text
    assert words.solved_words(whole()) == []
