"""Explains a move of a recorded game: what the player saw, the decisions that the move answered, and the bot's line of
code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tongits_sim.cards import JOKERS, NATURALS, U, card_text
from tongits_sim.game import actions
from tongits_sim.game.board import Board
from tongits_sim.game.legality import showdown_count
from tongits_sim.game.match_history import PAST_FIELDS
from tongits_sim.game.state import DECISION_CALL, DECISION_OVER, DECISIONS
from tongits_sim.game.tracing import Answer, Cards, PlainRecord
from tongits_sim.records.meld_lists import arranged_melds
from tongits_sim.records.playback import describe_event
from tongits_sim.records.replay import ReplayedDecision, dealt_board, decisions, play_events, rules_of
from tongits_sim.records.schema import Record, RecordError, seat_names
from tongits_sim.rules import RuleSet
from tongits_sim.run.files import printable
from tongits_sim.strategy import Player

# The fields that hooks usually decide by, in addition to fields shown at every decision.
_FIELDS = {
    "call": ("count", "deadwood", "hand_size", "open_melds", "sunog_risk", "stock_left"),
    "respond": ("count", "caller", "hand_size", "open_melds", "answers"),
    "draw": ("offer", "melded", "deadwood", "fits"),
    "lay": ("sets", "runs", "open_melds", "voluntary", "turns"),
    "sapaw": ("legal", "melded", "fits", "meld_fits"),
    "discard": ("legal", "melded", "deadwood"),
}


def explain(
    record: Record, move: int | None, players: Sequence[Player | None], earlier: Sequence[Record] = ()
) -> Iterator[str]:
    """The lines that explain a move. Raises RecordError.

    Args:
        record: a record of checked form, perhaps of a stopped game.
        move: the number of the event, from 1; None for the decision after the last event, at which a bot failed.
        players: the bots by seat, which answer again; None: unknown.
        earlier: the records of all earlier games of the match, in order, which fill the view's history (`past_`).
    """
    events = record["events"]
    if move is not None and not 1 <= move <= len(events):
        raise RecordError("format", f"there is no move {move}: the game has moves 1 to {len(events)}")
    number = len(events) if move is None else move - 1
    yield _heading(record, move, number)
    chance = [player is not None and player.strategy.uses_random for player in players]
    board, shown = dealt_board(record, chance), -1
    remember_games(board, earlier)
    steps = _pending(board, events) if move is None else decisions(board, events)
    for step in steps:
        if step.event > number + 1:
            break
        seat = int(board.view.me)
        if move is None or (seat == events[number]["seat"] and _belongs(step, number)):
            if seat != shown:
                yield from _position(board, record)
            yield from _decision(board, step, players[seat], rules_of(record), move is not None)
            shown = seat
    if shown < 0:
        yield "Nobody is asked about it: the rules allow nothing else."


def _belongs(step: ReplayedDecision, number: int) -> bool:
    """Whether a decision belongs to event `number` (from 0): the event answers it, or it came after the discard and the
    seat did not call.
    """
    passed = step.event == number + 1 and step.decision == DECISION_CALL and not step.answer
    return step.event == number or passed


def remember_games(board: Board, earlier: Sequence[Record]) -> None:
    """Fill the view's history (`past_`) from the earlier games of the match. Raises RecordError."""
    for record in earlier:
        past = dealt_board(record)
        _copy_memory(board, past)
        play_events(past, record["events"])
        past.finish()
        _copy_memory(past, board)


def _copy_memory(source: Board, target: Board) -> None:
    for field in PAST_FIELDS:
        target.view[field] = source.view[field]


def _pending(board: Board, events: Sequence[Any]) -> Iterator[ReplayedDecision]:
    """The decisions after the last event of a stopped game; each is answered with 0."""
    for _ in decisions(board, events, to_the_end=False):
        pass
    while (decision := board.advance()) != DECISION_OVER:
        yield ReplayedDecision(decision, len(events), 0)
        if board.apply(0):
            return


def _heading(record: Record, move: int | None, number: int) -> str:
    where = f"game {record['game'] + 1} of match {record['match'] + 1}, seed {record['seed']}"
    where += f", rules {printable(record['rules']['name'])}"
    if move is None:
        return f"After move {number} of {where}:"
    who = seat_names(record["players"])[record["events"][number]["seat"]]
    return f"Move {move} of {where}: {who} {describe_event(record, number)}."


