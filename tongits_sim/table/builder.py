"""Builds a position from facts that were checked: the table as it was up to two turns ago, and the moves since.

Recent discards tell something about hidden hands. So the position starts after the draw of the player before last, and
replays the discards named since. The moves between are the simplest that fit: draw from the stock, no call, no meld.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tongits_sim.cards import NO_CARD, U, card_text
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_CALL, PHASE_DRAW, PHASE_LAY
from tongits_sim.game.illegal_reasons import LEGAL, REASONS
from tongits_sim.game.legality import check_call, may_lay, may_sapaw, may_take
from tongits_sim.game.log import ACT_CALL, ACT_DISCARD, ACT_DRAW, LoggedAction
from tongits_sim.game.state import SEATS
from tongits_sim.game.table_melds import add_meld
from tongits_sim.hands.melds import meld_kind
from tongits_sim.rules import RuleSet
from tongits_sim.rules.codes import CALL_TIMING_AFTER_DRAW, CALL_TIMING_END, CALL_TIMING_START
from tongits_sim.table.position import (
    Challenged,
    Position,
    PositionError,
    Row,
    TableMeld,
    challenged_of,
    deck_of,
    past_of,
    table_of,
)

ME, RIGHT, LEFT = 0, 1, 2
MAX_TURNS_BACK = 2


@dataclass(frozen=True)
class CheckedPosition:
    """A typed position, verified and complete."""

    rules: RuleSet  # the house rules
    hand: int  # the own cards (mask)
    drew: int  # the card typed last
    melds: tuple[tuple[TableMeld, tuple[int, ...]], ...]  # melds with their cards (jokers as jokers)
    discards: tuple[int, ...]  # the named discards, in order
    unnamed: int  # the number of earlier, unnamed discards
    stock: int  # cards left in the stock
    sizes: tuple[int, int, int]  # cards in hand by seat
    known: tuple[int, int, int]  # by seat, cards known to be in the hand (masks)
    sapawed: tuple[int, ...]  # seats to whose melds another seat has added since their last turn
    challenged: dict[int, Challenged]  # by seat
    decide: str  # the decision, or empty
    caller: int  # the seat that called, or -1
    drawn: bool  # whether the seat in turn has drawn
    defaults: tuple[str, ...]  # assumptions, a sentence each

    @property
    def located_cards(self) -> int:
        """Discards that are on the table or known to be in a hand (mask)."""
        elsewhere = self.hand | self.known[RIGHT] | self.known[LEFT]
        for _, cards in self.melds:
            elsewhere |= mask(cards)
        return mask(self.discards) & elsewhere

    @property
    def count(self) -> int:
        """All discards, named or not."""
        return self.unnamed + len(self.discards)


def mask(cards: Sequence[int]) -> int:
    """Cards (0..63) as a mask."""
    return sum(1 << card for card in cards)


def build(facts: CheckedPosition) -> Position:
    """Build the position of checked facts. Raises PositionError."""
    following = next_seat(facts)
    _check_turn(facts, following)
    now = board_at(facts, 0)
    decision = decision_of(facts, now)
    facts = replace(facts, decide=decision)
    back = turns_back(facts)
    start = board_at(facts, back)
    seen = int(now.view.seen)
    known = facts.known
    own = facts.hand | sum(meld.cards for meld, _ in facts.melds if meld.owner == ME and meld.face_down)
    at_start = decision == "draw" or (decision == "call" and facts.rules.call.timing == "start")
    return Position(
        rules=facts.rules,
        seat=ME,
        decision=decision,
        hand=facts.hand,
        melds=table_of(now, ME),
        discards=facts.discards,
        unnamed=facts.unnamed,
        offer=facts.discards[-1] if at_start and facts.discards and not _is_taken(facts, -1) else -1,
        stock=facts.stock,
        sizes=facts.sizes,
        known=known,
        unknown=deck_of(facts.rules.jokers.count) & ~(own | seen | known[RIGHT] | known[LEFT]),
        turn=int(now.view.turn),
        caller=facts.caller,
        past=past_of(start, ME, moves(facts, back)),
        challenged=challenged_of(start.view),
        defaults=facts.defaults,
    )


def after_discard(facts: CheckedPosition) -> bool:
    """Whether the decision (a call at the end of a turn, or its answer) comes after the turn's discard."""
    return facts.rules.call.timing == "end" and (facts.decide in ("call", "respond"))


