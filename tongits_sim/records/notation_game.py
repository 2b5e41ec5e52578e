"""Play a hand-written game through the engine. A complete game becomes a record; of an incomplete one only the moves
are checked.

Unknown cards are filled in at random so that every move is possible. A game is accepted if it is legal in at least one
of `DEALS` deals; else the illegal move is refused with its rule.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal

from tongits_sim.cards import parse_card
from tongits_sim.game.board import Board
from tongits_sim.records.events import Event, texts
from tongits_sim.records.form import FORMAT
from tongits_sim.records.notation import SEATS, NotationError, NotationGame, TextLocation
from tongits_sim.records.notation_sheet import all_known, check_hands, dealer_of_sheet, rules_of_sheet, with_draws
from tongits_sim.records.replay import dealt_board, verify
from tongits_sim.records.schema import Record, RecordError, units
from tongits_sim.records.unknown_cards import UnknownCards
from tongits_sim.records.write import chain_of, record_of, rules_sheet
from tongits_sim.records.written_moves import AUTOMATIC, IllegalMove, WrittenMoves
from tongits_sim.rules import RuleSet

DEALS = 60
"""How many deals of the unknown cards to try before a move is refused."""


@dataclass
class PlayedNotation:
    """A written game after the engine played it."""

    rules: RuleSet  # the house rules
    record: Record | None  # the record; None if a card is unknown or the game has not ended
    # a record of the game as far as the writer saw it, never written to a file. Its moves are legal under this deal of
    # the unknown cards. `unknown`: seats with guessed cards; `result`: payouts (None: not written); `passed`: the last
    # move is a pass of a call; `lines`: the line of each event (0: an event by rule).
    partial_record: Record
    events: list[Event]  # the moves and the engine's own events; unknown cards are as in `board`
    board: Board  # the game after its last move, for a deal of the unknown cards
    unknown: tuple[int, ...] = ()  # seats with cards that were not written
    ended: bool = False
    notes: list[str] = field(default_factory=list)  # sentences about what is verified and what cannot be verified


def play_sheet(sheet: NotationGame, rules: RuleSet | None = None) -> PlayedNotation:
    """Play a written game. Raises NotationError.

    Args:
        sheet: the game, from `read_sheet`.
        rules: override the rules of the sheet.
    """
    chosen = rules or rules_of_sheet(sheet)
    dealer = dealer_of_sheet(sheet)
    check_hands(sheet, dealer, chosen.jokers.count)
    sheet = replace(sheet, moves=with_draws(sheet, dealer))
    known = all_known(sheet, dealer, chosen)
    chance = random.Random(0)
    worst: IllegalMove | None = None
    for _ in range(1 if known else DEALS):
        hands, stock, moves = UnknownCards(sheet, dealer, chosen, chance).cards()
        try:
            return _playback(replace(sheet, moves=moves), chosen, dealer, hands, stock, known)
        except IllegalMove as illegal:
            worst = illegal if worst is None or illegal.move > worst.move else worst
    assert worst is not None
    raise _error(sheet, worst)


def _error(sheet: NotationGame, illegal: IllegalMove) -> NotationError:
    """The error for an illegal or a missing move."""
    rule, reason = illegal.why
    reason = re.sub(r"\bseat ([0-2])\b", lambda match: sheet.name(int(match[1])), reason)
    moves = sheet.moves
    due = re.fullmatch(r"it is (?:the turn of )?(.+?)(?:'s decision)?", reason) if rule == "R2" else None
    if due is not None and illegal.move < len(moves):
        reason = f"it is the turn of {due[1]}; write a line of {due[1]} before this one, at least with the discard"
    if illegal.move < len(moves):
        return moves[illegal.move].place.error(f"{rule}: {reason}")
    place = moves[-1].place if moves else _first_place(sheet)
    return place.error(f"{rule}: {reason}", len(place.source) + 1)


_BEFORE = ("jackpot", "streak", "scores")
"""The lines that say what was before the game, and their keys in a record."""


def _first_place(sheet: NotationGame) -> TextLocation:
    """The place of the first hand, of the stock or a result, or of the first move."""
    cards = [place for words, place in sheet.places.items() if words not in _BEFORE]
    return next(iter([*cards, *(move.place for move in sheet.moves)]), TextLocation(1, 1, ""))


def _playback(
    sheet: NotationGame, rules: RuleSet, dealer: int, hands: list[list[str]], stock: list[str], known: bool
) -> PlayedNotation:
    """Play the game with these cards. Raises NotationError, IllegalMove."""
    jackpot = Decimal(sheet.jackpot)
    before = {
        "jackpot": units(int(jackpot * 100)),
        "streak_seat": sheet.streak[0] if sheet.streak and sheet.streak[1] else None,
        "streak": sheet.streak[1] if sheet.streak else 0,
        "scores": list(sheet.scores),
    }
    begun = {
        "format": FORMAT,
        "rules": rules_sheet(rules),
        "game": sheet.numbers.get("game", 0),
        "match_over": sheet.last,
        "dealer": dealer,
        "before": before,
        "hands": [texts(sum(1 << parse_card(card) for card in hand)) for hand in hands],
        "stock": stock,
    }
    stated = [word for word in _BEFORE if word in sheet.places and before[word] not in (0, [0, 0, 0])]
    if stated and not begun["game"]:
        raise sheet.places[stated[0]].error(
            f"R15: the first game of a match has no {stated[0]} yet: write the number of the game, counted from 0, "
            "such as: game 1"
        )
    try:
        board = dealt_board(begun)
    except RecordError as error:
        word = next((word for word in stated if word.rstrip("s") in error.reason), "")
        raise (sheet.places.get(word) or _first_place(sheet)).error(f"{error.rule}: {error.reason}") from None
    unknown = tuple(seat for seat in range(3) if _has_unknown_cards(sheet, seat, dealer))
    driver = WrittenMoves(board, sheet.moves, unknown)
    events, ended = driver.drive()
    lines = driver.lines
    payout = [float(sheet.results[seat]) if seat in sheet.results else None for seat in range(3)]
    partial_record = {
        **begun,
        "seed": sheet.numbers.get("seed", 0),
        "match": sheet.numbers.get("match", 0),
        "players": [sheet.name(seat) for seat in range(3)],
        "lines": [line for event, line in zip(events, lines, strict=True) if event["act"] not in AUTOMATIC],
        "events": [event for event in events if event["act"] not in AUTOMATIC],
        "result": {"payout": payout},
        "passed": bool(sheet.moves) and sheet.moves[-1].act == "pass",
        "unknown": unknown,
    }
    written = PlayedNotation(rules, None, partial_record, events, board, unknown, ended)
    if ended and known:
        written.record = _record(sheet, board, begun)
    written.notes = _notes(written, sheet, known)
    return written


def _record(sheet: NotationGame, board: Board, begun: Record) -> Record:
    board.match.seed = sheet.numbers.get("seed", 0)
    board.match.match = sheet.numbers.get("match", 0)
    before = chain_of(board)
    board.finish()
    if sheet.next_dealer is not None and begun["rules"]["knobs"]["deal.next_dealer"] == "random":
        board.match.dealer = sheet.next_dealer
    record = record_of(board, begun["rules"], [sheet.name(seat) for seat in range(3)], before)
    try:
        verify(record)
    except RecordError as error:
        raise NotationError(f"{error.rule}: {error.reason}") from None
    for seat, written in sheet.results.items():
        if Decimal(written) != Decimal(str(record["result"]["payout"][seat])):
            won = record["result"]["payout"][seat]
            raise sheet.places[f"result {SEATS[seat]}"].error(f"R14.4: {sheet.name(seat)} wins {won}, not {written}")
    return record


def _has_unknown_cards(sheet: NotationGame, seat: int, dealer: int) -> bool:
    """Whether a seat held cards that are not written."""
    hand = sheet.hands.get(seat, [])
    stock = sheet.stock or []
    number = 0
    for move in sheet.moves:
        if move.act == "draw":
            if move.seat == seat and not move.card and not (number < len(stock) and stock[number]):
                return True
            number += 1
    return len(hand) < (13 if seat == dealer else 12) or "" in hand


def _notes(written: PlayedNotation, sheet: NotationGame, known: bool) -> list[str]:
    count = len(sheet.moves)
    moves = f"{count} move{'' if count == 1 else 's'}"
    if known and written.ended:
        notes = [f"Verified: all {moves}, the end of the game and every payment."]
        undrawn = int(written.board.view.stock_left)
        size = int(written.board.game.stock_size)
        if undrawn and len(list(filter(None, sheet.stock or []))) < size:
            notes.append(f"The order of the {undrawn} cards that nobody drew is not known: they are in order of suit.")
        return notes
    if known:
        return [f"Verified: the {moves} so far. The game has not ended."]
    notes = [f"Possible: there is a deal of the unknown cards for which the {moves} are legal."]
    seats = ", ".join(sheet.name(seat) for seat in written.unknown)
    notes.append(
        f"Not verified, for cards of {seats or 'the stock'} are unknown: whether they held what they claim, counts"
        + (", who won and the payments." if written.ended else ".")
    )
    return notes
