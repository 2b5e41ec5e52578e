"""The results of a batch: estimates for players, seats and the dealer, in units, with intervals.

Intervals treat matches as independent: Student's t on sums over matches (payouts), or Wilson's score interval with the
matches' design effect (shares). Rates are per game unless their name says otherwise.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.experiments import batch_kernel as tally
from tongits_sim.experiments.batch import BatchJob, BatchTotals
from tongits_sim.experiments.batch_answer import (
    LAST_FIRST_MELD,
    BatchAnswer,
    DealerRow,
    FirstMeldRow,
    House,
    Leader,
    LengthRow,
    Payout,
    PlayerRow,
    Quantiles,
    Rates,
    SeatRow,
)
from tongits_sim.game.state import ENDINGS, PARTS, SEATS
from tongits_sim.rules.amounts import UNIT, bin_width, takes_fees
from tongits_sim.run.answers import Estimate, Limits, RunFacts, frame
from tongits_sim.run.display import RichDisplay, View, view_of
from tongits_sim.run.estimates import LEVEL, Moments, estimate, limits, over, pooled, slots_of, spread
from tongits_sim.run.within import Within
from tongits_sim.stats import Interval, histogram_quantile, t_interval, wilson_interval

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_SLOT_WINS = tally.CLUSTER_NAMES.index("wins_0")
_SLOT_BURNED = tally.CLUSTER_NAMES.index("burned_0")
_SEAT_PAYOUT = tally.CLUSTER_NAMES.index("seat_0")
_DEALER_PAYOUT = tally.CLUSTER_NAMES.index("dealer")


class BatchEstimates(Moments):
    """First and second moments over matches of the columns `tally.CLUSTER_NAMES`."""

    def __init__(self, sums: BatchTotals) -> None:
        values = [int(value) for value in sums.clusters]
        starts = (tally.K_X, tally.K_NX, tally.K_XX)
        columns = [values[start : start + tally.N_CLUSTER] for start in starts]
        super().__init__(values[: tally.K_X], columns, values[tally.K_CROSS :])


def player_row(
    sums: BatchTotals, moments: BatchEstimates, label: str, slots: tuple[int, ...], bin_width: int
) -> PlayerRow:
    """The row of one player, who may occupy several slots.

    Args:
        moments: the counts as moments over matches.
        bin_width: width of a histogram bin, hundredths.
    """
    return PlayerRow(
        player=label,
        slots=slots,
        **vars(_payout(sums, moments.payout(dict.fromkeys(slots, 1), len(slots)), slot=slots)),
        **vars(_quantiles(sums, slots, bin_width)),
        **vars(
            _rates(
                sums,
                _pooled_wins(sums, moments, slots),
                pooled([moments.share(_SLOT_BURNED + slot) for slot in slots]),
                slot=slots,
            )
        ),
    )


def seat_rows(sums: BatchTotals, moments: BatchEstimates, single_games: bool) -> list[SeatRow]:
    """A row for each seat; shares have intervals only if matches are single games."""
    rows = []
    for seat in range(SEATS):
        number = _SEAT_PAYOUT + seat
        interval = _without_rotation(moments.column(number), sums, moments, seat)
        wins = _single_wins(sums, single_games, seat=seat)
        payout = _payout(sums, interval, seat=seat)
        rates = _rates(sums, wins, seat=seat)
        rows.append(SeatRow(seat=seat, **vars(payout), **vars(rates)))
    return rows


def _without_rotation(interval: Interval, sums: BatchTotals, moments: BatchEstimates, seat: int) -> Interval:
    """Remove from a seat's interval the variation between the players who rotate through the seat, because it is not
    random.

    Stratified estimate (Cochran 1977, section 5.6): subtract, for each player on the seat, the squared sum of the
    player's residuals over the player's matches from the sum of squared residuals. Otherwise the interval would be too
    wide if players differ much and matches are long.
    """
    strata = [
        (sums.field("games", slot=slot, seat=seat), sums.field("payout", slot=slot, seat=seat)) for slot in range(3)
    ]
    strata = [(games, payout) for games, payout in strata if games]
    n = moments.count
    games = moments.games
    number = _SEAT_PAYOUT + seat
    if n <= len(strata) or sum(count for count, _ in strata) != games:
        return interval  # too few matches, or a fault ended some
    mean = Fraction(moments.x(number), games)
    left = moments.xx(number) - 2 * mean * moments.nx(number) + mean**2 * moments.games_sq
    left -= sum((payout - mean * mine) ** 2 / (Fraction(n * mine, games)) for mine, payout in strata)
    se = math.sqrt(max(left, Fraction(0)) * n / (n - len(strata))) / games
    return t_interval(interval.estimate, se, n, n - len(strata), LEVEL)


def dealer_row(sums: BatchTotals, moments: BatchEstimates, single_games: bool) -> DealerRow:
    """The row of the dealer; the share of wins has an interval only if matches are single games."""
    interval = moments.column(_DEALER_PAYOUT)
    wins = _single_wins(sums, single_games, role=1)
    return DealerRow(**vars(_payout(sums, interval, role=1)), **vars(_rates(sums, wins, role=1)))


def house(moments: BatchEstimates) -> House | None:
    """What the house keeps per game, which equals the loss of all three players; None without games."""
    if not moments.games:
        return None
    return House(Estimate.of(moments.payout(dict.fromkeys(range(SEATS), -1)).scaled(1 / UNIT)))


def leader(moments: BatchEstimates, groups: Mapping[str, tuple[int, ...]]) -> Leader | None:
    """The lead per game of the best player over the second best; groups: the slots of each player."""
    lead = moments.leading(groups)
    return lead and Leader(*lead[:2], estimate(lead[2], 1 / UNIT))


def _single_wins(sums: BatchTotals, single_games: bool, **where: int) -> Limits | None:
    """Interval of the share of wins; None if games depend on each other."""
    wins = _wins(sums, **where)
    games = sums.field("games", **where)
    return limits(wilson_interval(wins, games, level=LEVEL)) if single_games and games else None


def _payout(sums: BatchTotals, interval: Interval, **where: int | tuple[int, ...]) -> Payout:
    games = sums.field("games", **where)
    total = sums.field("payout", **where)
    squares = sums.field("payout_sq", **where)
    deviation = spread(games, total, squares)
    return Payout(
        games=games,
        payout=Estimate(over(total, games * UNIT), limits(interval, 1 / UNIT)),
        payout_sd=None if deviation is None else deviation / UNIT,
    )


def _quantiles(sums: BatchTotals, slots: tuple[int, ...], bin_width: int) -> Quantiles:
    counts = sums.hist[list(slots)].sum(axis=0)
    filled = np.flatnonzero(counts)
    if not len(filled):
        return Quantiles(None, None, None)
    values = [int(place - tally.HIST_ZERO) * bin_width for place in filled]
    return Quantiles(*(float(histogram_quantile(values, counts[filled], q).estimate) / UNIT for q in (0.05, 0.5, 0.95)))


def _wins(sums: BatchTotals, **where: int | tuple[int, ...]) -> int:
    return sum(sums.field(f"wins_{ending}", **where) for ending in ENDINGS)


def _rates(
    sums: BatchTotals, wins: Limits | None, sunog: Limits | None = None, **where: int | tuple[int, ...]
) -> Rates:
    """The rates of a player, a seat or the dealer; wins, sunog: limits of these shares."""

    def count(name: str) -> int:
        return sums.field(name, **where)

    games = count("games")
    calls = count("calls")
    asked = count("asked")
    challenges = count("challenges")
    return Rates(
        wins=Estimate(over(_wins(sums, **where), games), wins),
        second_rate=over(count("second_halves"), 2 * games),
        sunog=Estimate(over(count("burned"), games), sunog),
        call_rate=over(calls, games),
        calls_won=over(count("calls_won"), calls),
        could_challenge_rate=over(asked, games),
        challenge_rate=over(challenges, games),
        challenged_of_possible=over(challenges, asked),
        challenges_won=over(count("challenges_won"), challenges),
        opened_rate=over(count("opened"), games),
        sapaws_per_game=over(count("sapaws"), games),
        final_count_mean=over(count("count_sum"), games),
        wins_by_ending={ending: over(count(f"wins_{ending}"), games) for ending in ENDINGS},
        payout_by_ending={ending: over(count(f"payout_{ending}"), games * UNIT) for ending in ENDINGS},
        won_by_ending={ending: over(count(f"won_{ending}"), games * UNIT) for ending in ENDINGS},
        parts={part: over(count(f"part_{part}"), games * UNIT) for part in PARTS},
    )


def _pooled_wins(sums: BatchTotals, moments: BatchEstimates, slots: tuple[int, ...]) -> Limits | None:
    """Interval of a player's share of wins. Without void games, two slots of a player win exactly if the third slot
    does not.
    """
    void = int(sums.totals[tally.T_ENDINGS + ENDINGS.index("void")])
    if len(slots) == 2 and not void:
        low, high = limits(moments.share(_SLOT_WINS + 3 - sum(slots))) or (math.nan, math.nan)
        return ((1 - high) / 2, (1 - low) / 2) if low == low else None
    if len(slots) == SEATS and not void and moments.count:
        return (1 / SEATS, 1 / SEATS)
    return pooled([moments.share(_SLOT_WINS + slot) for slot in slots])


@dataclass(repr=False)
class Results(RichDisplay):
    """A batch of games that was played and counted."""

    job: BatchJob
    sums: BatchTotals  # all counts, as exact integers
    elapsed: float = 0.0  # seconds spent playing, compilation left out
    games_now: int = 0  # games played in `elapsed`; fewer than all games if the run was resumed
    workers: int = 1  # number of workers
    folder: str = ""  # the run folder
    within: Within | None = None  # the half-width that was asked for, and the games it took

    @property
    def games(self) -> int:
        """Games played."""
        return self.sums.games

    @functools.cached_property
    def groups(self) -> dict[str, tuple[int, ...]]:
        """The slots of each player, by label; slots with the same label are a single player."""
        return slots_of(self.job.labels)

    @functools.cached_property
    def _moments(self) -> BatchEstimates:
        return BatchEstimates(self.sums)

    @functools.cached_property
    def players_summary(self) -> tuple[PlayerRow, ...]:
        """A row for each player; amounts in units, rates per game."""
        width = bin_width(self.job.rules, tally.HIST_ZERO)
        return tuple(player_row(self.sums, self._moments, label, slots, width) for label, slots in self.groups.items())

    @functools.cached_property
    def seats_summary(self) -> tuple[SeatRow, ...]:
        """A row for each seat, 0 to 2."""
        return tuple(seat_rows(self.sums, self._moments, self.job.match_games == 1))

    @functools.cached_property
    def dealer_summary(self) -> DealerRow:
        """The row of the dealer."""
        return dealer_row(self.sums, self._moments, self.job.match_games == 1)

    @property
    def endings_share(self) -> dict[str, float]:
        """The share of games that ended in each way, by name of the ending."""
        counts = self.sums.totals[tally.T_ENDINGS : tally.T_ENDINGS + len(ENDINGS)]
        return {ending: int(n) / max(self.games, 1) for ending, n in zip(ENDINGS, counts, strict=True)}

    @functools.cached_property
    def leader(self) -> Leader | None:
        """Who earns most, and the lead over the next; None if all players are equal."""
        return leader(self._moments, self.groups)

    @functools.cached_property
    def house(self) -> House | None:
        """What the house keeps; None under rules without fees."""
        return house(self._moments) if takes_fees(self.job.rules) else None

    @functools.cached_property
    def answer(self) -> BatchAnswer:
        """The typed answer (docs/reference/formats.md)."""
        job = self.job
        games = max(self.games, 1)
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
            run=RunFacts(
                self.workers,
                self.elapsed,
                self.games_now / self.elapsed if self.games_now and self.elapsed > 0 else None,
                self.folder or None,
            ),
            specs=tuple(player.full_spec for player in job.players),
            house=self.house,
            lengths=tuple(LengthRow(turns, games) for turns, games in enumerate(self._by_turns()) if games),
            first_melds=self.first_melds,
        )

    def _by_turns(self) -> list[int]:
        """Games by number of turns."""
        return [int(games) for games in self.sums.totals[tally.T_BY_TURNS : tally.T_FIRST_MELD]]

    @property
    def first_melds(self) -> tuple[FirstMeldRow, ...]:
        """Players and wins by the turn of the first meld; turns that occurred."""
        totals = self.sums.totals
        number = LAST_FIRST_MELD + 1
        rows = []
        for turn in range(number):
            players = int(totals[tally.T_FIRST_MELD + turn])
            won = int(totals[tally.T_FIRST_MELD_WON + turn])
            if players:
                wins = Estimate.of(wilson_interval(won, players, level=LEVEL))
                rows.append(FirstMeldRow(turn, players, wins))
        return tuple(rows)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON (docs/reference/formats.md)."""
        return self.answer.to_dict() | ({} if self.within is None else {"within": self.within.to_dict()})

    def view(self) -> View:
        """The screen of `tongits simulate`, and a figure of what each player earns."""
        return view_of(self.answer)

    @functools.cached_property
    def players(self) -> pl.DataFrame:
        """A polars data frame with a row for each player."""
        return frame(self.players_summary)

    @functools.cached_property
    def seats(self) -> pl.DataFrame:
        """A polars data frame with a row for each seat."""
        return frame(self.seats_summary)

    @functools.cached_property
    def dealer(self) -> pl.DataFrame:
        """A polars data frame with a row for the dealer."""
        return frame((self.dealer_summary,))

    @functools.cached_property
    def endings(self) -> pl.DataFrame:
        """Columns: ending, games, share."""
        import polars as pl

        shares = self.endings_share
        games = [int(n) for n in self.sums.totals[tally.T_ENDINGS : tally.T_ENDINGS + len(ENDINGS)]]
        return pl.DataFrame({"ending": list(shares), "games": games, "share": list(shares.values())})

    @functools.cached_property
    def payouts(self) -> pl.DataFrame:
        """Histogram of payouts; columns: player, payout (units, lower edge of the bin), games."""
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
        """Histogram of game lengths; columns: turns (all seats together), games."""
        import polars as pl

        counts = self._by_turns()
        return pl.DataFrame({"turns": range(len(counts)), "games": counts}).filter(pl.col("games") > 0)

    def to_pandas(self) -> pd.DataFrame:
        """`players` as a pandas data frame."""
        return self.players.to_pandas()
