"""On a reduced deck the best responses are known exactly, so one sees how much of a hole trees find.

Eight cards (A 2 3 4 of two suits), hands of two, the dealer has three and seat 0 deals, one card is left as stock. The
values were computed by OpenSpiel's exact best responses, by seat, in units a game.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from strategies.deviator import deviating
from strategies.sights import N_SIGHTS
from strategies.trained import packed
from tests.playing import sure
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_RESPOND, DECISIONS, SEATS
from tongits_sim.rules import load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player
from tongits_sim.table.live_match import LiveBots
from tools.training import Answering, Course, TrainingSamples, grow, joined

CARDS = [16 * suit + rank for suit in range(2) for rank in range(4)]
EXACT = {
    "greedy": ((-0.166071, 2.019643, -1.853571), (0.488095, 2.614881, -1.853571)),
    "expert": ((-0.014286, 2.207143, -2.192857), (0.048810, 2.207143, -2.192857)),
}
"""What three of a player earn by seat, and what a best response earns in each seat."""
PAGAT = load("pagat")


def decks() -> Iterator[list[int]]:
    for mine in itertools.combinations(CARDS, 3):
        others = [card for card in CARDS if card not in mine]
        for right in itertools.combinations(others, 2):
            rest = [card for card in others if card not in right]
            for left in itertools.combinations(rest, 2):
                yield [*mine, *right, *left, *(card for card in rest if card not in left)]


DECKS = list(decks())


class Seats:
    def __init__(self, players: Sequence[Player]) -> None:
        self.board = Board(PAGAT)
        self.bots = LiveBots(players, PAGAT)

    def play(self, deck: list[int], answers: Sequence[int] = (), watched: int = -1) -> tuple[list[float], list[Any]]:
        """Play a deal from these first answers on: units by seat, and the options of the watched seat after them."""
        board = self.board
        given = list(answers)
        noted = []
        made = 0
        board.begin_match(0, 0, 1)
        board.match.dealer = 0
        board.deal_deck(deck, 2)
        while 0 <= (decision := board.advance()) < len(DECISIONS):
            seat = int(board.view.me)
            if made == len(given):
                plan = sure(self.bots._params[seat]).view(np.recarray)[0]
                answer = int(self.bots.answer(board))
                if seat == watched and plan.n_actions > 1:
                    actions = plan.actions[: plan.n_actions].tolist()
                    rows = plan.rows[: plan.n_actions].copy()
                    kinds = plan.kinds[: plan.n_actions].tolist()
                    noted.append((list(given), actions, int(plan.chosen), kinds, rows, decision))
                given.append(answer)
            assert board.apply(np.uint64(given[made])) == 0
            made += 1
        board.finish()
        return [float(payout) / UNIT for payout in board.result.payout], noted


def sampled(player: Player, trees: bytes) -> TrainingSamples:
    kind, sight, gain = [], [], []
    for seat in range(SEATS):
        own = deviating(player, trees, keeps=True)
        seats = Seats([own if place == seat else player for place in range(SEATS)])
        for deck in DECKS:
            paid, noted = seats.play(deck, watched=seat)
            for before, actions, chosen, kinds, rows, decision in noted:
                values = [
                    paid[seat] if number == chosen else seats.play(deck, [*before, word])[0][seat]
                    for number, word in enumerate(actions)
                ]
                sign = -1 if decision <= DECISION_RESPOND and actions[0] == 1 else 1
                kind += kinds[1:]
                sight += list(rows[1:])
                gain += [sign * (value - values[0]) for value in values[1:]]
    shape = np.array(sight, np.int16).reshape(-1, N_SIGHTS)
    return TrainingSamples(np.array(kind, np.int8), shape, np.array(gain, np.float32))


def earned(player: Player, trees: bytes) -> np.ndarray:
    """What a player who deviates by trees earns in each seat against two who do not, over every deal."""
    own = deviating(player, trees)
    tables = [Seats([own if place == seat else player for place in range(SEATS)]) for seat in range(SEATS)]
    mean: np.ndarray = np.mean([[table.play(deck)[0][seat] for seat, table in enumerate(tables)] for deck in DECKS], 0)
    return mean


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rounds", "least"), [("greedy", 1, 0.95), ("expert", 2, 0.6)])
def test_trees_find_most_of_what_is_to_be_gained_and_never_more(name: str, rounds: int, least: float) -> None:
    player = load_player(name)
    (value, best) = (np.array(values) for values in EXACT[name])
    table = Seats([player] * SEATS)
    assert np.mean([table.play(deck)[0] for deck in DECKS], 0) == pytest.approx(value, abs=1e-6)
    course = Course((), 0, rounds)
    kept = list[TrainingSamples]()
    trees = b""
    gains = [0.0]
    for _ in range(rounds):
        rows = sampled(player, trees)
        spread = np.float32(np.sqrt((rows.gain**2).mean()) or 1)
        kept += [
            TrainingSamples(rows.kind, rows.sight, rows.gain / spread)
        ] * 20  # as many games of few deals would give
        trees = packed(grow(joined(kept), course, 1, Answering.held_out, Answering.bag))
        gain = earned(player, trees) - value
        assert (gain <= best - value + 1e-6).all()
        gains.append(float(gain.sum()))
    share = max(gains) / float((best - value).sum())
    print(f"{name}: {max(gains):.6f} of {(best - value).sum():.6f}, {share:.1%}")
    assert share > least
