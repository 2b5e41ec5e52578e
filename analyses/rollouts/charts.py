"""Charts for the `chart` bot: their tables fitted, written to a file and tested against the bots they came from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.answers.shared import TURNED
from analyses.question import Inquiry, QuestionError
from analyses.rollouts import estimates
from analyses.rollouts.cells import CountLimit, PlayedChart
from analyses.rollouts.estimates import Table
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.files import write_output, writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tongits_sim.experiments.forks import Binning, ForkEstimates

NOTE = (
    "rows: stock left, 0 to 17; columns: no, one, two opponents with an open meld (call_at), 0 to 12 cards in the "
    "caller's hand (challenge_at); -1: never"
)
CHECKING = "chart"
"""The check whose deals (`check_seed`) show what a chart earns."""
ROUNDS = 2
"""Rounds of fitting calls: against the bot's own later calls, then against the table itself."""
_MOST_COUNT = 80


def fit_calls(
    inquiry: Inquiry, games: int, min_forks: int, rounds: int = ROUNDS, binnings: Sequence[Binning] = ()
) -> tuple[Table, tuple[CountLimit, ...], list[ForkEstimates]]:
    """The best table of call thresholds: fitted against the bot's own later calls, then against itself.

    Args:
        inquiry: rules, players, seed; every round is played on a seed of its own.
        games: games per round.
        min_forks: cells with fewer forks are fitted together with others.
        rounds: number of rounds, at least 1.
        binnings: further binnings of the forks.

    Returns:
        The table, its thresholds, and the forks of every round.
    """
    from tongits_sim.experiments.forks import Binning, unit_bins
    from tongits_sim.game.state import MAX_STOCK

    axes = (unit_bins("count", 0, _MOST_COUNT), unit_bins("stock", 0, MAX_STOCK), unit_bins("opponents_open", 0, 2))
    table: Table | None = None
    fitted: tuple[CountLimit, ...] = ()
    played: list[ForkEstimates] = []
    for turn in range(1, rounds + 1):
        fine = (Binning("fine", axes), *binnings)
        forks = estimates.play(inquiry, "call", fine, f"fit-{turn}", turn, games=games, rule=table)
        value = "payout" if table is None else "rule"
        fitted = estimates.fit(forks, "fine", ("stock_left", "opponents_open"), min_forks, value, limits=turn == rounds)
        table = estimates.table(fitted, "opponents_open", 3)
        played.append(forks)
    assert table is not None
    return table, fitted, played


def fit_challenges(
    inquiry: Inquiry, games: int, min_forks: int, binnings: Sequence[Binning] = ()
) -> tuple[Table, ForkEstimates]:
    """The best table of challenge thresholds by stock left and the caller's cards, and the forks it was fitted on.

    Where nobody was asked for a challenge the table never challenges.

    Args:
        inquiry: rules, players, seed.
        games: games to fit on, on a seed of their own.
        min_forks: cells with fewer forks are fitted together with others.
        binnings: further binnings of the forks.
    """
    from strategies.chart import CALLER_CARDS
    from tongits_sim.experiments.forks import Binning, unit_bins
    from tongits_sim.game.state import MAX_STOCK

    cards = unit_bins("caller_size", 0, CALLER_CARDS - 1)
    fine = Binning("fine", (unit_bins("count", 0, _MOST_COUNT), unit_bins("stock", 0, MAX_STOCK), cards))
    forks = estimates.play(inquiry, "respond", (*binnings, fine), "fit-challenges", 1, games=games)
    keys = ("stock_left", "caller_cards")
    fitted = estimates.fit(forks, "fine", keys, min_forks, limits=False) if forks.forks else ()
    return estimates.table(fitted, "caller_cards", CALLER_CARDS), forks


@dataclass(frozen=True)
class Chart:
    """Largest counts to call with, by stock left and opponents with an open meld, and to challenge with, by stock left
    and the caller's cards; -1 is never.
    """

    call_at: Table
    challenge_at: Table

    def text(self, title: str) -> str:
        """The table file."""
        lines = [f"title = {json.dumps(title)}"]
        lines += [f"note = {json.dumps(NOTE)}"]
        for name in ("call_at", "challenge_at"):
            lines += [f"{name} = ["]
            lines += [f"  [{', '.join(f'{count:g}' for count in row)}]," for row in getattr(self, name)]
            lines += ["]"]
        return "\n".join(lines) + "\n"


def check_path(path: Path | None) -> None:
    """Check a chart's file name before anything is played. Raises QuestionError."""
    if path is None:
        return
    if path.suffix.lower() != ".toml":
        raise QuestionError(f"a chart is a TOML file: its name ends in .toml, not {path.name!r}")
    if not path.parent.is_dir():
        raise QuestionError(f"there is no folder {path.parent} for the chart {path.name}")


def written(
    inquiry: Inquiry, games: int, min_forks: int, calls: Table | None = None, challenges: Table | None = None
) -> PlayedChart | None:
    """The chart that `--chart` asks for, written and checked.

    Args:
        inquiry: what was asked; its option `chart` is the path.
        games, min_forks: as of `fit_calls`, for the table that is not given.
        calls, challenges: the tables, where they were fitted before.
    """
    path = inquiry.options["chart"]
    if path is None:
        return None
    calls = fit_calls(inquiry, games, min_forks)[0] if calls is None else calls
    challenges = fit_challenges(inquiry, games, min_forks)[0] if challenges is None else challenges
    return write_and_check(inquiry, path, Chart(calls, challenges))


def write_and_check(inquiry: Inquiry, path: Path, chart: Chart) -> PlayedChart:
    """Write a chart and play it against the bot it was fitted on, on held-out deals in every seating.

    The bot plays against itself with the chart instead of its own calls and challenges: `chart(file=PATH)` for
    `greedy`, otherwise `NAME(file=PATH)`. The answer holds the path and the difference in units a game.

    Raises:
        QuestionError: the file cannot be written.
    """
    from analyses.compare import compare
    from strategies.chart import with_tables
    from tongits_sim.core.jobs import check_seed

    check_path(path)
    with writing(path, QuestionError):
        write_output(path, chart.text(f"from {inquiry.players[0].label} under {inquiry.rules.name}"))
    source = inquiry.players[estimates.slots(inquiry)[0]]
    chart_bot = with_tables(source, str(path))
    seed = check_seed(inquiry.seed, CHECKING)
    how = inquiry.how
    comparison = compare(
        inquiry.rules,
        [chart_bot, source],
        games=inquiry.options["check_games"],
        seed=seed,
        sessions=False,
        workers=how.workers,
        progress=how.progress,
        notice=how.notice or (lambda text: None),
    ).answer
    pair = comparison.pairs[0]
    sign = 1 if pair.a == chart_bot.label else -1
    limits = None if pair.diff.ci95 is None else sorted(sign * limit for limit in pair.diff.ci95)
    return PlayedChart(
        file=str(path),
        player=chart_bot.label,
        source=source.label,
        deals=comparison.deals,
        seed=seed,
        diff=Estimate(sign * value(pair.diff), None if limits is None else (limits[0], limits[1])),
        verdict=pair.verdict if sign > 0 else TURNED[pair.verdict],
        call_at=chart.call_at,
        challenge_at=chart.challenge_at,
    )
