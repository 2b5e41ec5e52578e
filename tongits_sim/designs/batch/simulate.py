"""A batch played: `simulate` and `play_job`, and the results of a run, also of one that was broken off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tongits_sim.designs.batch.job import Job, match_length
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.faults import BotFault, Fault, Interrupted
from tongits_sim.run.how import How, how_of
from tongits_sim.run.run import run_work
from tongits_sim.run.sizes import whole
from tongits_sim.run.work import Run
from tongits_sim.strategy import Player


class BatchFault(BotFault):
    """A batch stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: all games that were finished.
        results: the same as results; None if nothing was played.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, results: Results | None) -> None:
        super().__init__(fault, run)
        self.results = results


class BatchInterrupted(Interrupted):
    """Ctrl-C during a batch.

    Attributes:
        run: all games that were finished.
        results: the same as results.
    """

    def __init__(self, run: Run[BatchTotals], results: Results) -> None:
        super().__init__(run)
        self.results = results


def simulate(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int | float | str = 100_000,
    seed: int = 1,
    *,
    match_games: int | None = None,
    fixed_seats: bool = False,
    how: How | None = None,
    **playing: Any,
) -> Results:
    """Play a batch of games between three players and count what happens.

    The same rules, players, games, seed and match length give the same numbers to the last digit, whatever the rest.

    Args:
        rules: house rules, or what `load` understands: a preset, a preset with overlays, a TOML file.
        players: three players, or their specs: `"greedy,greedy(call_at=5),my_bots.py:shy"`.
        games: how many games to play, also as "1M" or 1e6; in progressive matches at least as many, to the end of a
            match.
        seed: 0 .. 2**64 - 1.
        match_games: games that follow each other with dealer, jackpot and streak handed on; one if not given. The last
            match is shorter where they do not divide `games`. In a progressive match the most it may have, 1000 if not
            given.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        how, playing: workers, backend, scheduler, out, resume, bot_timeout, progress, notice: as one value, or by name;
            see `How`.

    Raises:
        TongitsError: for anything that cannot be played; `BatchFault` with the results so far when a bot breaks the
            rules or fails.
        BatchInterrupted: on Ctrl-C, with the results so far.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    length = match_length(ruleset, match_games)
    return play_job(Job(ruleset, as_players(players), whole(games), seed, length, fixed_seats), how_of(how, playing))


def play_job(job: Job, how: How | None = None, *, block_matches: int | None = None) -> Results:
    """Play a job; see `simulate`. `block_matches` overrides how many matches a block has."""
    try:
        run = run_work(job, how, block_size=block_matches, answer=lambda run: _results(job, run).to_dict())
    except BotFault as stop:
        raise BatchFault(stop.fault, stop.run, None if stop.run is None else _results(job, stop.run)) from None
    except Interrupted as stop:
        raise BatchInterrupted(stop.run, _results(job, stop.run)) from None
    return _results(job, run)


def _results(job: Job, run: Run[BatchTotals]) -> Results:
    return Results(job, run.totals, run.elapsed, run.played, run.workers, run.folder)
