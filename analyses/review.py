"""How the people of recorded games play: how often each called, challenged and was burned."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from analyses.advise import CLEAR, Against, estimate, field_of, prepare, seated
from analyses.answers.advise import PositionFacts
from analyses.answers.review import (
    KINDS,
    FieldLoss,
    PlayerHabits,
    ReviewAnswer,
    ReviewedChoice,
    ReviewedGame,
    ReviewedKind,
    ReviewedPlayer,
    Share,
)
from analyses.answers.shared import Bot, Versions
from analyses.luck import luck_of, results_of
from tongits_sim.core.record_file import identity_of
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.records.replay import dealt_board, decisions, rules_of
from tongits_sim.run.answers import Estimate
from tongits_sim.run.cores import available_cores
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr
from tongits_sim.stats.proportions import wilson_interval
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.losses import loss_of, measured_again, position_seed
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import Workers
from tongits_sim.table.rollouts import t95

if TYPE_CHECKING:
    from tongits_sim.core.record_form import Record
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player
    from tongits_sim.table.losses import Effort, Loss
    from tongits_sim.table.recorded import RecordedChoice


@dataclass
class _Seen:
    games: int = 0
    called: list[bool] = field(default_factory=list)
    challenged: list[bool] = field(default_factory=list)
    burned: list[bool] = field(default_factory=list)


def habits_of(records: Iterable[Record]) -> tuple[PlayerHabits, ...]:
    """A row for everybody who sat in these games, those with the most games first.

    Calls and challenges are seen by all, so players whose cards nobody wrote down have rows too.
    """
    seen: dict[str, _Seen] = {}
    for record in records:
        people, result = record["players"], record["result"]
        for seat, name in enumerate(people):
            own = seen.setdefault(name, _Seen())
            own.games += 1
            if "burned" in result:
                own.burned.append(bool(result["burned"][seat]))
        board = dealt_board(record)
        for step in decisions(board, record["events"], to_the_end=record.get("unknown") is None):
            decision, own = DECISIONS[step.decision], seen[people[int(board.view.me)]]
            if decision in ("call", "respond"):
                (own.called if decision == "call" else own.challenged).append(bool(step.answer))
    rows = (
        PlayerHabits(name, own.games, *map(_share, (own.called, own.challenged, own.burned)))
        for name, own in seen.items()
    )
    return tuple(sorted(rows, key=lambda each: -each.games))


def _share(said: list[bool]) -> Share:
    return Share(len(said), sum(said), Estimate.of(wilson_interval(sum(said), len(said))))


CLOSE = 0.1
"""Units: a choice that loses no more than this is as good as the best."""
LARGEST = 3
"""Mistakes to show first and to measure against other players too."""
FIELDS = ("greedy", "expert", "trained")
"""The players against whom the largest mistakes are measured too."""
FIELD_WORLDS = 96
LASTING = ("call", "lay or hold", "sapaw", "discard")
"""Kinds of choices that may stay open to the next turn; a take and a challenge pass."""
Look = Callable[[int, int], None]


class ReviewError(TongitsError):
    """Games that cannot be reviewed."""


@dataclass(frozen=True)
class _Task:
    """A choice to value: the game's number from 0, the record, the choice."""

    game: int
    record: Record
    choice: RecordedChoice

    @property
    def player(self) -> str:
        return str(self.record["players"][self.choice.position.seat])


