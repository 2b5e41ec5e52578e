"""What holds for every bot under all rules: legal answers only, no card lost, no money made, nothing changed."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from strategies import load_player, names, names_under
from tests.naive.knobs import OVERLAYS, PRESETS
from tongits_sim.cards import U, cards_in
from tongits_sim.designs.batch.kernel import new_table
from tongits_sim.game.board import Board
from tongits_sim.game.hooks import call_hook
from tongits_sim.game.legality import reason_text
from tongits_sim.game.log import ACT_TAKE_FREE
from tongits_sim.game.state import DECISION_DRAW, DECISION_OVER, PART_FEES, PART_JACKPOT, PART_POT
from tongits_sim.jit import njit
from tongits_sim.profiles.profile import ProfileError
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.strategy import Player

GAMES = 12
RULES = ["+".join([base, *filter(None, extra)]) for base, *extra in product(PRESETS, *[("", o) for o in OVERLAYS])]
CLOSED = range(4)  # base, sunog, bonus, sagasa: paid by one player to another


@njit
def answer(view, table, slot, decision):
    """What the bot in a slot answers."""
    return call_hook(table.hooks[slot, decision], view, table.params[slot])[0]


class Sitting:
    """A bot on the first seat, with two others; games are played one decision at a time."""

    def __init__(self, rules: str, bots: tuple[str, str, str]) -> None:
        self.board = Board(load(rules))
        self.players: list[Player] = [load_player(bot) for bot in bots]
        self._params = [player.params(load(rules)) for player in self.players]
        self.table = new_table()
        self.table["hooks"] = [player.addresses() for player in self.players]
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.chance = [player.strategy.uses_chance for player in self.players]

    def play(self) -> None:
        """Play the next game of the match, checking everything at each decision."""
        board, taken = self.board, 0
        board.game.chance[:] = self.chance
        board.deal()
        while (decision := board.advance()) != DECISION_OVER:
            seat = int(board.view.me)
            check_cards(board, taken)
            assert self.chance[seat] or board.view.word == 0
            assert board.view.hand == board.game.hands[seat]
            before = board.view_bytes()
            word = answer(board.view, self.table[0], seat, decision)
            assert board.view_bytes() == before, f"{self.players[seat].label} changed the view"
            code = board.apply(word)
            assert code == 0, f"{self.players[seat].label} broke {reason_text(code)}"
            taken += decision == DECISION_DRAW and word != 0
        board.finish()
        check_money(board)


def check_cards(board: Board, taken: int) -> None:
    """The deck lies in hands, stock, melds and discards, each card in one place; `taken` discards went elsewhere."""
    game, view = board.game, board.view
    stock = game.stock[: int(game.stock_size)].tolist()
    deck = [card for hand in game.dealt for card in cards_in(int(hand))] + stock
    places = [int(hand) for hand in game.hands] + [sum(1 << card for card in stock[int(game.stock_next) :])]
    held = places[0] | places[1] | places[2] | places[3]
    assert sum(place.bit_count() for place in places) == held.bit_count()
    assert held & ~sum(1 << card for card in deck) == 0
    assert [place.bit_count() for place in places[:3]] == view.hand_size.tolist()
    melded = int(view.meld_size[: int(view.n_melds)].sum())
    assert held.bit_count() + melded + int(view.n_discards) - taken == len(deck)
    gone = sum(1 << card for card in set(view.discards[: int(view.n_discards)].tolist()))
    assert held & gone & ~taken_mask(board) == 0


def taken_mask(board: Board) -> int:
    """The discards that somebody has taken."""
    return sum({int(row[1]) for row in board.rows if int(row[0]) & 255 == ACT_TAKE_FREE})


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


@pytest.mark.slow
@pytest.mark.parametrize("bot", names())
@pytest.mark.parametrize("rules", RULES)
def test_keeps_the_contract(bot: str, rules: str) -> None:
    others = ("random", "greedy") if RULES.index(rules) % 3 else (bot, bot)
    if bot not in names_under(load(rules)):
        with pytest.raises(ProfileError, match=r"no (solved profile|weights) ships?"):
            Sitting(rules, (bot, *others))
        return
    sitting = Sitting(rules, (bot, *others))
    for match in range(GAMES // 4):
        sitting.board.begin_match(5, match, 4)
        while not sitting.board.match.over:
            sitting.play()


@pytest.mark.slow
@pytest.mark.parametrize("bot", names())
def test_same_seed_same_game_and_replays(bot: str) -> None:
    for rules in [each for each in (*RULES[::5], "pagat") if bot in names_under(load(each))]:
        first, again = ([*games(bot, rules)] for _ in range(2))
        assert first == again
        assert [problem for record in first for problem in replay(record)] == []


def games(bot: str, rules: str) -> list[dict[str, Any]]:
    """Some records of the bot among others."""
    return list(play_records(load(rules), [load_player(name) for name in (bot, "random", bot)], 12, 3, 4))


@pytest.mark.parametrize("bot", names())
def test_survives_pickling_by_name(bot: str) -> None:
    player = load_player(bot)
    assert load_player(player.spec).digest() == player.digest()


def test_guards_see_a_bot_that_writes() -> None:
    sitting = Sitting("pagat", ("random", "random", "random"))
    sitting.board.begin_match(1, 0, 1)
    sitting.board.deal()
    sitting.board.advance()
    before = sitting.board.view_bytes()
    sitting.board.view.hand = U(0)
    assert sitting.board.view_bytes() != before
