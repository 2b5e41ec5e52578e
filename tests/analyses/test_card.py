from typing import Any

import numpy as np
import pytest

from analyses.answers.card import Decision, Thumb
from analyses.card import CardError, card
from analyses.rollouts import thumbs
from analyses.rollouts.thumbs import Gains, bot_rows
from strategies.card_bot import NO_END
from tests.playing import sure
from tongits_sim.rules import load
from tongits_sim.run.options import RunOptions

BOTH, CARDS, THROWN, COUNT = np.indices((len(thumbs.BOTH), thumbs.MAX_CARDS + 1, len(thumbs.THROWN), 50))
BOTH, COUNT = 2 * BOTH, 2 * COUNT


def gains(gain: Any) -> Gains:
    """As many decisions in every box of each half, in which yes gains so much; the own bot always finds the better."""
    each = np.asarray(gain, float) / np.size(gain)
    both = np.array([each, each])
    return Gains(both, np.full(both.shape, 1 / np.size(gain)), np.array([np.maximum(each, 0.0).sum()] * 2))


def fitted(decision: Decision, *tables: Any) -> tuple[Thumb, ...]:
    rivals = len(thumbs.BOTH) if decision == "respond" else 3
    return thumbs.fitted(decision, [gains(each[:rivals]) for each in tables], 0.1)


def test_one_number_is_enough_where_it_is() -> None:
    nobody, some = fitted("call", *[np.where(COUNT <= 30, 1.0, -1.0)] * 3)
    assert (some.kind, some.times, some.at, some.rivals_from) == ("most", 0, (0, 1, 2), 1)
    assert some.plus in (30, 32)
    assert (nobody.rivals_to, nobody.plus) == (0, some.plus)


def test_points_for_each_card_where_the_limit_rises_with_them() -> None:
    (rule,) = fitted("respond", *[np.where(COUNT <= 5 * CARDS - 4, 1.0, -1.0)] * 3)
    assert (rule.times, rule.plus, rule.thrown) == (5, -4, False)
    points = np.array([2, 4, 6, 8, 10])[THROWN]
    (rule,) = fitted("respond", *[np.where(3 * (CARDS + points) - 24 >= COUNT, 1.0, -1.0)] * 3)
    assert (rule.times, rule.plus, rule.thrown) == (3, -24, True)


def test_points_for_each_card_of_both_opponents_where_the_limit_rises_with_them() -> None:
    (rule,) = fitted("respond", *[np.where(COUNT <= 3 * BOTH - 10, 1.0, -1.0)] * 3)
    assert (rule.times, rule.both, rule.thrown) == (3, True, False)
    limits = {row[1]: row[10] for row in bot_rows(rule)[:-1]}
    assert limits[14] - limits[10] == 12


def test_challenges_have_a_rule_for_each_table_where_their_limits_differ() -> None:
    limits = 2 * CARDS, 5 * CARDS, 8 * CARDS
    rules = fitted("respond", *[np.where(limit >= COUNT, 1.0, -1.0) for limit in limits])
    assert [(rule.at, rule.times) for rule in rules] == [((0,), 2), ((1,), 5), ((2,), 8)]


def test_a_table_whose_answer_turns_has_a_rule_of_its_own() -> None:
    falling = np.where(COUNT <= 30, 1.0, -1.0)
    good, beginners = fitted("respond", falling, falling, -falling)
    assert (good.at, good.kind, beginners.at, beginners.kind) == ((0, 1), "most", (2,), "least")


def test_either_where_both_are_worth_the_same() -> None:
    nobody, _ = fitted("lay", *[np.where(COUNT <= 44, 0.02, -1.0)] * 3)
    assert (nobody.kind, nobody.close) == ("most", "yes")


def test_a_rule_is_played_as_it_is_said() -> None:
    rule = Thumb(decision="call", at=(0,), rivals_from=1, kind="most", times=3, plus=-8, alone=5)
    rows = bot_rows(rule)
    assert rows[-1] == (0, 1, NO_END, *(0, NO_END) * 4, 0)
    limits = {(row[1:3], row[3:5]): row[10] for row in rows[:-1]}
    assert limits[(1, NO_END), (3, 3)] == 1
    assert limits[(1, 1), (3, 3)] == 6
    assert ((1, NO_END), (2, 2)) not in limits  # never
    assert limits[(1, NO_END), (12, NO_END)] == 28


def test_a_card_costs_little_at_every_table() -> None:
    answer = card(load("pagat"), RunOptions(workers=2), games=4000, deals=500)
    assert {thumb.decision for thumb in answer.thumbs} == {"call", "respond", "lay"}
    assert answer.tables == ("strong", "regular", "beginners")
    for cost in answer.cost:
        assert sure(cost.ci95)[0] < 0.3


def test_nobody_is_asked() -> None:
    with pytest.raises(CardError, match="nothing to put on a card"):
        card(load("pagat", ["call.meld_age=9"]), RunOptions(workers=1), games=100, deals=10)