def review(
    records: Iterable[Record],
    against: Against = None,
    *,
    numbers: Iterable[int] | None = None,
    player: str | None = None,
    seats: Sequence[int] = (0, 1, 2),
    seed: int = 1,
    effort: Effort | None = None,
    file: str = "",
    how: How | None = None,
    look: Look | None = None,
) -> ReviewAnswer:
    """Review recorded games.

    Args:
        records: verified records, or games that one player saw (`Written.seen`), all of one set of rules. A game that
            is there twice is reviewed once.
        against: who plays on, as for `advise`.
        numbers: of the games, from 1; without them they are numbered in order.
        player: review only this player of the records.
        seats: review only these seats.
        seed: of the worlds; the same seed gives the same digits.
        effort: how many worlds a choice gets.
        file: the name of the file, for the answer.
        how: `workers` and `notice` are used.
        look: called with the number of choices valued and of all choices.

    Raises:
        ReviewError: there is nothing to review, or the rules differ or are played for a score.
        TongitsError: there is no such player; a record breaks a rule.
        BotFault: a bot breaks the rules or fails.
    """
    began, way = time.perf_counter(), how or How()
    given = dict(zip(numbers or itertools.count(1), records, strict=False))
    if not given:
        raise ReviewError("there is no game to review")
    rules = rules_of(next(iter(given.values())))
    if any(rules_of(record) != rules for record in given.values()):
        raise ReviewError("the games have different rules: review those of one set of rules at a time")
    games = _different(given, way.notice or to_stderr)
    if rules.match.progressive_target > 0:
        raise ReviewError(f"{rules.name} is played for a score, not for money: choices have no expected value")
    field = field_of(against)
    tasks = _tasks(games, player, seats)
    prepare(tasks[0].choice.position, field, way)
    losses, failed = _losses(tasks, field, seed, effort, way, look)
    valued = [(task, loss) for task, loss in zip(tasks, losses, strict=True) if loss is not None]
    choices = charged_once([_choice_row(task, loss) for task, loss in valued])
    largest = _largest(choices)
    for number in largest:
        choices[number] = _in_fields(choices[number], *valued[number], rules, seed)
    luck = luck_of(rules, field, seed)
    lines = _games(games, choices, player, seats, luck.known_of)
    return ReviewAnswer(
        command="review",
        file=file,
        rules=rules.name,
        knobs=rules.knobs(),
        against={name: each.label for name, each in zip(("right", "left", "me"), field, strict=True)},
        seed=seed,
        games=len(games),
        close=CLOSE,
        players=tuple(_players(choices, lines)),
        choices=tuple(choices),
        largest=tuple(largest),
        reviewed_games=tuple(lines),
        luck_factor=luck.factor,
        luck_games=luck.games,
        luck_players=luck.players,
        habits=habits_of(games.values()),
        failed=failed,
        elapsed_s=time.perf_counter() - began,
        bots=tuple(Bot.of(each) for each in {each.label: each for each in field}.values()),
        versions=Versions.current(),
    )


def _different(games: Mapping[int, Record], notice: Callable[[str], None]) -> dict[int, Record]:
    """The games by number without those that are there again, which a notice names."""
    first: dict[str, int] = {}
    copies = {number: first.setdefault(identity_of(record), number) for number, record in games.items()}
    again = [f"game {number} is game {copy}" for number, copy in copies.items() if number != copy]
    if again:
        more = f", and {len(again) - 1:,} more" if len(again) > 1 else ""
        notice(f"Games that are there again count once: {again[0]}{more}.")
    return {number: games[number] for number in first.values()}


def _tasks(games: Mapping[int, Record], player: str | None, seats: Sequence[int]) -> list[_Task]:
    """Every choice of the seats to review. Raises ReviewError where there is none."""
    names = sorted({str(name) for record in games.values() for name in record["players"]})
    if player is not None and player not in names:
        raise ReviewError(f"{player} plays in none of these games; there are {', '.join(names)}")
    tasks = []
    for number, record in games.items():
        wanted = _seats(record, player, seats)
        hidden = [str(record["players"][seat]) for seat in wanted if seat in record.get("unknown", ())]
        if player is not None and hidden:
            raise ReviewError(
                f"not all cards of {hidden[0]} are written down in game {number}, so nobody can say what he knew; "
                "write his hand, and every card he drew"
            )
        tasks += [_Task(number - 1, record, choice) for choice in choices_of(record, wanted)]
    if not tasks:
        raise ReviewError("nobody who is reviewed had anything to decide in these games")
    return tasks


def _seats(record: Record, player: str | None, seats: Sequence[int]) -> list[int]:
    if player is None:
        seats = [seat for seat in seats if seat not in record.get("unknown", ())]
    return [seat for seat in seats if player is None or record["players"][seat] == player]


