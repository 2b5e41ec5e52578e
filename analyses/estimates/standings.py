"""The rows of a comparison: from a field's sums to what people read. Amounts are units per game of one place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from analyses.stopping import Watch, pairs
from tongits_sim.designs.batch.estimates import bounds
from tongits_sim.designs.batch.tally import HIST_BINS, HIST_ZERO, T_ENDINGS, F
from tongits_sim.designs.tournament.estimates import DealMoments
from tongits_sim.designs.tournament.triples import seatings
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.rules.amounts import UNIT, bin_width
from tongits_sim.stats import Interval, alpha_rank, benjamini_hochberg, holm, p_value, rank_uncertainty, verdict

Row = dict[str, Any]


class Standings:
    """All tables of one run."""

    def __init__(self, moments: DealMoments, watch: Watch) -> None:
        self.moments = moments
        self.watch = watch
        self.run = moments.run
        self.labels = self.run.field.labels
        self.bots = range(len(self.labels))
        self.means = [float(moments.payout(bot).estimate) for bot in self.bots]
        self.order = sorted(self.bots, key=lambda bot: -self.means[bot])

    def ranking(self) -> list[Row]:
        """A row for each player, the best first."""
        chances = rank_uncertainty(self.means, self.moments.covariance()) if self.moments.n > 1 else None
        alpha = self.alpha()
        verdicts = self._against(self.watch.baseline)
        rows = []
        for place, bot in enumerate(self.order, start=1):
            row: Row = {"player": self.labels[bot], "rank": place}
            row |= self._payout(bot) | self._difference("best", bot, self.order[0])
            row |= self._difference("baseline", bot, self.watch.baseline) | verdicts[bot]
            if chances is not None:
                row |= {"rank_ci95": [int(chances.low[bot]), int(chances.high[bot])]}
                row["first_probability"] = float(chances.first[bot])
            row["alpha_rank"] = None if alpha is None else float(alpha[bot])
            rows.append(row | self._shares(bot))
        return rows

    def pairs(self) -> list[Row]:
        """A row for every two players; Holm's correction over all of them."""
        every = pairs(len(self.labels))
        adjusted = holm([self.watch.p(self.moments, pair) for pair in every])
        rows = []
        for (a, b), p in zip(every, adjusted, strict=True):
            if self.means[b] > self.means[a]:
                a, b = b, a
            found = self.moments.difference(a, b)
            estimate = float(found.estimate)
            rows.append(
                {
                    "a": self.labels[a],
                    "b": self.labels[b],
                    "diff": estimate,
                    "ci95": bounds(found),
                    "p_holm": _number(p),
                    "verdict": verdict(estimate, float(p)),
                    "variance_reduction": _number(self.moments.variance_reduction(a, b)),
                }
            )
        places = {self.labels[bot]: place for place, bot in enumerate(self.order)}
        return sorted(rows, key=lambda row: (places[row["a"]], places[row["b"]]))

    def channels(self) -> list[Row]:
        """Where each player's units come from and go to: by ending, won and lost per game of all its games."""
        rows = []
        for bot in self.order:
            for ending in ENDINGS:
                won, net = {f"won_{ending}": 1}, {f"payout_{ending}": 1}
                for way, what in (("won", won), ("lost", net | {f"won_{ending}": -1})):
                    found = self.moments.per_game(bot, what)
                    row = {"player": self.labels[bot], "ending": ending, "way": way}
                    rows.append(row | {"units": float(found.estimate), "units_ci95": bounds(found)})
        return rows

    def places(self) -> list[Row]:
        """Payout per game by seat, as dealer and as anybody else."""
        rows = []
        for bot in self.order:
            wanted = [(f"seat {s}", {f"seat_{s}": 1}, None, SEATS) for s in range(SEATS)]
            found = [(name, self.moments.per_game(bot, what, games, by)) for name, what, games, by in wanted]
            dealt = {"dealer_games": 1}
            found.append(("dealer", self.moments.per_game(bot, {"dealer": 1}, dealt)))
            rest = {"games": 1, "dealer_games": -1}
            found.append(("not dealer", self.moments.per_game(bot, {"payout": 1, "dealer": -1}, rest)))
            for name, interval in found:
                row = {"player": self.labels[bot], "place": name, "payout_mean": float(interval.estimate)}
                rows.append(row | {"payout_ci95": bounds(interval)})
        return rows

    def matrix(self) -> list[Row]:
        """Payout per game of one player where the other sits at the table; Benjamini-Hochberg over the cells."""
        cells = [(a, b, self.moments.met(a, b)) for a in self.order for b in self.order]
        adjusted = benjamini_hochberg([float(p_value(found)) for _, _, found in cells])
        rows = []
        for (a, b, found), p in zip(cells, adjusted, strict=True):
            if math.isfinite(found.estimate):
                row: Row = {"player": self.labels[a], "with": self.labels[b], "payout_mean": float(found.estimate)}
                told = verdict(row["payout_mean"], float(p))
                word = {"better": "gains", "worse": "loses"}.get(told, "inconclusive")
                rows.append(row | {"payout_ci95": bounds(found), "p_bh": _number(p), "verdict": word})
        return rows

    def tables(self) -> list[Row]:
        """Payout per game of each player at each table."""
        rows = []
        payouts = self.run.sums.cells[..., F["payout"]].sum(axis=(2, 3))
        for number, table in enumerate(self.run.field.tables):
            names = [self.labels[bot] for bot in table]
            for bot in dict.fromkeys(table):
                slots = [slot for slot in range(SEATS) if table[slot] == bot]
                games = self._table_games(number) * len(slots)
                mean = int(payouts[number, slots].sum()) / max(games, 1) / UNIT
                rows.append({"table": " / ".join(names), "player": self.labels[bot], "payout_mean": mean})
        return rows

    def alpha(self) -> np.ndarray | None:
        """Alpha-rank, where every table was played also with repeated bots."""
        number = len(self.labels)
        if not (self.run.field.repeats or number == 2):
            return None
        payoffs = np.zeros((number,) * 3)
        payouts = self.run.sums.cells[..., F["payout"]].sum(axis=(2, 3)).astype(np.float64)
        for place, table in enumerate(self.run.field.tables):
            for bot in set(table):
                mine = [slot for slot in range(SEATS) if table[slot] == bot]
                first, second = [table[slot] for slot in range(SEATS) if slot != mine[0]]
                mean = payouts[place, mine].mean() / self._table_games(place) / UNIT
                payoffs[bot, first, second] = payoffs[bot, second, first] = mean
        # A bot among its like gets what leaves the table (fees), the same at every table but for noise.
        leak = float(payouts.sum()) / UNIT / max(self.run.sums.games, 1) / SEATS
        for bot in self.bots:
            payoffs[bot, bot, bot] = leak
        return alpha_rank(payoffs)

    def endings(self) -> dict[str, float]:
        """Share of games by ending."""
        counts = self.run.sums.totals[T_ENDINGS : T_ENDINGS + len(ENDINGS)]
        return {name: int(n) / max(self.run.sums.games, 1) for name, n in zip(ENDINGS, counts, strict=True)}

    def payouts(self) -> list[Row]:
        """How often each payout occurred: player, low end of the bin (units), games."""
        width = bin_width(self.run.field.rules, HIST_ZERO)
        return [
            {
                "player": self.labels[bot],
                "payout": (place - HIST_ZERO) * width / UNIT,
                "games": int(self.run.sums.hist[bot, place]),
            }
            for bot in self.order
            for place in range(HIST_BINS)
            if self.run.sums.hist[bot, place]
        ]

    def variance_reduction(self) -> float | None:
        """The median over all pairs of the factor that duplicate deals achieved."""
        factors = [self.moments.variance_reduction(*pair) for pair in pairs(len(self.labels))]
        finite = [factor for factor in factors if math.isfinite(factor)]
        return float(np.median(finite)) if finite else None

    def _table_games(self, number: int) -> int:
        field = self.run.field
        return self.run.sums.deals * field.match_games * len(seatings(field.tables[number]))

    def _payout(self, bot: int) -> Row:
        cells = self._cells(bot)
        games, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
        spread = math.sqrt(max(games * squares - total * total, 0)) / max(games, 1) / UNIT
        found = self.moments.payout(bot)
        return {
            "payout_mean": float(found.estimate),
            "payout_ci95": bounds(found),
            "payout_sd": spread,
            "games": games,
        }

    def _cells(self, bot: int) -> np.ndarray:
        found = np.zeros(self.run.sums.cells.shape[-1], object)
        for number, table in enumerate(self.run.field.tables):
            for slot in range(SEATS):
                if table[slot] == bot:
                    found += self.run.sums.cells[number, slot].sum(axis=(0, 1))
        return found

    def _difference(self, name: str, bot: int, other: int | None) -> Row:
        if other is None:
            return {f"diff_to_{name}": None, f"diff_to_{name}_ci95": None}
        found = self.moments.difference(bot, other)
        limits = [0.0, 0.0] if bot == other else bounds(found)
        return {f"diff_to_{name}": float(found.estimate), f"diff_to_{name}_ci95": limits}

    def _against(self, baseline: int | None) -> dict[int, Row]:
        """Verdicts against the baseline; Holm's correction over the other players."""
        nothing: Row = {"p_holm_vs_baseline": None, "verdict_vs_baseline": None}
        rows = dict.fromkeys(self.bots, nothing)
        others = [bot for bot in self.bots if bot != baseline]
        if baseline is None:
            return rows
        adjusted = holm([self.watch.p(self.moments, (bot, baseline)) for bot in others])
        for bot, p in zip(others, adjusted, strict=True):
            word = verdict(self.means[bot] - self.means[baseline], float(p))
            rows[bot] = {"p_holm_vs_baseline": _number(p), "verdict_vs_baseline": word}
        return rows

    def _shares(self, bot: int) -> Row:
        share = self.moments.share
        found: dict[str, Interval] = {
            "win": share(bot, {"wins": 1}),
            "second": share(bot, {"second_halves": 1}, {"games": 2}),
            "sunog": share(bot, {"burned": 1}),
            "call": share(bot, {"calls": 1}),
            "calls_won": share(bot, {"calls_won": 1}, {"calls": 1}),
            "challenge": share(bot, {"challenges": 1}),
            "challenges_won": share(bot, {"challenges_won": 1}, {"challenges": 1}),
        }
        row: Row = {}
        for name, interval in found.items():
            key = name if name.endswith("_won") else f"{name}_rate"
            row[key] = _number(float(interval.estimate))
            row[f"{name}_ci95"] = bounds(interval) if row[key] is not None else None
        return row


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
