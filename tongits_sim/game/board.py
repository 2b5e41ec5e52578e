"""Drives a game from Python, decision by decision.

Records, replay and inspection use it; `experiments.batch` plays millions of games. Attributes such as `board.view` read
and write numpy records in place.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import U, mask_of
from tongits_sim.compile.jit import njit
from tongits_sim.game import arrangement, engine, match, state
from tongits_sim.game.custom_payout import check_payments
from tongits_sim.game.log import new_log
from tongits_sim.game.rare_kernels import ADDRESSES, new_game
from tongits_sim.rules import RuleSet, rules_record


class Board:
    """A table for games under one set of rules.

    Attributes:
        game, view, match, result, rules: the records (state.py; rules: `rules_record`).
        log: the game's log (log.py).
    """

    def __init__(self, rules: RuleSet) -> None:
        record = rules_record(rules)
        self._house_rules = rules
        arrays = [
            new_game(rules),
            *(state.new_record(dtype) for dtype in (state.VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE)),
        ]
        self._arrays = [*arrays, record, new_log()]
        self.game, self.view, self.match, self.result, self.rules, self.log = (array[0] for array in self._arrays)
        self._arrays[1]["rules"] = record[0]
        self._bytes = [array.view(np.uint8) for array in self._arrays[:2]]
        games, views, matches, results, rules_, logs = (np.asarray(array) for array in self._arrays)
        self._playing = games, views, rules_, logs
        self._dealing = games, views, rules_, matches, logs
        self._settling = games, views, rules_, matches, results

    def __getstate__(self) -> tuple[RuleSet, list[np.ndarray]]:
        """The rules, and copies of the records that they do not determine: for `copy` and `pickle`."""
        kept = [*self._arrays[:4], self._arrays[5]]
        return self._house_rules, [np.array(array) for array in kept]

    def __setstate__(self, state: tuple[RuleSet, list[np.ndarray]]) -> None:
        """Records of this process and these rules, with the game that was copied. Addresses stay those of here."""
        rules, kept = state
        Board.__init__(self, rules)
        addresses = {name: self.game[name] for name in ADDRESSES}
        for mine, its in zip([*self._arrays[:4], self._arrays[5]], kept, strict=True):
            mine[:] = its
        for name, address in addresses.items():
            self.game[name] = address
        self.view["rules"] = self.rules

    @property
    def logged(self) -> int:
        """Number of rows in the log."""
        return int(self.log["n"])

    @property
    def rows(self) -> np.ndarray:
        """The rows of the log: uint64[logged, 3], see log.py."""
        return np.asarray(self.log["rows"][: self.logged])

    def _clear_log(self) -> None:
        self.log["n"] = 0

    def begin_match(self, seed: int, number: int, games: int) -> None:
        """Start match `number`, of at most `games` games."""
        match.begin_match(self.match, U(seed), U(number), games)

    def deal(self) -> None:
        """Shuffle and deal the next game of the match."""
        self._clear_log()
        _deal(*self._dealing)

    def deal_deck(self, deck: list[int], hand: int = 12) -> None:
        """Deal a given deck: `hand` + 1 cards to the dealer, `hand` to each other seat in turn, the rest to the stock.

        Unusual decks and hands play a reduced game under the rules; the stock has 17 cards at most.
        """
        self._clear_log()
        dealer = int(self.match.dealer)
        at = 0
        sizes = hand + 1, hand, hand
        for step, size in enumerate(sizes):
            self.game.dealt[(dealer + step) % 3] = mask_of(deck[at : at + size])
            at += size
        self.game.stock[: len(deck) - at] = deck[at:]
        match.begin_dealt(self.game, self.view, self.rules, self.match, self.log)
        for step, size in enumerate(sizes):
            self.view.hand_size[(dealer + step) % 3] = size
        self.view.stock_left = self.game.stock_size = len(deck) - at

    def rearrange(self, seat: int) -> None:
        """Recompute the best arrangement after code has set a hand directly."""
        arrangement.rearrange(self.game, self.rules, seat)

    def advance(self) -> int:
        """Run the rules to the next decision (DECISION_*)."""
        return int(_advance(*self._playing))

    def apply(self, action: int | np.uint64) -> int:
        """Verify and perform an action code; returns 0, or the code of the reason why it is illegal
        (illegal_reasons.REASONS).
        """
        return int(_apply(*self._playing, U(action)))

    def finish(self) -> None:
        """Settle the finished game and advance the match."""
        _finish(*self._settling)
        check_payments(self._house_rules)

    def restore(self, position: Snapshot, logged: int) -> None:
        """Go back to a snapshot of this game, taken when the log had `logged` rows."""
        for mine, its in zip(self._bytes, position._bytes, strict=True):
            mine[:] = its
        self.log["n"] = logged

    def view_bytes(self) -> bytes:
        """The view as bytes, to compare views."""
        return self._bytes[1].tobytes()


class Snapshot:
    """A copy of a game and its view at a moment.

    Attributes:
        game, view, rules: the records.
    """

    def __init__(self, board: Board) -> None:
        self._arrays = [state.new_record(dtype) for dtype in (state.GAME_DTYPE, state.VIEW_DTYPE)]
        self._bytes = [array.view(np.uint8) for array in self._arrays]
        self.game, self.view = (array[0] for array in self._arrays)
        self.rules = board.rules

    def take(self, board: Board) -> None:
        """Copy the game and the view of a board."""
        for mine, its in zip(self._bytes, board._bytes, strict=True):
            mine[:] = its


def play_through(rules: RuleSet, seed: int = 0) -> Board:
    """Play a game in which every player draws and discards the lowest legal card."""
    board = Board(rules)
    board.begin_match(seed, 0, 1)
    board.deal()
    while (decision := board.advance()) != state.DECISION_OVER:
        legal = int(board.view.legal)
        board.apply(legal & -legal if decision == state.DECISION_DISCARD else 0)
    board.finish()
    return board


# numba types an array of a single record at once, but needs 20 microseconds to type a record.


@njit
def _deal(games, views, rules, matches, logs):
    match.deal(games[0], views[0], rules[0], matches[0], logs[0])


@njit
def _advance(games, views, rules, logs):
    return engine.advance(games[0], views[0], rules[0], logs[0])


@njit
def _apply(games, views, rules, logs, action):
    return engine.apply(games[0], views[0], rules[0], logs[0], action)


@njit
def _finish(games, views, rules, matches, results):
    match.finish(games[0], views[0], rules[0], matches[0], results[0])
