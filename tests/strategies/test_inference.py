import itertools
import random
from typing import Any

import numpy as np
import pytest

from strategies import inference
from strategies.helpers import deadwood_without
from tests.sample_hands import house, mask, words
from tests.strategies.situations import LEFT, ME, RIGHT, cards_of, in_order, onto, view
from tongits_sim.cards import NATURALS, U, bit, card_text, cards_in, parse_card, parse_mask
from tongits_sim.hands.melds import has_meld, meld_kind

DECK = [card_text(card) for card in cards_in(NATURALS)]


def _melds_with(card: str, cards: list[str], hand: list[str]) -> list[tuple[str, ...]]:
    return [
        pair
        for pair in itertools.combinations(cards + hand, 2)
        if card not in pair and int(meld_kind(mask([card, *pair]), 0))
    ]


def test_live_outs_and_ways_to_feed_agree_with_their_slow_twins() -> None:
    rng = random.Random(5)
    for _ in range(60):
        deck = rng.sample(DECK, 52)
        hand, live = deck[:8], deck[8 : 8 + rng.randrange(40)]
        for card in hand:
            number = parse_card(card)
            pairs = _melds_with(card, live, [])
            assert int(inference.melds_fed(number, mask(live))) == len(pairs), (card, live)
            outs = {a for a in live for b in hand if b != card and int(meld_kind(mask([card, a, b]), 0))}
            if not any(int(has_meld(mask(three), 0)) for three in itertools.combinations(hand, 3)):
                assert int(inference.live_outs(mask(hand), number, mask(live))) == len(outs), (card, hand, live)


def _slow_discard(seen: Any, keep: float, feed: float, bonus: float) -> int:
    """`discard_by_score` by its definition: the lowest card of the highest score."""
    live = inference.live_cards(seen)
    hand = seen.hand & NATURALS & ~seen.sets
    fits = seen.fits if seen.rules.draw_take_discard else U(0)
    unit = bonus / max(int(seen.rules.pay_fold), 1)
    fade = min(1.0, int(seen.stock_left) / 8.0)

    def score(card: int) -> float:
        fed = int(inference.melds_fed(card, live))
        outs = int(inference.live_outs(hand, card, live))
        points = min(card % 16 + 1, 10) - feed * fed - keep * fade * outs - 5.0 * feed * (int(fits) >> card & 1)
        rank = card % 16
        return points - unit * (int(seen.rules.bonus_ace) * (rank == 0) + int(seen.rules.bonus_king) * (rank == 12))

    candidates = cards_in(inference.discard_candidates(seen, seen.legal))
    return 1 << max(candidates, key=lambda card: (score(card), -card))


@pytest.mark.parametrize("rules", [{}, {"bonus__king": 3, "bonus__ace": 1, "draw__take_discard": "extend_any"}])
def test_cards_that_cannot_score_best_are_left_out_and_no_others(rules: dict[str, Any]) -> None:
    rng = random.Random(8)
    ruled_out = 0
    for _ in range(60):
        deck = rng.sample(DECK, 52)
        seen = view(" ".join(deck[: rng.randrange(3, 13)]), rules=house(**rules))
        seen.seen = mask(deck[13 : 13 + rng.randrange(30)])
        seen.fits = seen.fits_of[RIGHT] = U(mask(deck[:4]) if rng.random() < 0.5 else 0)
        seen.stock_left = rng.randrange(18)
        for weights in ((3.0, 0.0, 0.0), (3.0, 0.3, 5.0), (1.1, 0.1, 0.0), (0.2, 0.7, 0.0), (-1.0, 0.1, -2.0)):
            assert int(inference.discard_by_score(seen, *weights)) == _slow_discard(seen, *weights), deck
        cards = inference.discard_candidates(seen, seen.legal)
        hand = seen.hand & ~seen.sets
        worth = int(inference.worth_scoring(cards, hand, inference.live_cards(seen), U(0), 3.0, 0.3))
        assert worth
        assert worth & ~int(cards) == 0
        ruled_out += worth != int(cards)
    assert ruled_out > 20


def _discard(seen: Any, keep: float, feed: float, bonus: float) -> str:
    return cards_of(int(inference.discard_by_score(seen, keep, feed, bonus)))