def _losses(
    tasks: Sequence[_Task],
    field: Sequence[Player],
    seed: int,
    effort: Effort | None,
    how: How,
    look: Look | None,
) -> tuple[list[Loss | None], int]:
    """The loss of each choice, None where there was only one action, and the number of failures."""
    workers = Workers()

    def value(task: _Task) -> Loss | PositionError | None:
        choice = task.choice
        try:
            own, players = position_seed(seed, task.game, choice.move), seated(choice.position, field)
            return loss_of(choice, players, own, effort, weighing_of(task.record, choice, players), workers)
        except PositionError as error:
            return error

    failed = 0
    losses: list[Loss | None] = []
    with ThreadPoolExecutor(max(1, how.workers or available_cores())) as pool:
        try:
            for number, loss in enumerate(pool.map(value, tasks), start=1):
                failed += isinstance(loss, PositionError)
                losses.append(None if isinstance(loss, PositionError) else loss)
                if look is not None:
                    look(number, len(tasks))
        except BaseException:  # Ctrl-C, or a fault
            workers.ended.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return losses, failed


def weighing_of(record: Record, choice: RecordedChoice, players: Sequence[Player]) -> Weighing:
    """How the worlds of a choice are weighed: tolerantly where the others in the record are not the field.

    Args:
        record: the game.
        choice: a choice in it.
        players: the field, by seat.
    """
    others = [seat for seat in range(3) if seat != choice.position.seat]
    same = all(str(record["players"][seat]) == players[seat].label for seat in others)
    return Weighing() if same else Weighing.tolerant()


def kind_of(choice: RecordedChoice, loss: Loss) -> str:
    """The kind of a choice (of `KINDS`), by the action taken and the one that looks best."""
    kinds = {loss.chosen.kind, loss.best.kind}
    if kinds & {"challenge", "fold"}:
        return "challenge"
    if kinds & {"call", "pass"}:
        return "call"
    if "take" in kinds:
        return "draw source"
    if "draw" in kinds:
        return "call" if choice.position.decision == "call" else "draw source"
    if "lay" in kinds:
        return "lay or hold"
    return "sapaw" if "sapaw" in kinds else "discard"


def verdict_of(loss: Loss, close: float = CLOSE) -> str:
    """`clear`, `close`, `undecided` or `best`."""
    if loss.best == loss.chosen:
        return "best"
    if loss.mean - CLEAR * loss.half > 0:
        return "clear"
    return "close" if loss.mean + loss.half <= close else "undecided"


def _choice_row(task: _Task, loss: Loss) -> ReviewedChoice:
    position = task.choice.position
    same = loss.best == loss.chosen
    return ReviewedChoice(
        game=task.game + 1,
        move=task.choice.move,
        seat=position.seat,
        player=task.player,
        kind=kind_of(task.choice, loss),
        action=loss.chosen.text(position),
        best=loss.best.text(position),
        options=loss.options,
        real=loss.real,
        lost=Estimate(0.0, None) if same else estimate(loss.mean, loss.half),
        worlds=loss.worlds,
        verdict=verdict_of(loss),
        position=PositionFacts.from_dict(position.facts()),
        line=task.record["lines"][task.choice.move - 1] if "lines" in task.record else 0,
    )


def charged_once(choices: Iterable[ReviewedChoice]) -> list[ReviewedChoice]:
    """The choices of some games in order; a chance that stays open is charged where it was first clearly missed.

    A call there would have ended the game: without this rule its player is charged with that call again at every turn.
    """
    missed: set[tuple[int, int, str]] = set()
    charged = []
    for each in choices:
        chance = each.game, each.seat, each.best
        charged.append(replace(each, again=chance in missed))
        if each.kind in LASTING and each.verdict == "clear":
            missed.add(chance)
    return charged


def _largest(choices: Sequence[ReviewedChoice]) -> list[int]:
    """Numbers of the clear mistakes with the highest lower limits."""
    clear = [number for number, each in enumerate(choices) if each.verdict == "clear"]
    return sorted(clear, key=lambda number: -(choices[number].lost.ci95 or (0.0, 0.0))[0])[:LARGEST]


