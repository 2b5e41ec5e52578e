"""What the choices of recorded games cost, measured at four tables.

The cost of a choice is its regret by advice: the value of the best action minus the value of the chosen action. Clear
and likely costs count; a close choice costs nothing. A missed chance counts once, at the first choice that missed it.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.advise import table_facts
from analyses.answers.advise import PositionFacts
from analyses.answers.review import (
    KINDS,
    CostAtTable,
    ReviewAnswer,
    ReviewedChoice,
    ReviewedDecision,
    ReviewedGame,
    ReviewedPlayer,
    WeighedAction,
)
from analyses.answers.shared import Bot, Versions
from analyses.book.at_position import book_line, book_order
from analyses.habits import habits_of
from analyses.judging import BEST, Regret, regret_of
from analyses.luck import luck_of, results_of
from analyses.opponents import CLEAR, LIKELY
from analyses.seen import likely_tables
from analyses.values import Against, SeatedTable, estimate, prepare, seated_tables
from strategies.book.find import known
from strategies.book.margin import margin_of
from strategies.book.tables import OWN
from tongits_sim.errors import TongitsError
from tongits_sim.players import load_player
from tongits_sim.records.file import identity_of, read_lines
from tongits_sim.records.history import MatchHistories
from tongits_sim.records.replay import rules_of
from tongits_sim.run.answers import Estimate, RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.compiling import available_cores, to_stderr
from tongits_sim.run.run_options import RunOptions
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import Workers
from tongits_sim.table.rollouts import t95

if TYPE_CHECKING:
    from strategies.book.limits import Book
    from tongits_sim.records.schema import Record
    from tongits_sim.table.recorded import RecordedChoice

LASTING = ("call", "lay", "sapaw", "discard")
"""Kinds of choices that may stay open until the next turn. A chance to take or to challenge passes."""
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


@public
def review(
    records: Iterable[Record] | str | os.PathLike[str],
    against: Against = None,
    *,
    numbers: Iterable[int] | None = None,
    earlier: Mapping[int, Record] | None = None,
    player: str | None = None,
    seats: Sequence[int] = (0, 1, 2),
    seed: int = 1,
    worlds: int | None = None,
    file: str = "",
    run_options: RunOptions | None = None,
    look: Look | None = None,
) -> ReviewAnswer:
    """Review recorded games.

    Args:
        records: a file of records or of games written by hand; or verified records, or games that one player saw
            (`PlayedNotation.partial_record`); all of one set of rules. A game that occurs twice is reviewed once.
        against: the tables, as for `advise`.
        numbers: of the games, from 1; None: number them in order.
        earlier: games by number that are not reviewed, but show what was seen before in a match.
        player: review only this player of the records.
        seats: review only these seats.
        seed: of the worlds; the same seed gives the same digits.
        worlds: worlds of each choice at each table; None: the steps of advice.
        file: the name of the file, for the answer.
        run_options: `workers` and `notice` are used.
        look: called with the number of choices valued and of all choices.

    Raises:
        ReviewError: there is nothing to review, or the rules differ or are played for a score.
        TongitsError: there is no such player; a record breaks a rule.
        BotFault: a bot breaks the rules or fails.
    """
    began = time.perf_counter()
    options = run_options or RunOptions()
    if isinstance(records, str | os.PathLike):
        file = file or Path(records).name
        games_given = _games_in(Path(records))
    else:
        games_given = iter(records)
    given = dict(zip(numbers or itertools.count(1), games_given, strict=False))
    if not given:
        raise ReviewError("there is no game to review")
    rules = rules_of(next(iter(given.values())))
    if any(rules_of(record) != rules for record in given.values()):
        raise ReviewError("the games have different rules: review the games of one rule set at a time")
    games = _without_copies(given, options.notice or to_stderr)
    if rules.match.progressive_target > 0:
        raise ReviewError(f"{rules.name} is played for a score, not for money: choices have no expected value")
    fields = seated_tables(against)
    margin = margin_of(rules)
    own = [load_player(OWN)] * 3
    tasks = _tasks(games, earlier or {}, player, seats)
    book = known(rules)
    prepare(tasks[0].choice.position, fields, options)
    regrets, failed = _regrets(tasks, fields, margin, (seed, worlds), options, look)
    valued = [(task, regret) for task, regret in zip(tasks, regrets, strict=True) if regret is not None]
    choices = with_counted_costs([_choice_row(task, regret, fields, book) for task, regret in valued])
    luck = luck_of(rules, own, seed)
    lines = _games(games, choices, player, seats, luck.known_of)
    labels = {bot.label: bot for field in fields for bot in field.players}
    return ReviewAnswer(
        command="review",
        file=file,
        rules=rules.name,
        knobs=rules.knobs(),
        tables=table_facts(fields, (1 / len(fields),) * len(fields)),
        seed=seed,
        games=len(games),
        margin=margin,
        players=tuple(_players(choices, lines)),
        choices=tuple(choices),
        reviewed_games=tuple(lines),
        luck_factor=luck.factor,
        luck_games=luck.games,
        luck_players=luck.players,
        habits=habits_of(games.values()),
        failed=failed,
        run=RunFacts(elapsed_s=time.perf_counter() - began),
        bots=tuple(map(Bot.of, labels.values())),
        versions=Versions.current(),
    )


def _games_in(path: Path) -> Iterator[Record]:
    """The games of a file. Raises TongitsError for the first that breaks a rule."""
    from tongits_sim.records.game_files import games_of

    for _, game in games_of(str(path), read_lines(str(path))):
        if isinstance(game, TongitsError):
            raise game
        if game is not None:
            yield game


def _without_copies(games: Mapping[int, Record], notice: Callable[[str], None]) -> dict[int, Record]:
    """The games by number. A repeated game counts once, and a notice names it."""
    first: dict[str, int] = {}
    copies = {number: first.setdefault(identity_of(record), number) for number, record in games.items()}
    again = [f"game {number} is game {copy}" for number, copy in copies.items() if number != copy]
    if again:
        more = f", and {len(again) - 1:,} more" if len(again) > 1 else ""
        notice(f"Repeated games count once: {again[0]}{more}.\n")
    return {number: games[number] for number in first.values()}


def _tasks(
    games: Mapping[int, Record], earlier: Mapping[int, Record], player: str | None, seats: Sequence[int]
) -> list[_Task]:
    """Every choice of the seats to review. Raises ReviewError if there is no choice."""
    names = sorted({str(name) for record in games.values() for name in record["players"]})
    if player is not None and player not in names:
        meant = next((name for name in names if name.casefold() == player.casefold()), None)
        hint = f" Try --player {meant or 'you'}." if meant or "you" in names else ""
        raise ReviewError(f'nobody in these games is called "{player}". Players: {", ".join(names)}.{hint}')
    tasks = []
    histories = MatchHistories()
    for number, record in sorted({**earlier, **games}.items()):
        if number not in games:
            histories.add(record)
            continue
        history = histories.before(record)
        histories.add(record)
        wanted = _seats(record, player, seats)
        hidden = [str(record["players"][seat]) for seat in wanted if seat in record.get("unknown", ())]
        if player is not None and hidden:
            raise ReviewError(
                f"not all cards of {hidden[0]} are written down in game {number}, so nobody can say what he knew; "
                "write his hand, and every card he drew"
            )
        tasks += [_Task(number - 1, record, choice) for choice in choices_of(record, wanted, history)]
    if not tasks:
        raise ReviewError("the reviewed players had nothing to decide in these games")
    return tasks


def _seats(record: Record, player: str | None, seats: Sequence[int]) -> list[int]:
    """The seats of a record to review: those of the player, or all whose cards are written down."""
    if player is None:
        seats = [seat for seat in seats if seat not in record.get("unknown", ())]
    return [seat for seat in seats if player is None or record["players"][seat] == player]


def _regrets(
    tasks: Sequence[_Task],
    fields: Sequence[SeatedTable],
    margin: float,
    played: tuple[int, int | None],
    run_options: RunOptions,
    look: Look | None,
) -> tuple[list[Regret | None], int]:
    """The regret of each choice (None if only one action was legal), and the number of failures.

    played: seed and number of worlds.
    """
    workers = Workers()

    def value(task: _Task) -> Regret | PositionError | None:
        try:
            return regret_of(task.choice, fields, margin, played[0], workers, worlds=played[1])
        except PositionError as error:
            return error

    failed = 0
    regrets: list[Regret | None] = []
    with ThreadPoolExecutor(max(1, run_options.workers or available_cores())) as pool:
        try:
            for number, regret in enumerate(pool.map(value, tasks), start=1):
                if isinstance(regret, PositionError):
                    failed += 1
                    regrets.append(None)
                else:
                    regrets.append(regret)
                if look is not None:
                    look(number, len(tasks))
        except BaseException:  # Ctrl-C, or a fault
            workers.ended.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return regrets, failed


def decision_of(choice: RecordedChoice, regret: Regret) -> str:
    """The kind of a choice (of `KINDS`), from the chosen action and the action that looks best."""
    # A turn asks for several kinds at once: who could call may also draw. The rarer kind names the choice.
    kinds = {regret.chosen.kind, regret.best.kind}
    if kinds & {"challenge", "fold"}:
        return "challenge"
    if kinds & {"call", "pass"}:
        return "call"
    if "take" in kinds:
        return "draw"
    if "draw" in kinds:
        return "call" if choice.position.decision == "call" else "draw"
    if "lay" in kinds:
        return "lay"
    return "sapaw" if "sapaw" in kinds else "discard"


def _choice_row(task: _Task, regret: Regret, fields: Sequence[SeatedTable], book: Book | None) -> ReviewedChoice:
    position = task.choice.position
    kinds = [weighed.action.kind for weighed in regret.actions]
    same = regret.word == BEST
    at = () if same else zip(likely_tables(position, fields), regret.at, strict=True)
    return ReviewedChoice(
        game=task.game + 1,
        move=task.choice.move,
        seat=position.seat,
        player=task.player,
        decision=decision_of(task.choice, regret),
        action=regret.chosen.text(position),
        best=regret.best.text(position),
        n_actions=regret.n_actions,
        had_choice=regret.had_choice,
        cost=Estimate(0.0, None) if same else estimate(regret.lead),
        at=tuple(CostAtTable(field.name, estimate(gap), gap.above()) for field, gap in at),
        worlds=regret.worlds,
        verdict=regret.word,
        why=regret.why,
        position=PositionFacts.from_dict(position.facts()),
        line=task.record["lines"][task.choice.move - 1] if "lines" in task.record else 0,
        actions=tuple(
            WeighedAction(weighed.action.text(position), estimate(weighed.behind)) for weighed in regret.actions
        ),
        book=book_line(book, position, kinds),
        next_time=book_order(book, position, kinds),
    )


def with_counted_costs(choices: Iterable[ReviewedChoice]) -> list[ReviewedChoice]:
    """Set the cost of each choice in the totals; `choices` in the order of play.

    A missed chance, such as a call that stays possible, counts once, at the first clear mistake. Otherwise a player
    who did not call would pay for the call again at every turn.
    """
    missed: set[tuple[int, int, str]] = set()
    once = []
    for choice in choices:
        chance = choice.game, choice.seat, choice.best
        again = chance in missed
        counts = choice.verdict in (CLEAR, LIKELY) and not again
        once.append(replace(choice, repeated=again, counted_cost=(choice.cost.mean or 0.0) if counts else 0.0))
        if choice.decision in LASTING and choice.verdict == CLEAR:
            missed.add(chance)
    return once


def _games(
    games: Mapping[int, Record],
    choices: Sequence[ReviewedChoice],
    player: str | None,
    seats: Sequence[int],
    luck: Callable[[Record, int], Mapping[str, float | None]],
) -> list[ReviewedGame]:
    """A row for each reviewed seat of each game."""
    costs: dict[tuple[int, int], float] = {}
    for choice in choices:
        costs[choice.game, choice.seat] = costs.get((choice.game, choice.seat), 0.0) + choice.counted_cost
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
                    cost=costs.get((number, seat), 0.0),
                    deal_luck=parts["deal"] or 0.0,
                    draw_luck=parts["stock"],
                    opponents_luck=parts["others"],
                    adjusted=None if result is None else result - math.fsum(part or 0.0 for part in parts.values()),
                )
            )
    return rows


def _players(choices: Sequence[ReviewedChoice], games: Sequence[ReviewedGame]) -> list[ReviewedPlayer]:
    """A summary of each reviewed player, in the order of the games."""
    summaries = []
    for player in dict.fromkeys(game.player for game in games):
        own = [choice for choice in choices if choice.player == player]
        rows = [game for game in games if game.player == player]
        kinds = [
            ReviewedDecision(kind, *_totals([choice for choice in own if choice.decision == kind])) for kind in KINDS
        ]
        real, mistakes, cost = _totals(own)
        summaries.append(
            ReviewedPlayer(
                player=player,
                games=len(rows),
                choices=real,
                mistakes=mistakes,
                accuracy=1 - sum(choice.verdict == CLEAR for choice in own) / real if real else None,
                cost=cost,
                per_game=_positive_interval(by_game(rows, "cost")),
                decisions=tuple(kinds),
                result=by_game(rows, "result"),
                adjusted=by_game(rows, "adjusted"),
                luck=_luck(rows),
            )
        )
    return summaries


def _luck(games: Sequence[ReviewedGame]) -> float | None:
    """Units that the cards were worth, over the games with a known result."""
    known = [game.result - game.adjusted for game in games if game.result is not None and game.adjusted is not None]
    return math.fsum(known) if known else None


def _totals(choices: Sequence[ReviewedChoice]) -> tuple[int, int, float]:
    """Real choices, mistakes, and units lost."""
    mistakes = sum(choice.verdict == CLEAR and not choice.repeated for choice in choices)
    return sum(choice.had_choice for choice in choices), mistakes, math.fsum(choice.counted_cost for choice in choices)


def _positive_interval(mean: Estimate) -> Estimate:
    """The interval of a mean of regrets on a logarithmic scale, so that it stays above 0."""
    if not mean.mean or mean.half_width is None:
        return Estimate(mean.mean, None)
    factor = math.exp(mean.half_width / mean.mean)
    return Estimate(mean.mean, (mean.mean / factor, mean.mean * factor))


def by_game(rows: Sequence[ReviewedGame], name: str) -> Estimate:
    """The mean of a column over games with a known value, with its interval. Seats of one game are one cluster."""
    sums: dict[int, list[float]] = {}
    for row in rows:
        if (value := getattr(row, name)) is not None:
            sums.setdefault(row.game, []).append(float(value))
    count = sum(map(len, sums.values()))
    games = len(sums)
    if not games:
        return Estimate(None, None)
    mean = math.fsum(value for values in sums.values() for value in values) / count
    if games < 2:
        return Estimate(mean, None)
    # The seats of a game share its cards and its result, so their errors add up within the game, not across games.
    deviations = [math.fsum(values) - mean * len(values) for values in sums.values()]
    square = math.fsum(deviation * deviation for deviation in deviations)
    half = t95(games - 1) * math.sqrt(square * games / (games - 1)) / count
    return Estimate(mean, (mean - half, mean + half))
