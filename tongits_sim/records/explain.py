"""Explains a move of a recorded game: what the player saw, and the decisions that the move answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tongits_sim.cards import JOKERS, NATURALS, U, card_text, cards_in
from tongits_sim.errors import TongitsError
from tongits_sim.game import action_codes
from tongits_sim.game.board import Board
from tongits_sim.game.legality import showdown_count
from tongits_sim.game.state import DECISION_CALL, DECISION_OVER, DECISIONS
from tongits_sim.records.history import remember_games
from tongits_sim.records.meld_lists import arranged_melds
from tongits_sim.records.playback import describe_event
from tongits_sim.records.replay import ReplayedDecision, dealt_board, decisions
from tongits_sim.records.schema import Record, seat_names
from tongits_sim.run.files import printable

# The fields that hooks usually decide by, in addition to fields shown at every decision.
_FIELDS = {
    "call": ("count", "deadwood", "hand_size", "open_melds", "sunog_risk", "stock_left"),
    "respond": ("count", "caller", "hand_size", "open_melds", "responses"),
    "draw": ("offer", "melded", "deadwood", "fits"),
    "lay": ("sets", "runs", "open_melds", "voluntary", "turns"),
    "sapaw": ("legal", "melded", "fits", "meld_fits"),
    "discard": ("legal", "melded", "deadwood"),
}


_CARD_FIELDS = frozenset({"offer", "drawn", "discards"})
"""Fields of the view that hold the number of a card, or -1."""
_CARD_BITS = int(NATURALS) | int(JOKERS)


def explain(record: Record, move: int, earlier: Sequence[Record] = ()) -> Iterator[str]:
    """The lines that explain a move. Raises RecordError.

    Args:
        record: a record of checked form, perhaps of a stopped game.
        move: the number of the event, from 1.
        earlier: the records of all earlier games of the match, in order, which fill the view's history (`past_`).
    """
    events = record["events"]
    if not 1 <= move <= len(events):
        raise TongitsError(f"there is no move {move}: the game has moves 1 to {len(events)}")
    number = move - 1
    yield _heading(record, move)
    board = dealt_board(record)
    shown = -1
    remember_games(board.view, earlier)
    for step in decisions(board, events, to_the_end="result" in record):
        if step.event > number + 1:
            break
        seat = int(board.view.me)
        if seat == events[number]["seat"] and _belongs(step, number):
            if seat != shown:
                yield from _position(board, record)
            yield from _decision(board, step)
            yield f"  Played: {action_text(DECISIONS[step.decision], int(step.answer))}"
            shown = seat
    if shown < 0:
        yield "Nobody is asked about it: the rules allow nothing else."


def explain_fault(record: Record) -> Iterator[str]:
    """The position in which a bot failed, in lines: the decisions after the last event of a stopped game."""
    board = dealt_board(record)
    shown = -1
    for step in _pending(board, record["events"]):
        seat = int(board.view.me)
        if seat != shown:
            yield from _position(board, record)
        yield from _decision(board, step)
        shown = seat


def _belongs(step: ReplayedDecision, number: int) -> bool:
    """Whether a decision belongs to event `number` (from 0): the event answers it, or the decision came after the
    discard and the seat did not call.
    """
    if step.event == number:
        return True
    # Not calling leaves no event, so a replay meets this decision only at the next event, the next player's.
    return step.event == number + 1 and step.decision == DECISION_CALL and not step.answer


def _pending(board: Board, events: Sequence[Any]) -> Iterator[ReplayedDecision]:
    """The decisions after the last event of a stopped game; each is answered with 0, which declines."""
    for _ in decisions(board, events, to_the_end=False):
        pass
    while (decision := board.advance()) != DECISION_OVER:
        yield ReplayedDecision(decision, len(events), 0)
        illegal = board.apply(0)
        if illegal:  # a discard: nobody can decline it
            return


def _heading(record: Record, move: int) -> str:
    """The first line: the numbers of the match and the game, the player who moved, and the move."""
    game = f"game {record['game'] + 1} of match {record['match'] + 1}"
    rules = printable(record["rules"]["name"])
    mover = seat_names(record["players"])[record["events"][move - 1]["seat"]]
    return f"Move {move} of {game}, seed {record['seed']}, rules {rules}: {mover} {describe_event(record, move - 1)}."


def _position(board: Board, record: Record) -> Iterator[str]:
    """The lines of what the player to decide sees: hand, table, discards, and what earlier games showed."""
    view = board.view
    names = seat_names(record["players"])
    me = int(view.me)
    melds = arranged_melds(board.game, board.rules, me)
    in_melds = sum(1 << card for meld in melds for card in meld)
    loose = int(view.hand) & ~in_melds
    parts = [f"[{' '.join(card_text(card) for card in meld)}]" for meld in melds]
    if loose:
        parts.append(_cards(loose))
    yield ""
    yield f"{names[me]} holds {' '.join(parts)}"
    yield f"  counts {int(showdown_count(board.game, board.rules, me))}; {view.deadwood} points outside of melds"
    for step in (1, 2):
        opponent = (me + step) % 3
        yield f"{names[opponent]} holds {view.hand_size[opponent]} cards"
    for number in range(view.n_melds):
        faces = int(view.meld_faces[number])
        yield f"Meld {number + 1} of {names[view.meld_owner[number]]}: {_cards(faces) if faces else 'face down'}"
    discards = " ".join(card_text(int(view.discards[number])) for number in range(view.n_discards))
    yield f"Discards: {discards or 'none'}"
    yield f"Turn {view.turn}, {view.stock_left} cards in the stock"
    if view.past_games:
        yield f"Remembered of earlier games of the match ({view.past_games}):"
        for seat, name in enumerate(names):
            yield (
                f"  {name}: {view.past_calls[seat]} calls, {view.past_challenges[seat]} challenges, "
                f"{view.past_folds[seat]} folds, opened in {view.past_opened[seat]}"
            )


def _decision(board: Board, step: ReplayedDecision) -> Iterator[str]:
    """The lines of a decision: its name, and the fields of the view that usually matter to it."""
    name = DECISIONS[step.decision]
    yield ""
    yield f"Asked: {name}"
    yield "  " + "; ".join(f"view.{field} = {_field_text(field, board.view[field])}" for field in _FIELDS[name])


def _field_text(field: str, value: Any) -> str:
    """A field of the view: cards as text, arrays in brackets, other numbers as they are."""
    if isinstance(value, np.ndarray):
        return f"[{', '.join(_field_text(field, element) for element in value)}]"
    if isinstance(value, np.uint64):
        return _cards(int(value))
    if field in _CARD_FIELDS:
        return card_text(int(value)) if value >= 0 else "no card"
    return str(value)


def _cards(mask: int) -> str:
    """`5h 6h 7h`; a code that is no set of cards, such as a random word, in hexadecimal."""
    if mask & ~_CARD_BITS:
        return f"0x{mask:016x}"
    return " ".join(card_text(card) for card in cards_in(mask)) or "no cards"


def action_text(decision: str, code: int) -> str:
    """A legal action code in words.

    >>> action_text("discard", 1 << 3)
    'discard 4c'
    """
    match decision:
        case "call":
            return "call" if code else "no call"
        case "respond":
            return "challenge" if code else "fold"
        case "draw":
            return _draw_text(code)
        case "lay":
            return _lay_text(code)
        case "sapaw":
            return _sapaw_text(code)
    return f"discard {_cards(code)}"


def _draw_text(code: int) -> str:
    if not code:
        return "draw from the stock"
    if code == int(action_codes.TAKE_FREE):
        return "take the discard into the hand"
    if code & int(action_codes.EXTEND):
        return f"take the discard for meld {_meld(code)}"
    return f"take the discard for {_faces(code)}"


def _lay_text(code: int) -> str:
    down = " face down" if code & int(action_codes.FACE_DOWN) else ""
    return f"lay {_faces(code)}{down}" if code else "lay nothing"


def _sapaw_text(code: int) -> str:
    if not code:
        return "add nothing"
    # The code of a joker also holds the natural card that it stands for; what leaves the hand is the joker.
    added = code & int(JOKERS) or code & int(NATURALS)
    return f"add {_cards(added)} to meld {_meld(code)}"


def _faces(code: int) -> str:
    """The faces of the meld that a code lays or takes."""
    return _cards(int(action_codes.faces_of(U(code))))


def _meld(code: int) -> int:
    """The number of the meld that a code adds to, from 1."""
    return int(action_codes.meld_number(U(code))) + 1