def _in_fields(choice: ReviewedChoice, task: _Task, loss: Loss, rules: RuleSet, seed: int) -> ReviewedChoice:
    """The choice with its loss against other players."""
    fields = []
    own = position_seed(seed + 1, task.game, task.choice.move)
    for name in FIELDS:
        players = seated(task.choice.position, field_of(name))
        try:
            weighing = weighing_of(task.record, task.choice, players)
            again = measured_again(task.choice, loss, players, own, FIELD_WORLDS, weighing)
            fields.append(FieldLoss(name, estimate(*again)))
        except PositionError:
            fields.append(FieldLoss(name, Estimate(None, None)))
    every = all(each.lost.ci95 is not None and each.lost.ci95[0] > 0 for each in fields)
    return replace(choice, fields=tuple(fields), every_field=every)


def _games(
    games: Mapping[int, Record],
    choices: Sequence[ReviewedChoice],
    player: str | None,
    seats: Sequence[int],
    luck: Callable[[Record, int], Mapping[str, float | None]],
) -> list[ReviewedGame]:
    """A row for each reviewed seat of each game."""
    lost: dict[tuple[int, int], float] = {}
    for each in choices:
        lost[each.game, each.seat] = lost.get((each.game, each.seat), 0.0) + each.charged
    rows = []
    for number, record in games.items():
        wanted = _seats(record, player, seats)
        if not wanted:
            continue
        paid = results_of(record)
        for seat in wanted:
            parts = luck(record, seat)
            result = None if math.isnan(paid[seat]) else float(paid[seat])
            rows.append(
                ReviewedGame(
                    game=number,
                    seat=seat,
                    player=str(record["players"][seat]),
                    result=result,
                    lost=lost.get((number, seat), 0.0),
                    deal=parts["deal"] or 0.0,
                    stock=parts["stock"],
                    others=parts["others"],
                    adjusted=None if result is None else result - math.fsum(each or 0.0 for each in parts.values()),
                )
            )
    return rows


def _players(choices: Sequence[ReviewedChoice], games: Sequence[ReviewedGame]) -> list[ReviewedPlayer]:
    """A summary for each player."""
    summaries = []
    for player in dict.fromkeys(each.player for each in games):
        own = [each for each in choices if each.player == player]
        rows = [each for each in games if each.player == player]
        kinds = [ReviewedKind(kind, *_totals([each for each in own if each.kind == kind])) for kind in KINDS]
        real, mistakes, lost = _totals(own)
        summaries.append(
            ReviewedPlayer(
                player=player,
                games=len(rows),
                choices=real,
                mistakes=mistakes,
                lost=lost,
                per_game=by_game(rows, "lost"),
                kinds=tuple(kinds),
                result=by_game(rows, "result"),
                adjusted=by_game(rows, "adjusted"),
            )
        )
    return summaries


def _totals(choices: Sequence[ReviewedChoice]) -> tuple[int, int, Estimate]:
    """Real choices, clear mistakes, and units lost with the interval of the rollouts."""
    total = math.fsum(each.charged for each in choices)
    half = math.sqrt(math.fsum((each.lost.half_width or 0.0) ** 2 for each in choices if not each.again))
    mistakes = sum(each.verdict == "clear" for each in choices)
    return sum(each.real for each in choices), mistakes, Estimate(total, (total - half, total + half))


def by_game(rows: Sequence[ReviewedGame], name: str) -> Estimate:
    """The mean of a column over games where it is known, with its interval; seats of one game are one cluster."""
    sums: dict[int, list[float]] = {}
    for row in rows:
        if (value := getattr(row, name)) is not None:
            sums.setdefault(row.game, []).append(float(value))
    count, games = sum(map(len, sums.values())), len(sums)
    if not games:
        return Estimate(None, None)
    mean = math.fsum(value for values in sums.values() for value in values) / count
    if games < 2:
        return Estimate(mean, None)
    apart = [math.fsum(values) - mean * len(values) for values in sums.values()]
    square = math.fsum(each * each for each in apart)
    half = t95(games - 1) * math.sqrt(square * games / (games - 1)) / count
    return Estimate(mean, (mean - half, mean + half))
