"""A row for each game of a batch: the arrays, and the kernel that writes a row into them.

The arrays are stored by column (`WIDE`, `SMALL`), so that a column lies in one piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.core.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import TABLE, add_cluster, add_game, clear_cluster
from tongits_sim.game.match import begin_match, finish
from tongits_sim.game.state import MATCH_DTYPE, PARTS, RESULT_DTYPE, SEATS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.rules.record import RULES_DTYPE, rules_record

CHUNK = 2**14
"""Games played into the arrays at once, in whole matches; a longer match gets longer arrays."""


def _by_seat(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}_{seat}" for name in names for seat in range(SEATS))


WIDE = ("game", "jackpot", "stake", *_by_seat("count", *PARTS, "payout"))
"""Numbers that may be large; amounts in hundredths."""
SMALL = (
    *("dealer", "ending", "winner", "turns", "caller"),
    *_by_seat("slot", "answer", "asked", "burned", "open_melds", "secrets", "sapaws"),
)
"""Numbers below 128. An answer is one of `ANSWERS`, -1 where nobody called or the seat called itself."""
ANSWERS = ("fold", "challenge")

_GAME, _JACKPOT, _STAKE = (np.int64(WIDE.index(name)) for name in ("game", "jackpot", "stake"))
_COUNT, _PARTS, _PAYOUT = (np.int64(WIDE.index(f"{name}_0")) for name in ("count", PARTS[0], "payout"))
_DEALER, _ENDING, _WINNER, _TURNS, _CALLER = (np.int64(number) for number in range(5))
_SLOT, _ANSWER, _ASKED, _BURNED, _OPEN, _SECRETS, _SAPAWS = (
    np.int64(SMALL.index(f"{name}_0"))
    for name in ("slot", "answer", "asked", "burned", "open_melds", "secrets", "sapaws")
)


class GameRows(NamedTuple):
    """Arrays that games are written into, passed to kernels as one argument."""

    match: np.ndarray  # int64[n], the match of each game
    wide: np.ndarray  # int32 or int64[WIDE, n]
    small: np.ndarray  # int8[SMALL, n]
    used: np.ndarray  # int64[1], how many rows there are
    also: np.ndarray  # int64[k, 3, n], the payouts of each game and seat under k other payments, hundredths
    # other_rules, other_matches, other_result: recarrays of these payments (`RULES`[k]), of their matches (`MATCH`[k]),
    # and of a game settled under one of them (`RESULT`[1])
    other_rules: np.ndarray
    other_matches: np.ndarray
    other_result: np.ndarray


def new_rows(rules: RuleSet, match_games: int, games: int, also: Sequence[RuleSet] = ()) -> GameRows:
    """Empty arrays.

    Args:
        rules: the house rules.
        match_games: the most games of a match.
        games: the number of games that there is room for.
        also: rules that differ in payments alone, under which every game is settled too.
    """
    others = [rules_record(each) for each in also]
    largest = max(largest_payment(rules), UNIT) * match_games  # a jackpot can hold the stakes of a whole match
    wide = np.int32 if largest < np.iinfo(np.int32).max else np.int64
    return GameRows(
        np.zeros(games, np.int64),
        np.zeros((len(WIDE), games), wide),
        np.zeros((len(SMALL), games), np.int8),
        np.zeros(1, np.int64),
        np.zeros((len(also), SEATS, games), np.int64),
        np.concatenate([np.zeros(0, RULES_DTYPE), *others]).view(np.recarray),
        np.zeros(len(also), MATCH_DTYPE).view(np.recarray),
        np.zeros(1, RESULT_DTYPE).view(np.recarray),
    )


def take_rows(rows: Any, names: tuple[str, ...] = (*WIDE, *SMALL)) -> dict[str, np.ndarray]:
    """Take the rows written, as copies by the names of their columns; the arrays are empty again.

    `also_0` ..: int64[n, k], the payouts under the other payments: of games by seat, of forks for yes and no.

    Args:
        rows: `GameRows`, or `DecisionRows` of forks.
        names: of their columns `wide`, then `small`.
    """
    used = int(rows.used[0])
    rows.used[0] = 0
    wide, small = rows.wide[:, :used].copy(), rows.small[:, :used].copy()
    named = dict(zip(names, (*wide, *small), strict=True))
    named |= {f"also_{number}": payouts[:, :used].T.copy() for number, payouts in enumerate(rows.also)}
    return {"match": rows.match[:used].copy(), **named}


@njit
def settle_others(rows, game, view):
    """Settle a finished game under the other payments, into the next row; rows: `GameRows`."""
    result = rows.other_result[0]
    for k in range(len(rows.other_rules)):
        finish(game, view, rows.other_rules[k], rows.other_matches[k], result)
        for seat in range(3):
            rows.also[k, seat, rows.used[0]] = result.payout[seat]


@njit
def add_row(rows, view, result, table):
    """Write a finished game into the next row; rows: `GameRows`."""
    at = rows.used[0]
    wide, small = rows.wide, rows.small
    rows.match[at] = table.now_match
    wide[_GAME, at] = table.now_game
    wide[_JACKPOT, at] = view.jackpot
    wide[_STAKE, at] = result.stake
    small[_DEALER, at] = result.dealer
    small[_ENDING, at] = result.ending
    small[_WINNER, at] = result.winner
    small[_TURNS, at] = result.turns
    small[_CALLER, at] = result.caller
    for seat in range(3):
        wide[_COUNT + seat, at] = result.counts[seat]
        wide[_PAYOUT + seat, at] = result.payout[seat]
        for part in range(7):
            wide[_PARTS + 3 * part + seat, at] = result.parts[part, seat]
        small[_SLOT + seat, at] = table.seating[seat]
        small[_ANSWER + seat, at] = result.answers[seat] - 1
        small[_ASKED + seat, at] = result.may_challenge[seat]
        small[_BURNED + seat, at] = result.burned[seat]
        small[_OPEN + seat, at] = view.open_melds[seat]
        small[_SECRETS + seat, at] = view.secrets[seat]
        small[_SAPAWS + seat, at] = view.sapaws[seat]
    rows.used[0] = at + 1


@inline_njit
def _start(records, to, at):
    clear_cluster(to[0])


@njit
def _begin_others(records, to, k):
    """Begin the match under the other payments."""
    rows, match = to[1], records.match
    for other in range(len(rows.other_rules)):
        begin_match(rows.other_matches[other], match.seed, match.match, match.last_game)


@njit
def _add_game(records, to, at):
    tally, rows = to
    game, view, _, result, _, _, table = records
    add_game(tally, view, result, table.seating)
    settle_others(rows, game, view)
    add_row(rows, view, result, table)


@inline_njit
def _end(records, to, at, whole):
    if whole:
        add_cluster(to[0])


play_rows = match_loop(TABLE, _add_game, start=_start, start_match=_begin_others, end=_end)
"""As `kernel.play_matches`, into (a `TALLY` record, `GameRows` with room for all games): a row for each of them."""
