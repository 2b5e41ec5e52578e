"""The results of a batch: merged sums as rows, data frames and JSON."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.designs.moments import slots_of
from tongits_sim.designs.batch import tally
from tongits_sim.designs.batch.answer import BatchAnswer, DealerRow, House, Leader, PlayerRow, SeatRow
from tongits_sim.designs.batch.estimates import BatchEstimates, dealer_row, house, leader, player_row, seat_rows
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.text import asked, players_table, sentences
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.game.state import ENDINGS
from tongits_sim.rules.amounts import UNIT, bin_width, takes_fees
from tongits_sim.run.answers import Answer, flat
from tongits_sim.run.notebook import Bar, aligned, forest_svg, page_part

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


@dataclass(repr=False)
class Results:
    """The results of a batch.

    Attributes:
        job: the job that was played.
        sums: all counts, as exact integers.
        elapsed: seconds spent playing, compilation left out.
        played: games played in that time; fewer than `games` if the run was resumed.
        workers: number of workers.
        folder: the run folder, if any.
    """

    job: Job
    sums: BatchTotals
    elapsed: float = 0.0
    played: int = 0
    workers: int = 1
    folder: str = ""

    @property
    def games(self) -> int:
        """Games finished."""
        return self.sums.games

    @functools.cached_property
    def groups(self) -> dict[str, tuple[int, ...]]:
        """The slots of each player, by label; equal labels are one player."""
        return slots_of(self.job.labels)

    @functools.cached_property
    def _moments(self) -> BatchEstimates:
        return BatchEstimates(self.sums)

    @functools.cached_property
    def players_summary(self) -> tuple[PlayerRow, ...]:
        """One row per player; amounts in units, rates per game."""
        width = bin_width(self.job.rules, tally.HIST_ZERO)
        return tuple(player_row(self.sums, self._moments, label, slots, width) for label, slots in self.groups.items())

    @functools.cached_property
    def seats_summary(self) -> tuple[SeatRow, ...]:
        """One row per seat."""
        return tuple(seat_rows(self.sums, self._moments, self.job.match_games == 1))

    @functools.cached_property
    def dealer_summary(self) -> DealerRow:
        """The dealer's row."""
        return dealer_row(self.sums, self._moments, self.job.match_games == 1)

    @property
    def endings_share(self) -> dict[str, float]:
        """Share of games by ending."""
        counts = self.sums.totals[tally.T_ENDINGS : tally.T_ENDINGS + len(ENDINGS)]
        return {ending: int(n) / max(self.games, 1) for ending, n in zip(ENDINGS, counts, strict=True)}

    @functools.cached_property
    def leader(self) -> Leader | None:
        """Who earns most, and the lead over the next; None when all players are the same."""
        return leader(self._moments, self.groups)

    @functools.cached_property
    def house(self) -> House | None:
        """What the house keeps; None under rules without fees."""
        return house(self._moments) if takes_fees(self.job.rules) else None

    @functools.cached_property
    def answer(self) -> BatchAnswer:
        """The whole answer as one value."""
        job, games = self.job, max(self.games, 1)
        totals = self.sums.totals
        return BatchAnswer(
            command="simulate",
            rules=job.rules.name,
            players=tuple(job.labels),
            games=self.games,
            matches=self.sums.matches,
            match_games=job.match_games,
            fixed_seats=job.fixed_seats,
            seed=job.seed,
            endings=self.endings_share,
            turns_per_game=int(totals[tally.T_TURNS]) / games,
            won_per_game=int(totals[tally.T_WON]) / games / UNIT,
            sunog_per_game=int(totals[tally.T_BURNED]) / games,
            players_summary=self.players_summary,
            seats_summary=self.seats_summary,
            dealer_summary=self.dealer_summary,
            leader=self.leader,
            knobs=job.rules.knobs(),
            workers=self.workers,
            games_per_second=self.played / self.elapsed if self.elapsed > 0 else None,
            elapsed_s=self.elapsed,
            out=self.folder or None,
            specs=tuple(player.given for player in job.players),
            house=self.house,
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON (docs/reference/formats.md)."""
        return self.answer.to_dict()

    def __repr__(self) -> str:
        """One screen: what was played, the findings, the players."""
        return "\n".join([asked(self.answer), *sentences(self.answer), "", aligned(*players_table(self.answer))])

    def _repr_html_(self) -> str:
        """The same in a notebook, with a figure of what each player earns."""
        rows = sorted(self.players_summary, key=lambda row: -(row.payout.mean or 0))
        bars = [Bar(row.player, row.payout.mean, row.payout.ci95) for row in rows if row.payout.mean is not None]
        figure = forest_svg(bars, "units a game, with 95 % intervals")
        return page_part([asked(self.answer), *sentences(self.answer)], *players_table(self.answer), figure)

    @functools.cached_property
    def players(self) -> pl.DataFrame:
        """The players as a polars data frame, one row each."""
        return _frame(self.players_summary)

    @functools.cached_property
    def seats(self) -> pl.DataFrame:
        """The seats as a polars frame."""
        return _frame(self.seats_summary)

    @functools.cached_property
    def dealer(self) -> pl.DataFrame:
        """The dealer as a polars frame of one row."""
        return _frame((self.dealer_summary,))

    @functools.cached_property
    def endings(self) -> pl.DataFrame:
        """Endings as a data frame: ending, games, share."""
        import polars as pl

        shares = self.endings_share
        games = [int(n) for n in self.sums.totals[tally.T_ENDINGS : tally.T_ENDINGS + len(ENDINGS)]]
        return pl.DataFrame({"ending": list(shares), "games": games, "share": list(shares.values())})

    @functools.cached_property
    def payouts(self) -> pl.DataFrame:
        """Histogram of payouts: player, payout (units, lower edge of the bin), games."""
        import polars as pl

        width = bin_width(self.job.rules, tally.HIST_ZERO)
        rows = []
        for label, slots in self.groups.items():
            counts = self.sums.hist[list(slots)].sum(axis=0)
            places = [place for place in range(tally.HIST_BINS) if counts[place]]
            rows += [(label, (place - tally.HIST_ZERO) * width / UNIT, int(counts[place])) for place in places]
        return pl.DataFrame(rows, schema={"player": pl.String, "payout": pl.Float64, "games": pl.Int64}, orient="row")

    @functools.cached_property
    def turns(self) -> pl.DataFrame:
        """Histogram of game lengths: turns (all seats together), games."""
        import polars as pl

        counts = [int(n) for n in self.sums.totals[tally.T_BY_TURNS :]]
        return pl.DataFrame({"turns": range(len(counts)), "games": counts}).filter(pl.col("games") > 0)

    def to_pandas(self) -> pd.DataFrame:
        """The players as a pandas frame."""
        return self.players.to_pandas()


def _frame(rows: Sequence[Answer]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame([flat(row) for row in rows])