def called_with_draw(facts: CheckedPosition) -> bool:
    """Whether the decision is a call after the draw, or its answer."""
    return facts.rules.call.timing == "after_draw" and (facts.decide in ("call", "respond"))


def next_seat(facts: CheckedPosition) -> int:
    """The seat that plays after the last discard: the seat in turn, or the next seat if the seat in turn has
    discarded.
    """
    if facts.decide == "respond":
        return (facts.caller + 1) % SEATS if after_discard(facts) else facts.caller
    return (ME + 1) % SEATS if after_discard(facts) else ME


def _check_turn(facts: CheckedPosition, following: int) -> None:
    late = facts.decide in ("lay", "sapaw", "discard") or called_with_draw(facts)
    early = facts.decide in ("call", "draw", "respond") and not late
    if early and facts.drawn:
        raise PositionError(
            f"to {facts.decide} comes before the draw, or after the discard, when hands and melds hold 36 cards; here "
            "they hold 37"
        )
    if late and not facts.drawn:
        raise PositionError(f"to {facts.decide} comes after the draw, when hands and melds hold 37 cards, not 36")
    if facts.count == 0 and not facts.drawn:
        raise PositionError("nobody has discarded yet, so only the dealer, with 13 cards, has something to decide")
    if after_discard(facts) and not facts.discards:
        raise PositionError("name the last discard: the call follows it")
    last = facts.discards[-1:] if following != ME or facts.drawn else ()
    if after_discard(facts) and last and _is_taken(facts, -1):
        raise PositionError(f"{card_text(last[0])} was discarded last, so nobody can have taken it")


def _is_taken(facts: CheckedPosition, at: int) -> bool:
    return bool(facts.located_cards >> facts.discards[at] & 1)


def turns_back(facts: CheckedPosition) -> int:
    """How many finished turns the moves can go back."""
    following = next_seat(facts)
    back = 0
    while back < min(MAX_TURNS_BACK, len(facts.discards)):
        seat = (following - back - 1) % SEATS
        if _is_taken(facts, -back - 1) or seat in facts.sapawed:
            break
        back += 1
    return back


def moves(facts: CheckedPosition, back: int) -> tuple[Row, ...]:
    """The rows of the log since the start, as the seat saw them."""
    following = next_seat(facts)
    rows: list[Row] = []
    for ago in range(back, 0, -1):
        seat = (following - ago) % SEATS
        card = 1 << facts.discards[-ago]
        if ago < back:
            rows.append(_row(ACT_DRAW, seat, card if seat == ME else 0))
        rows.append(_row(ACT_DISCARD, seat, card))
    if facts.drawn and back:
        rows.append(_row(ACT_DRAW, following, 1 << facts.drew if following == ME else 0))
    if facts.decide == "respond":
        rows.append(_row(ACT_CALL, facts.caller, 0))
    return tuple(rows)


def _row(act: np.int64, seat: int, cards: int) -> Row:
    return int(act) | seat << 8, cards, 0


def board_at(facts: CheckedPosition, back: int) -> Board:
    """The board after the draw of the turn `back` finished turns ago; 0: now.

    Other hands and the stock are empty; a current call is not yet on the board.
    """
    board = Board(facts.rules)
    board.begin_match(0, 0, 1)
    game, view, rules = board.game, board.view, board.rules
    following = next_seat(facts)
    ended = after_discard(facts) and not back
    seat = (following - back - ended) % SEATS
    turn = facts.count + 1 - back - ended
    dealer = (following - facts.count) % SEATS
    board.match.dealer = dealer
    drawn = sum(LoggedAction.of(row).act == int(ACT_DRAW) for row in moves(facts, back)) if back else 0
    discards = facts.discards[: len(facts.discards) - back]
    _lay_table(board, facts)
    view.dealer, view.seat, view.turn = dealer, seat, turn
    view.stock_left = facts.stock + drawn
    game.stock_size = view.stock_left
    view.n_discards = facts.unnamed + len(discards)
    for at, card in enumerate(discards, facts.unnamed):
        view.discards[at] = card
        view.discarded[(dealer + at) % SEATS] |= U(1 << card)
    view.seen |= U(mask(discards))
    view.offer = discards[-1] if discards else NO_CARD
    view.last_drawer = -1
    for player in range(SEATS):
        view.turns[player] = len(range((player - dealer) % SEATS, turn, SEATS))
        view.hand_size[player] = facts.sizes[player] + (player == seat and back > 0)
        view.hand_size[player] -= player == following and facts.drawn and back > 0
        view.known[player] = facts.known[player]
        game.taken[player] = facts.known[player]
        view.sapawed_on[player] = player in facts.sapawed
    for past in range(2, turn + (back > 0 or facts.drawn)):
        view.last_drawer = (dealer + past - 1) % SEATS
        view.last_draw[view.last_drawer] = past
    view.caller, game.winner, game.drawn = -1, -1, NO_CARD
    for player, challenged in facts.challenged.items():
        view.past_challenges[player] = challenged.taken
        view.past_folds[player] = challenged.chances - challenged.taken
    view.past_games = max((seat_calls.chances for seat_calls in facts.challenged.values()), default=0)
    view.streak_seat = -1
    view.jackpot = 0 if rules.match_progressive_target else 3 * rules.jackpot_seed
    _own_hand(board, facts, back, seat)
    game.phase = PHASE_LAY
    if not back and (not facts.drawn or called_with_draw(facts)):
        game.phase = PHASE_CALL if facts.decide in ("respond", "call") else PHASE_DRAW
    return board


