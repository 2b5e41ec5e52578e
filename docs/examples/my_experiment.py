"""An experiment of one's own: copy this file, and count something else.

    python docs/examples/my_experiment.py pagat 100000

It counts how often the dealer wins and what the dealer earns, with intervals. Three copies of one bot play, so that
good players do not look like good seats. To resume a run, or to ask for it as `tongits analyze NAME`, put the file into
`tongits_sim/experiments` (docs/how-to/contributing.md).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.match_rows import MatchRowsJob, RowEstimates, row_counts
from tongits_sim.experiments.worker import JobWorker
from tongits_sim.players import as_players
from tongits_sim.rules import load
from tongits_sim.run.job import Block
from tongits_sim.run.run import run_job
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.stats import Interval

COLUMNS = ("games", "wins", "payout")
"""Sums over the games of a match: games, games that the dealer won, what the dealer got (hundredths of a unit)."""
C = {name: number for number, name in enumerate(COLUMNS)}
_WINS, _PAYOUT = C["wins"], C["payout"]


@njit
def _add_game(records, rows, at):
    """Add a finished game to row `at` of its block; rows: int64[matches, COLUMNS]."""
    result = records.result  # fields: RESULT of tongits_sim/game/state.py
    rows[at, 0] += 1
    rows[at, _WINS] += 1 if result.winner == result.dealer else 0
    rows[at, _PAYOUT] += result.payout[result.dealer]


play_matches = match_loop(TABLE, _add_game)
"""Plays matches into rows; compiled at the first call."""


@dataclass(frozen=True)
class DealerJob(MatchRowsJob):
    """What is played: rules, three players, `wanted` games, a seed."""

    job_type = "dealer"
    columns = COLUMNS

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Arrays that are counted besides the sums and products of rows: none."""
        return {}

    def worker(self) -> DealerWorker:
        return DealerWorker(self)


class DealerWorker(JobWorker[DealerJob]):
    """Plays blocks with the records of one thread."""

    def count(self, block: Block) -> Counts:
        rows = np.zeros((block.matches, len(COLUMNS)), np.int64)
        play_matches(self.records, rows, self.deals(block), self.seating, not self.job.duplicate)
        return row_counts(rows)


class DealerEstimates(RowEstimates):
    """What the totals of a run say, with matches as the units of intervals."""

    def __init__(self, totals: Totals) -> None:
        super().__init__(C, totals)

    def wins(self) -> Interval:
        """The share of games that the dealer wins."""
        return self.share({"wins": 1})

    def payout(self) -> Interval:
        """What the dealer gets, units a game."""
        return self.money({"payout": 1})


def main(rules: str = "pagat", games: str = "20000") -> None:
    run = run_job(DealerJob(load(rules), as_players("greedy,greedy,greedy"), int(games)))
    estimates = DealerEstimates(run.totals)
    wins = estimates.wins().scaled(100)
    payout = estimates.payout()
    print(f"The dealer wins {wins.estimate:.1f} % of {run.games:,} games ({wins.low:.1f} to {wins.high:.1f}),")
    print(f"and gets {payout.estimate:+.3f} units a game ({payout.low:+.3f} to {payout.high:+.3f}).")


if __name__ == "__main__":
    main(*sys.argv[1:])
