import numpy as np
import pytest

from strategies.registry import load_player
from tongits_sim.rules import load
from tools.in_matches import MATCH_GAMES, ORDERS, PARTS, Money, gains, gap, money


def test_parts_of_a_match_and_the_mean_of_rules() -> None:
    played = np.zeros((2, MATCH_GAMES), np.int64)
    played[:, 0] = 300, 500  # game 1, hundredths
    played[:, 8:] = -100
    one = Money(played, np.zeros_like(played))
    other = Money(np.zeros_like(played), np.full_like(played, 200))
    alone = dict(zip((*PARTS, "jackpot"), gains([one]), strict=True))
    assert [alone[part].estimate for part in ("game 1", "games 1-3", "games 9-12")] == pytest.approx([4, 4 / 3, -1])
    assert alone["all"].estimate == pytest.approx((4 - 4) / 12) == alone["jackpot"].estimate
    assert alone["game 1"].n == 2
    both = dict(zip((*PARTS, "jackpot"), gains([one, other]), strict=True))
    assert (both["game 1"].estimate, both["jackpot"].estimate) == pytest.approx((2, 1))
    assert both["game 1"].half_width == pytest.approx(alone["game 1"].half_width / 2)  # the other rules never differ


def test_the_same_player_earns_the_same_and_all_seats_are_played() -> None:
    players = load_player("caller"), load_player("greedy"), load_player("hunter")
    first, again = (money(load("pagat"), players, len(ORDERS), 3) for _ in range(2))
    assert first.played.shape == (len(ORDERS), MATCH_GAMES)
    assert first.played.any(axis=1).all()
    assert all(gain.estimate == 0 for gain in gains([gap(first, again)]))
