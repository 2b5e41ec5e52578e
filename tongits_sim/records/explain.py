"""Explains a move of a recorded game: what the player saw, and the decisions that the move answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    passed = step.event == number + 1 and step.decision == DECISION_CALL and not step.answer
    return step.event == number or passed


def _pending(board: Board, events: Sequence[Any]) -> Iterator[ReplayedDecision]:
    """The decisions after the last event of a stopped game; each is answered with 0."""
    for _ in decisions(board, events, to_the_end=False):
        pass
    while (decision := board.advance()) != DECISION_OVER:
        yield ReplayedDecision(decision, len(events), 0)
        if board.apply(0):
            return


def _heading(record: Record, move: int) -> str:
    where = f"game {record['game'] + 1} of match {record['match'] + 1}, seed {record['seed']}"
    where += f", rules {printable(record['rules']['name'])}"
    who = seat_names(record["players"])[record["events"][move - 1]["seat"]]
    return f"Move {move} of {where}: {who} {describe_event(record, move - 1)}."


def _position(board: Board, record: Record) -> Iterator[str]:
    view = board.view
    names = seat_names(record["players"])
    me = int(view.me)
    melds = arranged_melds(board.game, board.rules, me)
    loose = int(view.hand) & ~sum(1 << card for meld in melds for card in meld)
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
    """`5h 6h 7h`; a word that is no set of cards in hexadecimal."""
    if mask & ~_CARD_BITS:
        return f"0x{mask:016x}"
    return " ".join(card_text(card) for card in cards_in(mask)) or "no cards"


def _sapaw_words(word: int) -> str:
    if word == 0:
        return "add nothing"
    return f"add {_cards(word & int(JOKERS) or word & int(NATURALS))} to meld {_meld(word)}"


def action_text(decision: str, word: int) -> str:
    """A legal action code in words.

    >>> action_text("discard", 1 << 3)
    'discard 4c'
    """
    say: dict[str, Callable[[int], str]] = {
        "call": lambda word: "call" if word else "no call",
        "respond": lambda word: "challenge" if word else "fold",
        "draw": _draw_words,
        "lay": _lay_words,
        "sapaw": _sapaw_words,
        "discard": lambda word: f"discard {_cards(word)}",
    }
    return say[decision](word)


def _draw_words(word: int) -> str:
    if not word:
        return "draw from the stock"
    if word == int(action_codes.TAKE_FREE):
        return "take the discard into the hand"
    if word & int(action_codes.EXTEND):
        return f"take the discard for meld {_meld(word)}"
    return f"take the discard for {_faces(word)}"


def _lay_words(word: int) -> str:
    down = " face down" if word & int(action_codes.FACE_DOWN) else ""
    return f"lay {_faces(word)}{down}" if word else "lay nothing"


def _faces(word: int) -> str:
    return _cards(int(action_codes.faces_of(U(word))))


def _meld(word: int) -> int:
    return int(action_codes.meld_number(U(word))) + 1
