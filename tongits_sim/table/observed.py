"""What a position reveals about hidden cards, and how other seats' moves weigh worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tongits_sim.game import log
from tongits_sim.game.state import DECISIONS, GAME_DTYPE, MATCH_DTYPE, SEATS, VIEW_DTYPE, new_record
from tongits_sim.table.position import ADDRESSES, Position, PositionError
from tongits_sim.table.worlds import IN_STOCK, NO_ROW, WORLDS_DTYPE


def observed_record(position: Position, game: np.recarray, rules: np.recarray) -> np.recarray:
    """A `WORLDS_DTYPE` recarray of length 1 with everything that the deciding seat knows. Raises PositionError.

    Args:
        game: any `GAME` recarray for the rules, whose addresses of compiled code are copied. rules: the rules as a
        recarray.
    """
    record = new_record(WORLDS_DTYPE)
    past = position.past
    record["start_game"] = np.frombuffer(past.game, GAME_DTYPE)
    record["start_view"] = np.frombuffer(past.view, VIEW_DTYPE)
    record["match"] = np.frombuffer(past.match, MATCH_DTYPE)
    for name in ADDRESSES:
        record["start_game"][name] = game[name]
    record["start_view"]["rules"] = rules
    record["seat"] = position.seat
    record["decision"] = DECISIONS.index(position.decision)
    record["moves"] = len(past.rows)
    for at, row in enumerate(past.rows):
        record["rows"][0, at] = row
    record["unknown"] = position.unknown
    record["unnamed"] = position.unnamed
    for seat in range(SEATS):
        if seat != position.seat:
            record["n_hidden"][0, seat] = position.sizes[seat] - position.known[seat].bit_count()
    record["certain_at_start"] = record["start_view"]["known"]
    record["certain_at_start"][0, position.seat] = 0
    record["group"][0] = IN_STOCK
    sizes = [*record["n_hidden"][0].tolist(), position.unnamed]
    groups = np.repeat(np.arange(len(sizes)), np.maximum(sizes, 0))
    record["group"][0, : len(groups)] = groups
    record["weight_of"] = 1.0
    _fill_secrets(record[0], position)
    _fill_moves(record[0], position)
    _check(record[0], position)
    return record


def _fill_secrets(record: Any, position: Position) -> None:
    """Write the opponents' face-down melds, each with the row that laid it."""
    rows_of = dict[int, int]()
    number = int(record.start_view.n_melds)
    for at, row in enumerate(position.past.rows):
        if log.LoggedAction.of(row).act in (int(log.ACT_LAY), int(log.ACT_SECRET), int(log.ACT_TAKE)):
            rows_of[number] = at
            number += 1
    k = 0
    for meld_number, meld in enumerate(position.melds):
        if meld.face_down and meld.owner != position.seat:
            record.secret_seat[k] = meld.owner
            record.secret_size[k] = meld.size
            record.secret_row[k] = rows_of.get(meld_number, NO_ROW)
            record.secret_number[k] = meld_number
            k += 1
    record.secrets = k


def _fill_moves(record: Any, position: Position) -> None:
    """Write the cards that left hands since the start, and the cards that each draw may have brought."""
    rows = [log.LoggedAction.of(row) for row in position.past.rows]
    left = [0, 0, 0]
    draws: list[tuple[int, int, int, int]] = []
    offers = []
    offer = int(record.start_view.offer)
    for logged in rows:
        offers.append(offer)
        if logged.act == int(log.ACT_DISCARD):
            offer = logged.cards.bit_length() - 1
    for at in reversed(range(len(rows))):
        act, seat, _, cards, _ = rows[at]
        if act in (int(log.ACT_LAY), int(log.ACT_SAPAW), int(log.ACT_DISCARD)):
            left[seat] |= cards
        elif act == int(log.ACT_TAKE):
            left[seat] |= cards & ~(1 << offers[at])
        elif act == int(log.ACT_TAKE_FREE):
            left[seat] &= ~cards
            for number, (drawer, row, card, pool) in enumerate(draws):
                if drawer == seat:  # the card was in the hand until it left, so no draw between brought it
                    draws[number] = drawer, row, card, pool & ~cards
        elif act == int(log.ACT_DRAW):
            pool = left[seat] & ~int(record.certain_at_start[seat])
            draws.append((seat, at, cards.bit_length() - 1 if cards else -1, pool))
    for seat in range(SEATS):
        record.left_hand[seat] = left[seat]
    record.draws = len(draws)
    for at, (seat, row, card, pool) in enumerate(reversed(draws)):
        record.draw_seat[at], record.draw_row[at] = seat, row
        record.draw_card[at], record.draw_pool[at] = card, pool


def _check(record: Any, position: Position) -> None:
    """Raises PositionError: the unknown cards do not fill the unknown places exactly."""
    secrets = sum(int(record.secret_size[k]) for k in range(int(record.secrets)))
    needed = int(record.n_hidden.sum()) + secrets + position.unnamed + position.stock
    there = position.unknown.bit_count()
    if needed != there or min(record.n_hidden) < 0:
        raise PositionError(f"{there} cards are out of sight, but hands, stock and discards have room for {needed}")


TOLERANT = 0.03
"""The default factor of `Likelihood`. Nobody plays exactly like a bot, and with a smaller factor a walk would seldom
accept steps.
"""


@dataclass(frozen=True)
class Likelihood:
    """How strongly the choices of other seats count. A world is weighted down by a factor for each choice that the
    seat's bot would not have made.

    Players err, and nobody plays exactly like a bot, so a different choice does not rule a world out.
    """

    # the factor by decision, above 0 and at most 1 (1: choices do not count)
    call: float = TOLERANT
    respond: float = TOLERANT
    draw: float = TOLERANT
    lay: float = TOLERANT
    sapaw: float = TOLERANT
    discard: float = TOLERANT
    discards: int = 100  # how many last discards of each other seat count
    burn_in: int = 400  # steps of a walk before its first world
    thin: int = 50  # steps between two worlds of a walk
    per_walk: int = 4  # worlds of a walk; they are dependent, and intervals allow for it

    def worlds_of_a_walk(self, position: Position) -> int:
        """The number of worlds of a walk; 1 if no moves are known, because worlds are then dealt independently."""
        return self.per_walk if position.past.rows else 1

    @property
    def factors(self) -> tuple[float, ...]:
        """The factors in the order of decisions."""
        return tuple(getattr(self, name) for name in DECISIONS)

    def discards_from(self, position: Position) -> int:
        """The first row of the position's past whose discard counts: the last `discards` of each other seat do."""
        rows = position.past.rows
        left = self.discards * 3
        for at in reversed(range(len(rows))):
            if log.LoggedAction.of(rows[at]).act == int(log.ACT_DISCARD):
                if left == 0:
                    return at + 1
                left -= 1
        return 0 if self.discards else len(rows)
