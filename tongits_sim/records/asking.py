"""Game records from Python: `record_games(...)` returns a sequence, which can write itself to a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, overload

from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.players import as_players
from tongits_sim.records.file import write_records
from tongits_sim.records.schema import LETTERS, Record
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.arguments import public
from tongits_sim.run.display import RichDisplay, View
from tongits_sim.run.numbers import parse_count
from tongits_sim.strategy import Player


class Records(RichDisplay, Sequence[Record]):
    """Records of games in order of play.

    Attributes:
        job: the rules, players and seed.
    """

    def __init__(self, job: BatchJob, games: Sequence[Record]) -> None:
        self.job = job
        self._games = tuple(games)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Record]: ...
    def __getitem__(self, at: int | slice) -> Record | Sequence[Record]:
        return self._games[at]

    def __len__(self) -> int:
        return len(self._games)

    def write(self, path: str | os.PathLike[str]) -> int:
        """Write the games to a file, a JSON object a line, and return their number. Raises TongitsError."""
        return write_records(self, path)

    def view(self) -> View:
        """A table with a row for each game: its ending, its winner, what each seat won."""
        job = self.job
        heading = f"{len(self):,} games · {', '.join(job.labels)} · rules {job.rules.name} · seed {job.seed}"
        headings = ["Match", "Game", "Ending", "Winner", "Units", *(f"Seat {seat}" for seat in LETTERS[:3])]
        return View([heading], headings, [_row(game) for game in self])


def _row(game: Record) -> list[str]:
    result: dict[str, Any] = game["result"]
    winner = result["winner"]
    return [
        str(game["match"] + 1),
        str(game["game"] + 1),
        result["ending"],
        "nobody" if winner is None else game["players"][winner],
        "" if winner is None else f"{result['payout'][winner]:+g}",
        *(f"{name} {amount:+g}" for name, amount in zip(game["players"], result["payout"], strict=True)),
    ]


@public
def record_games(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int | float | str = 10,
    seed: int = 1,
    *,
    match_games: int | None = None,
    fixed_seats: bool = False,
    first_match: int = 0,
) -> Records:
    """Record the games that `simulate` plays for the same arguments.

    Args:
        rules: house rules, or the name of a preset or file, as for `load`.
        players: three players or their specs.
        games: the number of games, also as "20k" or 1e3.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match; see `simulate`.
        fixed_seats: the first player always sits on seat 0.
        first_match: number of the first match; earlier matches are skipped.

    Returns:
        The records (docs/reference/formats.md), with a method `write`.

    Raises:
        TongitsError: the games cannot be played or written.
        BotFault: a bot breaks the rules or fails.
    """
    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    length = match_length(chosen, match_games)
    job = BatchJob(chosen, as_players(players), parse_count(games), seed, length, fixed_seats)
    played = play_job_records(job, parse_count(first_match, "the number of the first match"))
    return Records(job, tuple(played))