def test_throws_what_costs_least() -> None:
    rules = house(bonus__king=3, pay__fold=1)
    assert _discard(view("Kd Qc 2s", rules=rules), 0.0, 0.0, 5.0) == "Qc"
    assert _discard(view("7c 7d 7h 2s"), 0.0, 0.0, 0.0) == "2s"
    assert _discard(view("7c 7d 7h 2s 3s 4s 5s"), 0.0, 0.0, 0.0) in ("2s", "5s")  # breaking the set would cost more
    assert _discard(view("X1 7c"), 0.0, 0.0, 0.0) == "7c"


@pytest.mark.parametrize(
    ("hand", "offer", "taken", "left"),
    [
        ("7c 7d 5h 6h Kd", "7h", "7c 7d 7h", 21),
        ("7c 7d 8h 9h Kd", "7h", "7h 8h 9h", 24),
        ("5h 6h 8h Kd", "7h", "5h 6h 7h 8h", 10),
        ("9c Kd", "7h", "", 1 << 40),
    ],
)
def test_r4_takes_for_the_meld_that_leaves_the_least(hand: str, offer: str, taken: str, left: int) -> None:
    word, least = inference.best_take(view(hand, offer=offer))
    assert (cards_of(int(word)), int(least)) == (in_order(taken), left)


@pytest.mark.parametrize(
    ("hand", "left"),
    [("7c 7d Kc Kd X1", 0), ("7c 7d Qh Ks X1", 30), ("7c 7d 9s Js X1 X2", 10), ("7c 7d 7s 2s X1", 12)],
)
def test_r16_counts_what_a_take_leaves_with_the_jokers(hand: str, left: int) -> None:
    seen = view(hand, offer="7h", rules=house(jokers__count=2))
    word, least = inference.best_take(seen)
    assert (int(word & bit(parse_card("7h"))) > 0, int(least)) == (True, left)
    assert int(deadwood_without(seen, U(word))) == left


def test_r4_takes_onto_a_meld_where_allowed() -> None:
    table = [(ME, "7c 7d 7h"), (LEFT, "4s 5s 6s")]
    own = house(draw__take_discard="extend_own")
    anybodys = house(draw__take_discard="extend_any")
    assert onto(inference.take_onto_meld(view("Kd", offer="7s", table=table, rules=own))) == 0
    assert onto(inference.take_onto_meld(view("Kd", offer="7s", table=table, rules=anybodys))) == 1
    assert int(inference.take_onto_meld(view("Kd", offer="3s", table=table, rules=own))) == 0
    assert int(inference.take_onto_meld(view("Kd", offer="7s", table=table))) == 0


def test_the_safest_meld_is_the_one_fewest_live_cards_fit() -> None:
    seen = view("7c 7d 7h 2s 3s 4s Kd")
    assert cards_of(int(inference.safest_meld(seen))) == in_order("7c 7d 7h")
    seen.seen = parse_mask("As 5s")
    assert cards_of(int(inference.lay_safest(seen))) == in_order("2s 3s 4s")
    assert int(inference.live_fits(seen, mask(["7c", "7d", "7h"]))) == 1
    limited = view("7c 7d 7h Kd", rules=house(melds__max_voluntary=1), laid=1)
    assert int(inference.lay_safest(limited)) == 0


def test_r6_adds_to_the_melds_of_one_seat() -> None:
    seen = view("7s 3s Kd", table=[(RIGHT, "7c 7d 7h"), (LEFT, "4s 5s 6s")])
    assert onto(inference.sapaw_on(seen, seen.hand, RIGHT)) == 0
    word = int(inference.sapaw_on(seen, seen.hand, LEFT))
    assert (cards_of(word), onto(word)) == ("7s", 1)
    assert int(inference.sapaw_on(seen, words([0])[0], LEFT)) == 0
    assert int(inference.sapaw_on(seen, seen.hand, np.int64(ME))) == 0


def test_r3_the_whole_run_around_a_card() -> None:
    assert cards_of(int(inference.whole_run_with(mask(["5h", "6h", "8h", "9h"]), parse_card("7h"), 0))) == in_order(
        "5h 6h 7h 8h 9h"
    )
    assert int(inference.whole_run_with(mask(["5h", "8h"]), parse_card("7h"), 0)) == 0
    assert cards_of(int(inference.discard_candidates(view("7c 7d 7h 2s 9h"), mask(["7c", "2s", "9h"])))) == in_order(
        "2s 9h"
    )
