"""When a comparison stops: after its deals, at a given precision, or when all differences are decided."""

from __future__ import annotations

import itertools
from typing import Literal, NamedTuple

from tongits_sim.experiments.tournament import TournamentJob, TournamentTotals
from tongits_sim.experiments.tournament_estimates import LEVEL, TournamentEstimates, TournamentRun, moments_of
from tongits_sim.stats import FIRST_LOOK, holm, p_value, sequential_p

ALPHA = 1 - LEVEL

Pair = tuple[int, int]
Mode = Literal["fixed", "width", "monitor"]


class Rule(NamedTuple):
    """How a comparison stops: `fixed`, `width` (with the half-width asked for, units) or `monitor`."""

    mode: Mode = "fixed"
    width: float | None = None

    def words(self, deals: int, stopped: bool) -> str:
        """The rule in a sentence, for a run of so many deals."""
        if self.mode == "width":
            aim = f"until every difference is known to within {self.width:g} units a game (precision target)"
            return f"Played {aim}: {'reached' if stopped else 'not reached before the last deal'} at {deals:,} deals."
        if self.mode == "monitor":
            aim = "decided" if stopped else "not all decided before the last deal"
            return (
                f"Watched with a confidence sequence, which allows looking at any time: {aim}, stopped at {deals:,} "
                "deals."
            )
        return f"Played a number of deals fixed before the start: {deals:,}."


def pairs(players: int) -> list[Pair]:
    """Every two players."""
    return list(itertools.combinations(range(players), 2))


class Watch:
    """Looks at a run after every block and says when to stop.

    Attributes:
        field: the job.
        rule: how to stop.
        baseline: the player the others are compared with; then only those differences have to be decided.
        smallest: by pair, the smallest always-valid p-value seen at any look (monitor).
        met: the aim was reached.
    """

    def __init__(self, field: TournamentJob, rule: Rule, baseline: int | None) -> None:
        self.field = field
        self.rule = rule
        self.baseline = baseline
        self.smallest: dict[Pair, float] = dict.fromkeys(pairs(len(field.players)), 1.0)
        self.met = False

    @property
    def planned(self) -> int | None:
        """Deals a confidence sequence is tuned for; None where the number was fixed."""
        return self.field.deals if self.rule.mode == "monitor" else None

    def look(self, sums: TournamentTotals) -> bool:
        """Whether to stop now."""
        moments = moments_of(TournamentRun(self.field, sums, 0.0, 1), self.planned)
        if self.rule.mode == "width":
            self.met = self._narrow(moments)
        elif self.rule.mode == "monitor":
            self._note(moments)
            self.met = bool((holm(list(self._family().values())) <= ALPHA).all())
        return self.met

    def p(self, moments: TournamentEstimates, pair: Pair) -> float:
        """The p-value of a pair's difference, fit for the way the run was stopped."""
        if self.rule.mode == "monitor":
            return self.smallest[min(pair), max(pair)]
        return float(p_value(moments.difference(*pair)))

    def _narrow(self, moments: TournamentEstimates) -> bool:
        widths = [float(moments.difference(a, b).half_width) for a, b in self._family()]
        return moments.n >= FIRST_LOOK and self.rule.width is not None and max(widths) <= self.rule.width

    def _note(self, moments: TournamentEstimates) -> None:
        for pair in self.smallest:
            now = float(sequential_p(moments.n, *moments.difference_sums(*pair), self.field.deals, level=LEVEL))
            self.smallest[pair] = min(self.smallest[pair], now)

    def _family(self) -> dict[Pair, float]:
        """The differences to know or decide."""
        if self.baseline is None:
            return self.smallest
        return {pair: p for pair, p in self.smallest.items() if self.baseline in pair}
