"""The pocket card: limits that a search over all simple rules would choose, and a price that was played."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyses.answers.card import CardRule
from analyses.card import (
    CARDS,
    COUNTS,
    DISCARDS,
    KINDS,
    CardError,
    Gains,
    Kind,
    Limit,
    Range,
    card,
    fewest,
    lays_of,
    ranges,
    rows_of,
    rules_of,
)
from strategies import load_player
from strategies.card_bot import NO_END
from tests.playing import sure
from tongits_sim.rules import load
from tongits_sim.run.how import How

WHOLE = (slice(None), slice(None), slice(None))


def gains(kind: Kind, gain: np.ndarray, n: int = 1000, clear: float = 0.1) -> Gains:
    """A thousand decisions in every box of each half, in which yes gains so much: an array without halves."""
    shape = (2, *(len(edges) for _, edges in KINDS[kind][1]))
    each = np.broadcast_to(gain, shape)
    return Gains(np.full(shape, float(n)), n * each, n * np.square(each), clear)


def below(*limits: int) -> np.ndarray:
    """A unit for yes with a count below each limit, one for no elsewhere: [limit, count]."""
    return np.where(np.array(COUNTS) < np.array(limits)[:, None], 1.0, -1.0)


def test_the_limits_are_where_the_gain_changes_its_sign() -> None:
    calls = below(99, 12, 4)[:, None, None].repeat(len(DISCARDS), 2).repeat(len(CARDS), 1).copy()
    calls[1:, :, 0] = -1.0  # never after a low discard
    calls[2, :, 1:, -1] = 0.5  # a bluff
    assert rules_of(gains("call", calls), "call") == (
        CardRule(decision="call", rivals=0, discard_to=4, at_most=None),
        CardRule(decision="call", rivals=0, discard_from=5, at_most=None),
        CardRule(decision="call", rivals=1, discard_to=4, at_most=-1),
        CardRule(decision="call", rivals=1, discard_from=5, at_most=11),
        CardRule(decision="call", rivals=2, discard_to=4, at_most=-1),
        CardRule(decision="call", rivals=2, discard_from=5, at_most=3, at_least=60),
    )
    fights = np.stack([below(0, 0, 20, 20, 20), below(0, 0, 0, 0, 0)])[:, :, None]
    assert rules_of(gains("challenge", fights), "challenge") == (
        CardRule(decision="challenge", rivals=0, cards_to=4, at_most=-1),
        CardRule(decision="challenge", rivals=0, cards_from=5, at_most=19),
        CardRule(decision="challenge", rivals=1, at_most=-1),
    )


def test_a_limit_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    found = gains("challenge", rng.normal(size=(2, len(CARDS), len(DISCARDS), len(COUNTS))))
    for row, cut in itertools.product(range(2), range(1, 5)):
        where = (slice(row, row + 1), slice(0, cut), slice(None))
        column = found.of(found.gain, where)
        won = column[found.limit(where, False).yes(len(column))].sum()
        assert won == pytest.approx(max(column[:most].sum() for most in range(len(column) + 1)))


def test_chance_alone_divides_nothing() -> None:
    """Boxes that are alike are told apart by chance in one half of the games; the other half refutes it."""
    rng = np.random.default_rng(2)
    axes = (2, 2, len(CARDS), len(DISCARDS), len(COUNTS))
    n = np.full(axes, 30.0)
    noise = rng.normal(size=axes) * 5 * np.sqrt(n)
    same = below(24)[0] * n
    found = Gains(n, same + noise, 25 * n, 0.1)
    assert fewest(found, 1, [WHOLE], False) == (Range(0, len(CARDS)),)
    rules = rules_of(found, "challenge")
    assert len({(rule.rivals, rule.at_most) for rule in rules}) <= 2 * len({rule.rivals for rule in rules})


def test_ranges_are_all_divisions() -> None:
    assert list(ranges(3))[:3] == [(Range(0, 3),), (Range(0, 1), Range(1, 3)), (Range(0, 2), Range(2, 3))]
    assert (Range(1, 2).ends((0, 4, 8)), Range(0, 3).ends((1, 4, 8))) == ((4, 7), (0, None))


def test_a_card_says_to_ask_next_to_its_limit_where_little_is_gained() -> None:
    slope = (20.0 - np.array(COUNTS)) / 10
    clear, close = (gains("lay", slope, clear=clear) for clear in (0.0, 1.0))
    where = (slice(0, 1), slice(None), slice(None))
    assert clear.limit(where, False) == Limit(5, None)
    assert clear.asks(where, Limit(5, None)) == ()
    assert close.asks(where, Limit(5, None)) == ((12, 31),)
    everywhere = gains("lay", slope, clear=9.0)
    assert everywhere.asks(where, Limit(5, None)) == ((0, 999),)


def test_the_first_meld_is_laid_always_unless_holding_surely_wins() -> None:
    held = np.stack([below(20)[0], np.ones(len(COUNTS)), np.ones(len(COUNTS))])[:, None, None]
    assert [rule.at_most for rule in lays_of(gains("lay", held))] == [19, None, None]
    unsure = gains("lay", held)
    assert lays_of(Gains(unsure.n, unsure.gain, 1e9 * unsure.square, 0.1)) == ()
    assert lays_of(gains("lay", np.ones((3, 1, 1, len(COUNTS))))) == ()


def test_rules_as_numbers() -> None:
    rules = (
        CardRule(decision="call", rivals=1, cards_from=2, cards_to=4, discard_from=5, at_most=9, at_least=50),
        CardRule(decision="challenge", rivals=0, at_most=None),
        CardRule(decision="lay", rivals=2, at_most=-1),
    )
    assert rows_of(rules) == (
        (0, 1, 2, 4, 5, NO_END, 9, 50),
        (1, 0, 0, NO_END, 0, NO_END, NO_END, NO_END),
        (3, 2, 0, NO_END, 0, NO_END, -1, NO_END),
    )


@pytest.mark.parametrize("rules", ["pagat", "sjs"])
def test_following_a_card_costs_little(rules: str) -> None:
    answer = card(load(rules), load_player("trained"), How(workers=2), games=20_000, deals=3000, seed=20_261_126)
    assert 1 <= len(answer.calls) <= 27
    assert 1 <= len(answer.challenges) <= 18
    assert sure(answer.cost.ci95)[0] <= 0.15
    assert sure(answer.cost_all.ci95)[0] <= 0.35
    assert sure(answer.cost.mean) < sure(answer.cost_all.mean)
    assert answer.player == "trained"


def test_where_nobody_is_asked_there_is_no_card() -> None:
    nobody = load("pagat", ["call.meld_age=9"])
    with pytest.raises(CardError, match="nobody was asked for a call or a challenge"):
        card(nobody, load_player("greedy"), How(workers=1), games=2, deals=100)
