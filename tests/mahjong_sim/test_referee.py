import random
from collections import Counter

import pytest

from mahjong_sim.rules import PRESETS, load
from tests.mahjong_sim.games import agreed, agreed_after_claims, played, random_rules
from tests.mahjong_sim.hands.plain_hands import arrangements, random_winner, stand_ins
from tests.mahjong_sim.referee import DisagreementError, Referee, all_arrangements, seven_pairs

RANDOM = "random,random,random,random"
GREEDY = "greedy,greedy,greedy,greedy"
MIXED = "greedy,random,greedy,random"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bots", [RANDOM, GREEDY, MIXED])
def test_every_preset(preset: str, bots: str) -> None:
    assert agreed(load(preset), bots, 17, 4) == 4


@pytest.mark.parametrize("number", range(12))
def test_rules_with_knobs_at_random(number: int) -> None:
    chance = random.Random(1000 + number)
    bots = chance.choice((RANDOM, GREEDY, MIXED))
    assert agreed(random_rules(chance), bots, number, 2, chance.choice((1, 3))) > 0


@pytest.mark.parametrize("changes", [(), ("wait.declared=true", "win.several=all", "claim.chow=any")])
def test_hands_that_a_claim_completes(changes: tuple[str, ...]) -> None:
    ends = Counter(agreed_after_claims(load("visayan", changes), seed) for seed in range(30))
    assert ends["discard", True] > 5


def test_waits_that_are_declared() -> None:
    assert agreed(load("visayan_jokers", ["wait.declared=true"]), "greedy,random,greedy,random", 5, 6) == 6


def test_jai_alai_over_a_match() -> None:
    rules = load("visayan", ["jai_alai.share=1", "jai_alai.growth=0.5", "jai_alai.markers=2", "win.several=all"])
    assert agreed(rules, GREEDY, 3, 1, 10) == 10


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bots", [RANDOM, GREEDY, MIXED])
def test_many_games_of_every_preset(preset: str, bots: str) -> None:
    """180 games of each preset: a fault in one of 60 is found with 95 %."""
    assert agreed(load(preset), bots, 23, 60) == 60


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_many_rules_with_knobs_at_random(number: int) -> None:
    chance = random.Random(2000 + number)
    games = 0
    while games < 30:
        bots = chance.choice((RANDOM, GREEDY, MIXED))
        games += agreed(random_rules(chance), bots, chance.randrange(10**9), 2, chance.choice((1, 3)))


def test_a_changed_log_is_seen() -> None:
    """A game in which one row is left out, or one tile is another, is no game by the rules."""
    chance = random.Random(5)
    for dealt, rows, _ in played(load("visayan"), GREEDY, 5, 6):
        at = chance.randrange(len(rows))
        act, seat, code, tile = rows[at]
        with pytest.raises(DisagreementError):
            Referee(dealt, rows[:at] + rows[at + 1 :]).play()
        with pytest.raises(DisagreementError):
            Referee(dealt, [*rows[:at], (act, (seat + 1) % 4, code, tile), *rows[at + 1 :]]).play()
        Referee(dealt, rows).play()


def test_arrangements_with_jokers_are_those_of_all_they_can_stand_for() -> None:
    chance = random.Random(9)
    for _ in range(6):
        winner = random_winner(chance, most_jokers=1)
        bahay = 5 - len(winner.melds)
        expected = {
            (tuple(sorted(groups)), eye)
            for full, _ in stand_ins(winner.hand, winner.jokers)
            for groups, eye in arrangements(full, bahay)
        }
        tiles = tuple(kind for kind, count in enumerate(winner.hand) for _ in range(count))
        assert all_arrangements(tiles, winner.jokers, bahay) == expected


def test_seven_pairs_of_the_referee() -> None:
    pairs = Counter({0: 2, 2: 2, 4: 2, 9: 2, 12: 2, 27: 2, 30: 3, 33: 2})
    assert list(seven_pairs(pairs, 0, False)) == [(30, False)]
    pairs[0] -= 1
    assert list(seven_pairs(pairs, 1, False)) == [(30, False)]
    assert not list(seven_pairs(Counter({0: 4, 2: 13}), 0, True))
