"""Positions to train on: decisions of the player that advice follows where the choice matters, and what each is worth.

One set of rollouts picks a position and another, with a held-out seed, values it, so that the values shown are not
those that it was picked for.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.advise import advise, field_of
from tongits_sim.any_game.record_form import RecordError, plain_knobs
from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, read_json, write_whole
from tongits_sim.game.board import Snapshot
from tongits_sim.game.state import DECISIONS
from tongits_sim.positions.boards import position_of
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.stored import decisions_at, position_at
from tongits_sim.records.form import CHECKS, checked_by
from tongits_sim.records.form import FORMAT as RECORD
from tongits_sim.records.replay import dealt_board, play_events
from tongits_sim.records.write import is_path, play_records, rules_sheet
from tongits_sim.rules import RuleError, RuleSet, load
from tongits_sim.worlds.options import candidates
from tongits_sim.worlds.weighing import Weighing

if TYPE_CHECKING:
    from analyses.answers.advise import AdviceAnswer
    from analyses.answers.review import ReviewAnswer
    from tongits_sim.any_game.record_form import Record
    from tongits_sim.game.board import Board
    from tongits_sim.positions.position import Position
    from tongits_sim.strategy import Player
    from tongits_sim.worlds.options import Option

FORMAT = "tongits-quiz/1"
MATTERS = 0.25
"""Units that the best choice must be better than the next one of a question."""
OF_A_GAME = 1
"""Most questions from one game: another seat's would show cards that the first hides."""
_LOOK, _VALUE = 96, 1024  # worlds to pick a position and to value it
_OWN = 256  # worlds of a player's own mistake
_LARGEST = 20_000_000
_KEPT = ("game", "dealer", "players", "before", "hands", "stock")
_ASKED = ("call", "challenge", "fold", "draw", "take", "lay", "secret", "sapaw", "discard")


class QuizError(TongitsError):
    """A file of questions that cannot be read, or a number of questions that cannot be made."""


@dataclass(frozen=True)
class QuizChoice:
    """Something that may be done.

    Attributes:
        text: in words.
        kind: as `AdvisedAction.kind`.
        ev, ev_low, ev_high: expected units of the game, with the 95 % interval.
        behind, behind_low, behind_high: against the best choice.
        win: chance to win the game.
        why: a sentence.
    """

    text: str
    kind: str
    ev: float
    ev_low: float
    ev_high: float
    behind: float
    behind_low: float
    behind_high: float
    win: float
    why: str


@dataclass(frozen=True)
class QuizItem:
    """A question.

    Attributes:
        name: a digest of the position.
        rules: name of the rules.
        game: dealer, hands, stock, events before the decision, players, and the money before the game.
        decision: one of DECISIONS.
        seat: who decides.
        choices: the best first.
        advice: the answer in a sentence.
        note: a further sentence after the answer; may be empty.
        knobs: of the rules, by name; none where the name of the rules suffices.
    """

    name: str
    rules: str
    game: Mapping[str, Any]
    decision: str
    seat: int
    choices: tuple[QuizChoice, ...]
    advice: str
    note: str = ""
    knobs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def house(self) -> RuleSet:
        """The rules. Raises TongitsError: there are none of this name, or a knob is wrong."""
        return RuleSet.stored(self.knobs, name=self.rules) if self.knobs else load(self.rules)

    def right(self, number: int) -> bool:
        """Whether a choice is the best, or not clearly worse; an action outside the choices is worse than all."""
        return number == 0 or (number < len(self.choices) and self.choices[number].behind_high >= 0)

    def others(self) -> list[str]:
        """Legal actions outside the choices, in words; all of them are worse."""
        board, known = self.board(), {choice.text for choice in self.choices}
        position = position_of(board, self.house)
        legal = [option.text(position) for option in _legal(board, position)]
        return [text for text in dict.fromkeys(legal) if text not in known]

    def board(self) -> Board:
        """The position on a board, in the last game of a match, as it was valued. Raises TongitsError."""
        return self._at_decision()[0]

    def is_whole(self) -> bool:
        """Whether the seat has no earlier decision in this turn, as a call before a draw, or a lay before a discard.
        Raises TongitsError."""
        return not self._at_decision()[1]

    def _at_decision(self) -> tuple[Board, int]:
        """The board at the decision, and the number of decisions of its seat that were passed on the way."""
        board = dealt_board({**self.game, "format": RECORD, "rules": rules_sheet(self.house), "match_over": True})
        play_events(board, self.game["events"], to_the_end=False)
        passed = 0
        for _ in DECISIONS:
            if DECISIONS[board.view.decision] == self.decision and int(board.view.me) == self.seat:
                return board, passed
            passed += int(board.view.me) == self.seat
            board.apply(0)
            board.advance()
        raise QuizError(f"the question {self.name} does not lead to its decision")


