"""Luck of draws: counted card by card, 0 on average whatever draws are said to be worth, and no change to any game."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from strategies import load_player, load_players
from tests.designs.tournament.fields import field
from tongits_sim.cards import U, cards_in, parse_card
from tongits_sim.designs.tournament.draw_luck import LUCK_DTYPE, add_luck, strength
from tongits_sim.designs.tournament.estimates import CorrectedEstimates, TournamentRun, moments_of
from tongits_sim.designs.tournament.job import TournamentJob
from tongits_sim.game.state import new_record
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.records.write import play_records
from tongits_sim.rules import load, rules_record
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import silent

SENSIBLE = (-0.6, -0.4, 1.8, 0.8, 0.0, -0.1, -0.2, 0.4, -1.6)
WRONG = (9.0, -20.0, 3.0, 0.0, 7.0, -11.0, 5.0, 5.0, 5.0)
"""What draws are worth, said by nobody who knows: the mean is 0 all the same, the variance is not smaller."""


def corrected(
    players: str, deals: int, rules: str, worth: tuple[float, ...], match_games: int = 1
) -> CorrectedEstimates:
    """The moments of a field less luck."""
    job = field(players, deals, rules, draw_worth=worth, match_games=match_games)
    moments = moments_of(TournamentRun.of(run_work(job, How(workers=1, notice=silent)), job))
    assert isinstance(moments, CorrectedEstimates)
    return moments


def plain_strength(hand: set[int], ace_runs: int, share: float) -> np.ndarray:
    """The strength of a hand, card by card."""
    cards = [card for card in hand if card & 15 < 13]
    count, sets, runs = least_deadwood(U(sum(1 << card for card in cards)), ace_runs)
    melded = set(cards_in(int(sets) | int(runs)))
    loose = [min((card & 15) + 1, 10) for card in cards if card not in melded]
    after = (int(count) - max(loose, default=0)) / 10
    return np.array([after, after * share, len(melded) / 3])


@pytest.mark.parametrize(
    ("rules", "bots"), [("pagat", "greedy,caller,hunter"), ("pagat+joker", "expert,greedy,random")]
)
def test_luck_is_counted_card_by_card(rules: str, bots: str) -> None:
    """One deal in six seatings, recomputed from its records."""
    job = field(bots, 1, rules, draw_worth=SENSIBLE, seed=5)
    sums = run_work(job, How(workers=1, notice=silent)).totals
    players, worth = load_players(bots), np.reshape(SENSIBLE, (3, 3))
    ace_runs, luck = rules_record(load(rules))[0].melds_ace_runs, np.zeros(3)
    for order in permutations(range(3)):
        seated = [players[slot] for slot in order]
        (record,) = play_records(load(rules), seated, 1, 5, 1, fixed_seats=True)
        hands = [{parse_card(card) for card in cards} for cards in record["hands"]]
        stock = [parse_card(card) for card in record["stock"]]
        size, draws = len(stock), np.zeros((3, 3))
        for event in record["events"]:
            hand, cards = hands[event["seat"]], {parse_card(card) for card in event.get("cards", [])}
            if event["act"] == "draw":
                share = len(stock) / size
                each = [plain_strength(hand | {card}, ace_runs, share) for card in stock]
                draws[event["seat"]] += each[0] - np.mean(each, axis=0)
                hand.add(stock.pop(0))
            elif event["act"] in ("discard", "sapaw"):
                hand.remove(parse_card(event["card"]))
            elif cards:
                hand -= cards
        for seat, slot in enumerate(order):
            luck[slot] += sum(worth[step] @ draws[(seat + step) % 3] for step in range(3))
    assert np.array(sums["luck"], float) / 10_000 == pytest.approx(luck, abs=6 * 0.5001e-4)


@pytest.mark.parametrize("worth", [SENSIBLE, WRONG])
@pytest.mark.parametrize(
    ("rules", "bots", "match_games"),
    [
        ("pagat", "greedy,random", 1),
        ("sjs", "caller,expert", 1),
        ("pagat+joker", "expert,greedy", 1),
        ("wars", "greedy,caller", 3),
    ],
)
def test_luck_is_0_on_average(rules: str, bots: str, match_games: int, worth: tuple[float, ...]) -> None:
    """Within its noise, also in matches with a jackpot, and for players of very different strength."""
    moments = corrected(bots, 1500 // match_games, rules, worth, match_games)
    for luck in (moments.luck(0), moments.luck(1), moments.luck_difference(0, 1)):
        assert luck.se > 0
        assert abs(luck.estimate) < 4 * luck.se


def test_correcting_saves_variance_and_changes_no_game() -> None:
    worth = field("expert,greedy", 800, draw_worth=SENSIBLE)
    plain = field("expert,greedy", 800)
    one, other = (run_work(job, How(workers=1, notice=silent)).totals for job in (worth, plain))
    assert all((one[name] == other[name]).all() for name in other)
    assert moments_of(TournamentRun(plain, other)).difference(0, 1).se > 0
    moments = moments_of(TournamentRun(worth, one))
    assert isinstance(moments, CorrectedEstimates)
    assert 1.0 < moments.factor(0, 1) < 1.5
    assert corrected("expert,greedy", 300, "pagat", WRONG).factor(0, 1) < 1.0


def test_strength_and_worth() -> None:
    assert strength(U(0b111 | 1 << 60), 0, 1.0) == (0.0, 0.0, 1.0)
    luck = new_record(LUCK_DTYPE)
    luck["worth"][0, 0] = 1.0, 0.0, 0.0
    luck["worth"][0, 2] = -0.5, 0.0, 0.0
    luck["draws"][0, :, 0] = 0.25, 0.0, 0.5
    add_luck(luck[0], np.array([2, 0, 1]))
    assert luck["by_slot"][0].tolist() == [-1250, 5000, 0]


def test_worth_is_nine_numbers() -> None:
    from tongits_sim.any_game.jobs import JobError

    with pytest.raises(JobError, match="9 numbers"):
        TournamentJob(load("pagat"), (load_player("greedy"), load_player("caller")), 1, draw_worth=(1.0,))