def _own_hand(board: Board, facts: CheckedPosition, back: int, seat: int) -> None:
    """Set the own hand at the start: the current hand without the own draw since, with the own discard since."""
    game, view = board.game, board.view
    hand = facts.hand
    own_turn = next_seat(facts) == ME
    if back and facts.drawn and own_turn:
        hand &= ~(1 << facts.drew)
    if seat == ME and back:
        hand |= 1 << facts.discards[-back]
    game.hands[ME] = U(hand)
    view.hand_size[ME] = hand.bit_count()
    if not back and facts.drawn and facts.count and own_turn:
        game.drawn = facts.drew
    board.rearrange(ME)


def _lay_table(board: Board, facts: CheckedPosition) -> None:
    """Put the melds on the table, as if laid in their owners' first turns."""
    game, view, rules = board.game, board.view, board.rules
    view.sunog_risk[:] = 1
    view.turns[:] = 1
    taken = facts.located_cards
    for meld, cards in facts.melds:
        number = int(view.n_melds)
        faces = meld.cards or (1 << meld.size) - 1
        kind = meld_kind(U(faces), int(rules.melds_ace_runs)) if meld.cards else 0
        held = mask(cards)
        add_meld(game, view, rules, np.int64(meld.owner), np.int64(kind), U(faces), U(held), np.bool_(meld.face_down))
        if not meld.cards:
            game.secret_faces[number] = 0
        if not meld.face_down and not held & taken:
            view.voluntary[meld.owner] += 1


def decision_of(facts: CheckedPosition, now: Board) -> str:
    """The requested decision, or the first possible decision of the turn. Raises PositionError."""
    if facts.decide == "respond":
        return "respond"
    game, view, rules = now.game, now.view, now.rules
    seat = np.int64(ME)
    timing = CALL_TIMING_END if after_discard(facts) else CALL_TIMING_START
    timing = CALL_TIMING_AFTER_DRAW if facts.drawn else timing
    possible: list[str] = []
    why = ""
    if not facts.drawn or rules.call_timing == CALL_TIMING_AFTER_DRAW:
        reason = int(check_call(game, view, rules, seat, view.turns[ME], timing))
        if reason == LEGAL:
            possible.append("call")
        else:
            why = f"a call is not legal ({REASONS[reason][0]}: {REASONS[reason][1]})"
    if not facts.drawn:
        if (
            not after_discard(facts)
            and facts.discards
            and not _is_taken(facts, -1)
            and may_take(game, view, rules, seat)
        ):
            possible.append("draw")
    else:
        if facts.count or facts.rules.deal.dealer_may_lay_first:
            if may_lay(game, view, rules, seat):
                possible.append("lay")
            if may_sapaw(game, view, rules, seat):
                possible.append("sapaw")
        possible.append("discard")
    if facts.decide and facts.decide not in possible:
        because = f": {why}" if facts.decide == "call" else ""
        raise PositionError(f"there is nothing to {facts.decide} here{because}")
    if not possible:
        offer = f" and {card_text(facts.discards[-1])} makes no meld" if facts.discards else ""
        raise PositionError(f"there is no choice but to draw: {why}{offer}")
    return facts.decide or possible[0]
