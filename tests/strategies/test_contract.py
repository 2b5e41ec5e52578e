from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from strategies import load_player, names
from tests.books import small_books
from tests.naive.knobs import OVERLAYS, PRESETS
from tests.strategies.checked_play import FOREIGN, MISSING, PROBLEMS, SIZE, STOCK, TWICE, VIEW, play
from tongits_sim.cards import U
from tongits_sim.experiments.batch_kernel import new_table
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import compile_hook
from tongits_sim.game.state import DECISIONS, PART_FEES, PART_JACKPOT, PART_POT
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.strategy import Player

GAMES = 12
RULES = ["+".join([base, *filter(None, extra)]) for base, *extra in product(PRESETS, *[("", o) for o in OVERLAYS])]
SLOW = {"trained": 3, "search": 9, "book": 3}  # they choose among what faster bots propose
CLOSED = range(4)  # base, sunog, bonus, sagasa: paid by one player to another


class Sitting:
    """A bot on the first seat, with two others; games are played one at a time, everything checked."""

    def __init__(self, rules: str, bots: tuple[str, str, str]) -> None:
        self.board = Board(load(rules))
        self.players: list[Player] = [load_player(bot) for bot in bots]
        self._params = [player.params(load(rules)) for player in self.players]
        self.table = new_table()
        self.table["hooks"] = [player.addresses() for player in self.players]
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.chance = np.array([player.strategy.uses_random for player in self.players])
        self.met = 0

    def deal(self) -> None:
        self.board.game.chance[:] = self.chance
        self.board.deal()
        self.stock = self.board.game.stock.copy()

    def play(self) -> str:
        board = self.board
        records = (board.game, board.view, board.rules, board.log)
        problem, seat, decision, met = play(records, self.table[0], self.chance, self.stock, bytes_of(board.view))
        self.met += met
        return problem and f"{self.players[seat].label}, {DECISIONS[decision]}: {PROBLEMS[problem]}"


def bytes_of(record: Any) -> Any:
    return np.ndarray(record.nbytes, np.uint8, record)


def check_money(board: Board) -> None:
    """R14.4: transfers sum to zero; only fees, pot and jackpot do not have to, and the parts add up to the payout."""
    parts = np.asarray(board.result.parts)
    assert all(parts[part].sum() == 0 for part in CLOSED)
    assert parts[PART_POT].sum() == 0
    assert (parts[PART_FEES] <= 0).all()
    assert list(parts.sum(axis=0)) == list(board.result.payout)
    staked = 3 * int(board.result.stake)
    assert parts[PART_JACKPOT].sum() >= -staked
    if board.result.winner >= 0:
        assert all(parts[part, board.result.winner] >= 0 for part in (0, 1, 2))


@pytest.fixture(autouse=True)
def _small_books() -> Iterator[None]:
    with small_books():
        yield


@pytest.mark.slow
@pytest.mark.parametrize("bot", names())
def test_keeps_the_contract_under_all_rules(bot: str) -> None:
    for number, rules in enumerate(RULES[:: SLOW.get(bot, 1)]):
        others = ("random", "greedy") if number % 3 else (bot, bot)
        play_and_check(Sitting(rules, (bot, *others)))


def play_and_check(sitting: Sitting) -> None:
    for match in range(GAMES // 4):
        sitting.board.begin_match(5, match, 4)
        while not sitting.board.match.over:
            sitting.deal()
            assert not sitting.play()
            sitting.board.finish()
            check_money(sitting.board)
    assert sitting.met > 3 * GAMES


@pytest.mark.slow
@pytest.mark.parametrize("bot", names())
def test_same_seed_same_game_and_replays(bot: str) -> None:
    for rules in (*RULES[:: 5 * SLOW.get(bot, 1)], "pagat"):
        first, again = ([*games(bot, rules)] for _ in range(2))
        assert first == again
        assert [problem for record in first for problem in replay(record)] == []


def games(bot: str, rules: str) -> list[dict[str, Any]]:
    return list(play_records(load(rules), [load_player(name) for name in (bot, "random", bot)], 12, 3, 4))


def test_a_bot_that_writes_is_seen() -> None:
    sitting = dealt()
    layout = load_player("random").params(load("pagat")).dtype
    sitting.table["hooks"][0, :, DECISIONS.index("discard")] = compile_hook(writes, layout, "writer", "discard")
    assert sitting.play() == f"random, discard: {PROBLEMS[VIEW]}"


def writes(view, params):
    view.n_discards += 1
    return view.legal & ~(view.legal - U(1))


def twice_in_the_stock(game: Any) -> None:
    game.stock[3] = game.stock[4]


def held_by_two(game: Any) -> None:
    game.hands[1] |= game.hands[2]


def no_card(game: Any) -> None:
    game.hands[1] |= U(1 << 15)


def one_card_less(game: Any) -> None:
    game.hands[1] &= game.hands[1] - U(1)


def one_card_skipped(game: Any) -> None:
    game.stock_next += 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (twice_in_the_stock, STOCK),
        (held_by_two, TWICE),
        (no_card, FOREIGN),
        (one_card_less, SIZE),
        (one_card_skipped, MISSING),
    ],
)
def test_a_card_out_of_place_is_seen(change: Callable[[Any], None], problem: int) -> None:
    sitting = dealt()
    change(sitting.board.game)
    assert sitting.play().endswith(PROBLEMS[problem])


def dealt() -> Sitting:
    sitting = Sitting("pagat", ("random", "random", "random"))
    sitting.board.begin_match(1, 0, 1)
    sitting.deal()
    return sitting