def _position(board: Board, record: Record) -> Iterator[str]:
    view = PlainRecord(board.view)
    me, names = int(view.me), seat_names(record["players"])
    melds = arranged_melds(board.game, board.rules, me)
    loose = Cards(int(view.hand) & ~sum(1 << card for meld in melds for card in meld))
    parts = [f"[{' '.join(card_text(card) for card in meld)}]" for meld in melds] + [str(loose)] * bool(loose)
    yield ""
    yield f"{names[me]} holds {' '.join(parts)}"
    yield f"  counts {int(showdown_count(board.game, board.rules, me))}; {view.deadwood} points outside of melds"
    for step in (1, 2):
        other = (me + step) % 3
        yield f"{names[other]} holds {view.hand_size[other]} cards"
    for number in range(view.n_melds):
        faces = view.meld_faces[number]
        yield f"Meld {number + 1} of {names[view.meld_owner[number]]}: {faces or 'face down'}"
    discards = " ".join(str(view.discards[number]) for number in range(view.n_discards))
    yield f"Discards: {discards or 'none'}"
    yield f"Turn {view.turn}, {view.stock_left} cards in the stock"
    if view.past_games:
        yield f"Remembered of earlier games of the match ({view.past_games}):"
        for seat, name in enumerate(names):
            yield (
                f"  {name}: {view.past_calls[seat]} calls, {view.past_challenges[seat]} challenges, "
                f"{view.past_folds[seat]} folds, opened in {view.past_opened[seat]}"
            )


def _decision(
    board: Board, step: ReplayedDecision, player: Player | None, rules: RuleSet, recorded: bool
) -> Iterator[str]:
    """The lines of a decision: its name, the important fields, the bot's answer, and the recorded move."""
    name, view = DECISIONS[step.decision], PlainRecord(board.view)
    yield ""
    yield f"Asked: {name}"
    yield "  " + "; ".join(f"view.{field} = {getattr(view, field)}" for field in _FIELDS[name])
    if player is not None:
        answer = player.ask_again(name, board.view, rules, program=True)
        yield f"  {printable(player.label)} answers: {_answer_text(name, answer)}"
        yield f"  at {printable(answer.source)}"
        if recorded and answer.word is not None and answer.word != int(step.answer):
            yield "  That is not what was played: another version of the bot, or somebody else, played here."
    if recorded:
        yield f"  Played: {answer_words(name, int(step.answer))}"


def _answer_text(name: str, answer: Answer) -> str:
    if answer.endless:
        return "nothing, it does not end"
    return answer.error if answer.word is None else answer_words(name, answer.word)


def answer_words(decision: str, word: int) -> str:
    """An action word, legal or not, in words.

    >>> answer_words("discard", 1 << 3)
    'discard 4c'
    """
    say: dict[str, Callable[[int], str]] = {
        "call": lambda word: "call" if word == 1 else f"{word}, which is not an answer" if word else "no call",
        "respond": lambda word: "challenge" if word == 1 else f"{word}, which is not an answer" if word else "fold",
        "draw": _draw_words,
        "lay": _lay_words,
        "sapaw": lambda word: (
            f"add {Cards(word & int(JOKERS) or word & int(NATURALS))} to meld {_meld(word)}" if word else "add nothing"
        ),
        "discard": lambda word: f"discard {Cards(word)}",
    }
    return say[decision](word)


def _draw_words(word: int) -> str:
    if not word:
        return "draw from the stock"
    if word == int(actions.TAKE_FREE):
        return "take the discard into the hand"
    if word & int(actions.EXTEND):
        return f"take the discard for meld {_meld(word)}"
    return f"take the discard for {_faces(word)}"


def _lay_words(word: int) -> str:
    down = " face down" if word & int(actions.FACE_DOWN) else ""
    return f"lay {_faces(word)}{down}" if word else "lay nothing"


def _faces(word: int) -> Cards:
    return Cards(int(actions.faces_of(U(word))))


def _meld(word: int) -> int:
    return int(actions.meld_number(U(word))) + 1