def _legal(board: Board, position: Position) -> Iterator[Option]:
    """The legal actions of the deciding seat of a board, now or later in this turn."""
    here, logged, seat = Snapshot(board), board.logged, int(board.view.me)
    here.take(board)
    for option in candidates(position):
        while int(board.view.decision) != option.act and not board.apply(0):
            board.advance()
        if int(board.view.decision) == option.act and int(board.view.me) == seat and not board.apply(option.word):
            yield option
        board.restore(here, logged)


def before_move(record: Record, move: int) -> dict[str, Any]:
    """The part of a game that a question keeps: the deal, and the events before a move (counted from 1)."""
    return {**{key: record[key] for key in _KEPT}, "events": record["events"][: move - 1]}


def items_of(answer: ReviewAnswer, number: int, look: Callable[[int], None] | None = None) -> Iterator[QuizItem]:
    """Questions from a review: the player's own clear mistakes, the largest first, valued anew with all actions.

    Args:
        answer: the review.
        number: how many at most.
        look: called with the number of questions made.

    Raises:
        QuizError: the review holds no clear mistake.
    """
    rules = RuleSet.stored(answer.knobs, name=answer.rules)
    knobs = _knobs(rules)
    mistakes = [each for each in answer.mistakes() if each.before is not None][:number]
    if not mistakes:
        raise QuizError("the review holds no clear mistake to train on")
    field = field_of(tuple(answer.against[role] for role in ("right", "left", "me")))
    for made, each in enumerate(mistakes, start=1):
        name = sha256(json.dumps([rules.name, each.before], sort_keys=True, default=float).encode()).hexdigest()[:12]
        item = QuizItem(name, rules.name, each.before or {}, each.position.decision, each.seat, (), "", knobs=knobs)
        position = position_of(item.board(), rules)
        best = advise(position, field, worlds=_OWN, seconds=60.0, seed=answer.seed, weighing=Weighing.tolerant())
        note = f"In {each.place} {each.player} chose: {each.action}. That cost {each.lost.mean or 0.0:.2f} units."
        yield replace(item, choices=tuple(map(_choice, best.actions)), advice=best.advice, note=note)
        if look is not None:
            look(made)


def make_items(
    rules: RuleSet,
    players: Sequence[Player],
    number: int,
    seed: int = 1,
    look: Callable[[int, int], None] | None = None,
) -> Iterator[QuizItem]:
    """Questions from games of these players: picked by few worlds, kept if more worlds of another seed agree.

    Args:
        rules: the house rules.
        players: three players, who also play on in the rollouts.
        number: how many.
        seed: of the games.
        look: called with the number of games looked at and of questions made.

    Raises:
        TongitsError: there is no advice under these rules.
        QuizError: the games hold too few such positions.
    """
    kept: list[QuizItem] = []
    made, games = 0, 60 * number + 100
    for game, record in enumerate(play_records(rules, players, games, seed)):
        of_game = 0
        for move in range(3, len(record["events"]) + 1):
            if made >= number or of_game >= OF_A_GAME:
                break
            item = _item(rules, record, move, players, kept, seed)
            if item is not None:
                kept.append(item)
                made, of_game = made + 1, of_game + 1
                yield item
        if look is not None:
            look(game + 1, made)
        if made >= number:
            return
    raise QuizError(f"{games} games hold only {made} positions where the choice matters: ask for fewer")


def _item(
    rules: RuleSet, record: Record, move: int, players: Sequence[Player], kept: Sequence[QuizItem], seed: int
) -> QuizItem | None:
    """The question at a move; None if nobody decided there, the choice does not matter, or there are many like it."""
    event = record["events"][move - 1]
    # The same moves are looked at whatever the machine: about one in five.
    if event["act"] not in _ASKED or int(sha256(f"{seed} {record['match']} {move}".encode()).hexdigest(), 16) % 5:
        return None
    try:
        answer = _advice(rules, record, move, players, _LOOK, seed + 1)
        alike = sum(item.decision == answer.position.decision for item in kept)
        same = sum(item.choices[0].kind == answer.best.kind for item in kept)
        if not _matters(answer) or alike > 1 + len(kept) // 4 or same > 2 + len(kept) // 2:
            return None
        answer = _advice(rules, record, move, players, _VALUE, seed + 2)
    except PositionError:
        return None
    if not _matters(answer) or answer.verdict != "clear":
        return None
    game = before_move(record, move)
    name = sha256(json.dumps([rules.name, game], sort_keys=True).encode()).hexdigest()[:12]
    choices = tuple(_choice(action) for action in answer.actions[:8])
    position = answer.position
    return QuizItem(
        name, rules.name, game, position.decision, position.seat, choices, answer.advice, knobs=_knobs(rules)
    )


