"""Positions to train on: decisions of strong players where the choice matters, and what each choice is worth.

A position is picked by one set of rollouts and valued by another, with a held-out seed, so that the values shown are
not those that it was picked for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.record_form import RecordError
from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, read_json, write_whole

if TYPE_CHECKING:
    from analyses.answers.advise import AdviceAnswer
    from tongits_sim.any_game.record_form import Record
    from tongits_sim.game.board import Board
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

FORMAT = "tongits-quiz/1"
MATTERS = 0.25
"""Units that the best choice must be better than the next one of a question."""
OF_A_GAME = 2
"""Questions from one game at most."""
_LOOK, _VALUE = 96, 1024  # worlds to pick a position and to value it
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
    """

    name: str
    rules: str
    game: Mapping[str, Any]
    decision: str
    seat: int
    choices: tuple[QuizChoice, ...]
    advice: str

    def right(self, number: int) -> bool:
        """Whether a choice is the best, or not clearly worse."""
        return number == 0 or self.choices[number].behind_high >= 0

    def board(self) -> Board:
        """The position on a board, in the last game of a match, as it was valued. Raises TongitsError."""
        from tongits_sim.game.state import DECISIONS
        from tongits_sim.records.form import FORMAT as RECORD
        from tongits_sim.records.replay import dealt_board, play_events
        from tongits_sim.records.write import rules_sheet
        from tongits_sim.rules import load

        board = dealt_board({**self.game, "format": RECORD, "rules": rules_sheet(load(self.rules)), "match_over": True})
        play_events(board, self.game["events"], to_the_end=False)
        for _ in DECISIONS:
            if DECISIONS[board.view.decision] == self.decision and int(board.view.me) == self.seat:
                return board
            board.apply(0)
            board.advance()
        raise QuizError(f"the question {self.name} does not lead to its decision")


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
    from tongits_sim.records.write import play_records

    counts: dict[str, int] = {}
    made, games = 0, 60 * number + 100
    for game, record in enumerate(play_records(rules, players, games, seed)):
        of_game = 0
        for move in range(3, len(record["events"]) + 1):
            if made >= number or of_game >= OF_A_GAME:
                break
            item = _item(rules, record, move, players, counts, seed)
            if item is not None:
                counts[item.choices[0].kind] = counts.get(item.choices[0].kind, 0) + 1
                made, of_game = made + 1, of_game + 1
                yield item
        if look is not None:
            look(game + 1, made)
        if made >= number:
            return
    raise QuizError(f"{games} games hold only {made} positions where the choice matters: ask for fewer")


def _item(
    rules: RuleSet, record: Record, move: int, players: Sequence[Player], kept: Mapping[str, int], seed: int
) -> QuizItem | None:
    """The question at a move; None if nobody decided anything there, or it does not matter."""
    from tongits_sim.positions.position import PositionError

    event = record["events"][move - 1]
    # The same moves are looked at whatever the machine: about one in five.
    if event["act"] not in _ASKED or int(sha256(f"{seed} {record['match']} {move}".encode()).hexdigest(), 16) % 5:
        return None
    try:
        answer = _advised(rules, record, move, players, _LOOK, seed + 1)
        if not _matters(answer) or kept.get(answer.best.kind, 0) > 2 + sum(kept.values()) // 2:
            return None
        answer = _advised(rules, record, move, players, _VALUE, seed + 2)
    except PositionError:
        return None
    if not _matters(answer) or answer.verdict != "clear":
        return None
    game = {**{key: record[key] for key in _KEPT}, "events": record["events"][: move - 1]}
    name = sha256(json.dumps([rules.name, game], sort_keys=True).encode()).hexdigest()[:12]
    choices = tuple(_choice(action) for action in answer.actions[:8])
    position = answer.position
    return QuizItem(name, rules.name, game, position.decision, position.seat, choices, answer.advice)


def _advised(
    rules: RuleSet, record: Record, move: int, players: Sequence[Player], worlds: int, seed: int
) -> AdviceAnswer:
    from analyses.advise import advise
    from tongits_sim.positions.stored import position_at

    position = position_at(record, move)
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
    """Write questions about the same rules to a file, there whole or not at all. Raises OSError, FileError."""
    rules = items[0].rules
    lines = ",\n".join(json.dumps(asdict(item), ensure_ascii=False) for item in items)
    head = {"format": FORMAT, "rules": rules, "rules_digest": _digest(rules)}
    write_whole(path, f'{json.dumps(head)[:-1]}, "items": [\n{lines}\n]}}\n'.encode())


def _digest(rules: str) -> str:
    """The digest of the rules of this name as they are now."""
    from tongits_sim.rules import load

    return load(rules).digest()


def read_items(path: Path) -> list[QuizItem]:
    """The questions of a file.

    Raises:
        QuizError: it cannot be read, holds something else, or was made when the rules of that name were others.
        TongitsError: there are no rules of that name.
    """
    try:
        value = read_json(path, _LARGEST)
        if value["format"] != FORMAT:
            raise QuizError(f"cannot read {path}: its format is not {FORMAT}")
        if "rules_digest" in value and value["rules_digest"] != _digest(value["rules"]):
            raise QuizError(
                f"the questions in {path} are for {value['rules']} as it was; make new ones: "
                f"tongits quiz --rules {value['rules']} --make 24 -o {path}"
            )
        return [_read_item(item, value.get("rules", item["rules"])) for item in value["items"]]
    except (FileError, RecordError) as error:
        raise QuizError(f"cannot read {path}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise QuizError(f"cannot read {path}: it holds no questions, or damaged ones") from None


def _read_item(value: Mapping[str, Any], rules: str) -> QuizItem:
    """A question about these rules. Raises RecordError, or one of Python's errors where it is damaged."""
    from tongits_sim.game.state import DECISIONS
    from tongits_sim.records.form import CHECKS, checked_by

    choices = tuple(QuizChoice(**choice) for choice in value["choices"])
    item = QuizItem(**{**value, "choices": choices})
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
