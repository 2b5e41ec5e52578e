"""The answer of a comparison: frames, JSON and figures."""

from __future__ import annotations

import functools
import platform
from typing import TYPE_CHECKING, Any

from analyses.estimates.standings import Row, Standings
from analyses.stopping import ALPHA, Watch
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.designs.batch.results import flat
from tongits_sim.designs.tournament.estimates import LEVEL, DealMoments, TournamentRun
from tongits_sim.designs.tournament.job import TournamentJob

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

INCONCLUSIVE = "inconclusive"


class Comparison:
    """Bots compared on duplicate deals.

    Attributes:
        run: what was played and counted.
        confirmation: the same on other deals, if asked for.
    """

    def __init__(self, run: TournamentRun, watch: Watch) -> None:
        self.run = run
        self.confirmation: Comparison | None = None
        self._watch = watch
        self._standings = Standings(DealMoments(run, watch.planned), watch)

    @property
    def field(self) -> TournamentJob:
        """What was asked for."""
        return self.run.field

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        return self._made()

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/formats.md)."""
        return self._document

    @functools.cached_property
    def ranking(self) -> pl.DataFrame:
        """The players, best first, one row each."""
        return self._frame("ranking")

    @functools.cached_property
    def pairs(self) -> pl.DataFrame:
        """Every two players: difference, interval, corrected p-value, verdict."""
        return self._frame("pairs")

    @functools.cached_property
    def channels(self) -> pl.DataFrame:
        """Where units come from and go to: player, ending, won or lost, units per game."""
        return self._frame("channels")

    @functools.cached_property
    def places(self) -> pl.DataFrame:
        """Payouts by seat, as dealer and not."""
        return self._frame("places")

    @functools.cached_property
    def matrix(self) -> pl.DataFrame:
        """Payouts of each player where each other sits at the table."""
        return self._frame("matrix")

    @functools.cached_property
    def tables(self) -> pl.DataFrame:
        """Payouts at each table of three."""
        return self._frame("tables")

    @functools.cached_property
    def payouts(self) -> pl.DataFrame:
        """How often each payout occurred."""
        return self._frame("payouts")

    def to_pandas(self) -> pd.DataFrame:
        """The ranking as a pandas frame."""
        return self.ranking.to_pandas()

    def plot_ranking(self) -> Figure:
        """Payouts per game with their intervals."""
        from analyses.figures import comparison

        return comparison.draw_forest(comparison.forest(self.to_dict()))

    def plot_matrix(self) -> Figure:
        """Who gains in whose company."""
        from analyses.figures import comparison

        return comparison.draw_heat(comparison.heat(self.to_dict()))

    def plot_channels(self) -> Figure:
        """Where units come from and go to."""
        from analyses.figures import comparison

        return comparison.draw_channels(comparison.channels(self.to_dict()))

    def plot_payouts(self) -> Figure:
        """How payouts of a game are spread."""
        from analyses.figures import comparison

        return comparison.draw_payouts(comparison.payouts(self.to_dict()))

    def plot_places(self) -> Figure:
        """Payouts by seat and as dealer."""
        from analyses.figures import comparison

        return comparison.draw_places(comparison.places(self.to_dict()))

    def _frame(self, name: str) -> pl.DataFrame:
        import polars as pl

        named = {"ci95": "diff_ci95"}
        rows = [{named.get(key, key): value for key, value in row.items()} for row in self.to_dict()[name]]
        return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)

    def _made(self) -> dict[str, Any]:
        field, run, found = self.field, self.run, self._standings
        ranking, pairs = found.ranking(), found.pairs()
        document: dict[str, Any] = {
            "command": "compare",
            "rules": field.rules.name,
            "games": run.sums.deals,
            "games_asked": field.deals,
            "games_played": run.sums.games,
            "match_games": field.match_games,
            "all_triples": field.repeats,
            "rules_option": rules_option(field.rules),
            "seed": field.seed,
            "players": list(field.labels),
            "baseline": None if self._watch.baseline is None else field.labels[self._watch.baseline],
            "ranking": ranking,
            "pairs": pairs,
            "variance_reduction": found.variance_reduction(),
            "endings": found.endings(),
            "channels": found.channels(),
            "places": found.places(),
            "matrix": found.matrix(),
            "tables": found.tables(),
            "payouts": found.payouts(),
            "stopping": self._stopping(),
            "bots": _bots(field),
            "knobs": field.rules.knobs(),
            "versions": versions(),
            "workers": run.workers,
            "elapsed_s": run.elapsed,
            "games_per_second": run.played / run.elapsed if run.played and run.elapsed > 0 else None,
            "confirm": None,
        }
        if self.confirmation is not None:
            document["confirm"] = _confirm(document, self.confirmation.to_dict())
        return document

    def _stopping(self) -> Row:
        rule = self._watch.rule
        return {
            "mode": rule.mode,
            "width": rule.width,
            "reached": self._watch.met if rule.mode != "fixed" else None,
            "words": rule.words(self.run.sums.deals, self._watch.met),
            "level": LEVEL,
            "alpha": ALPHA,
        }


def _confirm(document: dict[str, Any], other: dict[str, Any]) -> Row:
    """Let only those verdicts stand on which both seeds agree; returns what the second seed said."""
    said = {frozenset((row["a"], row["b"])): row for row in other["pairs"]}
    agreed = 0
    for row in document["pairs"]:
        second = said[frozenset((row["a"], row["b"]))]
        sign = 1 if second["a"] == row["a"] else -1
        row["diff_confirm"], row["verdict_first"] = sign * second["diff"], row["verdict"]
        agreed += _agree(row, "verdict", second["verdict"], sign)
    verdicts = {row["player"]: row["verdict_vs_baseline"] for row in other["ranking"]}
    for row in document["ranking"]:
        _agree(row, "verdict_vs_baseline", verdicts[row["player"]], 1)
    kept = ("seed", "games", "games_played", "ranking", "pairs", "stopping", "elapsed_s")
    return {"agreed": agreed, "of": len(document["pairs"])} | {name: other[name] for name in kept}


def _agree(row: Row, name: str, second: str | None, sign: int) -> bool:
    turned = {"better": "worse", "worse": "better"}
    word = second if sign > 0 or second is None else turned.get(second, second)
    same: bool = row[name] == word
    if not same and row[name] is not None:
        row[name] = INCONCLUSIVE
    return same


def _bots(field: TournamentJob) -> list[Row]:
    return [
        {
            "player": label,
            "strategy": player.strategy.name,
            "summary": player.strategy.summary,
            "params": player.parameters(),
            "origin": player.origin,
            "source": player.digest(),
        }
        for label, player in zip(field.labels, field.players, strict=True)
    ]


def versions() -> dict[str, str]:
    """Versions of what the numbers depend on."""
    import numba
    import numpy as np

    from tongits_sim import jit
    from tongits_sim.version import VERSION

    engine = jit.CACHE_DIR.name.removeprefix("kernels-")
    found = {"tongits": VERSION, "engine": engine, "python": platform.python_version()}
    return found | {"numba": numba.__version__, "numpy": np.__version__}