def _knobs(rules: RuleSet) -> dict[str, Any]:
    """The knobs that a question keeps beside the name of its rules; none where the name suffices."""
    with contextlib.suppress(RuleError):
        if not is_path(rules.name) and load(rules.name).knobs() == rules.knobs():
            return {}
    return plain_knobs(rules.knobs())


def _advice(
    rules: RuleSet, record: Record, move: int, players: Sequence[Player], worlds: int, seed: int
) -> AdviceAnswer:
    first = next(iter(decisions_at(record, move)), None)
    position = replace(position_at(record, move, first), names=())  # the table of the quiz has right and left
    by_name = dict(zip((position.right, position.left, position.seat), range(3), strict=True))
    seated = [players[0]] * 3
    for seat, place in by_name.items():
        label = record["players"][seat]
        seated[place] = next(player for player in players if player.label == label)
    return advise(position, seated, worlds=worlds, seconds=60.0, seed=seed)


def _matters(answer: AdviceAnswer) -> bool:
    """Whether there is a choice, and the second best costs something."""
    return len(answer.actions) > 1 and -(answer.actions[1].behind.mean or 0.0) >= MATTERS


def _choice(action: Any) -> QuizChoice:
    def ends(estimate: Any) -> tuple[float, float, float]:
        mean = estimate.mean or 0.0
        low, high = estimate.ci95 or (mean, mean)
        return round(mean, 4), round(low, 4), round(high, 4)

    return QuizChoice(
        action.action, action.kind, *ends(action.ev), *ends(action.behind), round(action.win, 4), action.why
    )


# ---- files ----------------------------------------------------------------------------------------------------------


def write_items(items: Sequence[QuizItem], path: Path) -> None:
    """Write questions about the same rules to a file, whole or not at all. Raises OSError, FileError."""
    lines = ",\n".join(
        json.dumps({key: value for key, value in asdict(item).items() if key != "knobs"}, ensure_ascii=False)
        for item in items
    )
    first = items[0]
    head: dict[str, Any] = {"format": FORMAT, "rules": first.rules, "rules_digest": first.house.digest()}
    head |= {"knobs": first.knobs} if first.knobs else {}
    write_whole(path, f'{json.dumps(head)[:-1]}, "items": [\n{lines}\n]}}\n'.encode())


def read_items(path: Path) -> list[QuizItem]:
    """The questions of a file.

    Raises:
        QuizError: it cannot be read, holds something else, or was made before the rules of that name changed.
        TongitsError: there are no rules of that name.
    """
    try:
        value = read_json(path, _LARGEST)
        if value["format"] != FORMAT:
            raise QuizError(f"cannot read {path}: its format is not {FORMAT}")
        knobs = value.get("knobs", {})
        items = [_read_item(item, value.get("rules", item["rules"]), knobs) for item in value["items"]]
        if items and "rules_digest" in value and value["rules_digest"] != items[0].house.digest():
            raise QuizError(
                f"the questions in {path} are for {value['rules']} as it was; make new ones: "
                f"tongits quiz --rules {value['rules']} --make 24 -o {path}"
            )
        return items
    except (FileError, RecordError) as error:
        raise QuizError(f"cannot read {path}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise QuizError(f"cannot read {path}: it holds no questions, or damaged ones") from None


def _read_item(value: Mapping[str, Any], rules: str, knobs: Mapping[str, Any]) -> QuizItem:
    """A question about these rules. Raises RecordError, or one of Python's errors where it is damaged."""
    choices = tuple(QuizChoice(**choice) for choice in value["choices"])
    item = QuizItem(**{**value, "choices": choices, "knobs": dict(knobs)})
    texts = {"text", "kind", "why"}
    if (
        len(choices) < 2
        or not all(isinstance(text, str) for text in (item.name, item.advice, rules))
        or item.rules != rules
        or item.decision not in DECISIONS
        or item.seat not in range(3)
        or not all(_is_good(part, key in texts) for choice in choices for key, part in vars(choice).items())
    ):
        raise ValueError("damaged")
    return replace(item, game=checked_by({key: CHECKS[key] for key in (*_KEPT, "events")}, item.game))


def _is_good(value: Any, text: bool) -> bool:
    """Whether a value of a choice is a text, or a number."""
    if text:
        return isinstance(value, str)
    return isinstance(value, int | float) and math.isfinite(value)
