"""Plays a batch: `simulate`, `play_job`, the table of games, and partial results of an interrupted run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from tongits_sim.experiments.batch import BatchJob, BatchTotals, match_length
from tongits_sim.experiments.batch_estimates import Results
from tongits_sim.experiments.batch_rows import RESPONSES
from tongits_sim.game.state import ENDINGS, PARTS, SEATS
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.arguments import public
from tongits_sim.run.faults import BotFault, Fault, Interrupted
from tongits_sim.run.job import Run
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.parquet import Column, RowTable
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.within import MOST, WithinError, ask_until, widest
from tongits_sim.strategy import Player

GAMES = 100_000
"""Games of a batch if nobody says how many."""


class BatchFault(BotFault):
    """A batch stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: the run with all finished games. results: results of these games; None if no game was finished.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, results: Results | None) -> None:
        super().__init__(fault, run)
        self.results = results


class BatchInterrupted(Interrupted):
    """Ctrl-C during a batch.

    Attributes:
        run: the run with all finished games. results: results of these games.
    """

    def __init__(self, run: Run[BatchTotals], results: Results) -> None:
        super().__init__(run)
        self.results = results


@public
def simulate(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int | float | str | None = None,
    seed: int = 1,
    *,
    match_games: int | None = None,
    fixed_seats: bool = False,
    games_table: str | os.PathLike[str] | None = None,
    within: float | None = None,
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> Results:
    """Play a batch of games between three players and count what happens.

    Rules, players, games, seed and match length determine every digit; the other arguments change none.

    Args:
        rules: house rules, or anything `load` takes: a preset, a preset with overlays, a TOML file.
        players: three players, or their specs: `"greedy,greedy(call_at=5),my_bots.py:shy"`.
        games: how many games to play, also as "1M" or 1e6; 100,000 if not given. Progressive matches play on to the end
            of a match.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak; 1 by default. The last match is
            shorter if `games` is not a multiple. For progressive matches it is the maximum, 1000 by default.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match, in both orders.
        games_table: a parquet file to write, a row for each game (docs/reference/tables.md).
        within: play until every player's earnings a game are known to within this half-width, units (the share of games
            won in percentage points, where games are played for points); `games` is then the most.
        run_options: workers, backend, folder, progress and so on as one value.
        playing: fields of `RunOptions` by name, instead.

    Raises:
        TongitsError: the arguments are invalid; `BatchFault`, with the results so far, if a bot breaks the rules or
            fails.
        BatchInterrupted: Ctrl-C was pressed; carries the results so far.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    length = match_length(ruleset, match_games)
    usual = GAMES if within is None else MOST
    most = usual if games is None else parse_count(games)
    job = BatchJob(ruleset, as_players(players), most, seed, length, fixed_seats)
    table = None if games_table is None else Path(games_table)
    way = with_overrides(run_options, playing)
    if within is None:
        return play_job(job, way, games_table=table)
    return play_within(job, within, way, games_table=table)


def play_job(
    job: BatchJob,
    run_options: RunOptions | None = None,
    *,
    block_matches: int | None = None,
    games_table: Path | None = None,
) -> Results:
    """Play a job; block_matches overrides the number of matches in a block; games_table: see `simulate`.

    Raises:
        BatchFault: a bot broke the rules or failed; carries the results so far.
        BatchInterrupted: Ctrl-C was pressed; carries the results so far.
        TableError: the table cannot be written.
    """
    table = None
    if games_table is not None:
        table = RowTable(games_table, columns(job.seed, job.labels), job)
        job = replace(job, keep_rows=True)
    kept: list[Results] = []  # those of the document in the folder, which take as long as a thousand games

    def document(run: Run[BatchTotals]) -> dict[str, Any]:
        kept.append(_results(job, run))
        return kept[0].to_dict()

    try:
        run = run_job(job, run_options, block_size=block_matches, answer=document, table=table)
    except BotFault as stop:
        raise BatchFault(stop.fault, stop.run, None if stop.run is None else _results(job, stop.run)) from None
    except Interrupted as stop:
        raise BatchInterrupted(stop.run, _results(job, stop.run)) from None
    return kept[0] if kept else _results(job, run)


def play_within(
    job: BatchJob, within: float, run_options: RunOptions | None = None, *, games_table: Path | None = None
) -> Results:
    """Play until the earnings of every player are known to within a half-width, with at most the job's games.

    Raises:
        BatchFault, BatchInterrupted: as for `play_job`.
        WithinError: the half-width is not positive, or a table of games is asked for.
    """
    if games_table is not None:
        raise WithinError("a table of games needs a number of games; leave within or the table out")

    def ask(games: int, way: RunOptions) -> Results:
        return play_job(replace(job, games=games), way)

    results, known = ask_until(within, ask, _width, most=job.games, run_options=run_options)
    return replace(results, within=known)


def _width(results: Results) -> float | None:
    """The widest interval of what the players earn, units; of games won, points, where nothing is paid by the game."""
    rows = results.players_summary
    if results.job.rules.match.progressive_target:
        return widest((row.wins for row in rows), 100.0)
    return widest(row.payout for row in rows)


def columns(seed: int, labels: tuple[str, ...]) -> Iterator[Column]:
    """The columns of a table of games (docs/reference/tables.md); labels: the players by slot."""
    yield Column("seed", "u8", constant=seed)
    yield Column("match", "i8")
    yield Column("game", "i4")
    for seat in range(SEATS):
        yield Column(f"slot_{seat}", "i1")
        yield Column(f"player_{seat}", "i1", source=f"slot_{seat}", labels=labels)
    yield Column("dealer", "i1")
    yield Column("ending", "i1", labels=ENDINGS)
    yield Column("winner", "i1", none=-1)
    yield Column("turns", "i2")
    yield Column("caller", "i1", none=-1)
    for seat in range(SEATS):
        yield Column(f"asked_{seat}", "?")
        yield Column(f"response_{seat}", "i1", labels=RESPONSES, none=-1)
        yield Column(f"count_{seat}", "i2")
        yield Column(f"burned_{seat}", "?")
        yield from (Column(f"{name}_{seat}", "i1") for name in ("open_melds", "secrets", "sapaws"))
        yield from (Column(f"{part}_{seat}", "f8", parts=UNIT) for part in (*PARTS, "payout"))
    yield from (Column(name, "f8", parts=UNIT) for name in ("jackpot", "stake"))


def _results(job: BatchJob, run: Run[BatchTotals]) -> Results:
    return Results(job, run.totals, run.elapsed, run.games_now, run.workers, run.folder)
