"""How dangerous is each discard?

At every discard one other loose card, drawn at random from the alternatives, is discarded instead and the game played
to the end. Each draw is weighted by the number of alternatives, so that averages are over all loose cards of all
positions. The difference from the bot's own discard is the cost of that card; the next player's gain is its danger.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analyses.answers.discards import DiscardAverages, DiscardCell, DiscardsAnswer, RankSymmetry, Symmetry
from analyses.answers.rollouts import Coordinate
from analyses.calls import DECISIONS_TABLE, MIN_FORKS, OF
from analyses.estimates import rollouts
from analyses.question import Inquiry, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import ForkEstimates
    from tongits_sim.designs.forks.job import Binning

RANKS = "A23456789TJQK"
SUITS = "cdhs"
TURNS = (1, 3, 5, 7)
KEYS = ("suit", "rank", "own_turn")


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from tongits_sim.designs.forks.job import BinnedFeature, Binning, unit_bins

    turns, after = BinnedFeature("turn", TURNS), unit_bins("next_open", 0, 1)
    return (
        Binning("cards", (unit_bins("suit", 0, 3), unit_bins("rank", 0, 12), turns)),
        Binning("suits", (unit_bins("rank", 0, 12), unit_bins("suit", 0, 3))),
        Binning("ranks", (unit_bins("rank", 0, 12), turns, after)),
        Binning("table", (unit_bins("fits", 0, 1), unit_bins("seen_rank", 0, 3), after)),
    )


def ask(inquiry: Inquiry) -> DiscardsAnswer:
    """The answer of `analyze discards`. Raises QuestionError where nobody has a choice."""
    min_forks = inquiry.options["min_forks"]
    forks = rollouts.play(inquiry, "discard", binnings())
    if not forks.forks:
        raise QuestionError(f"nobody had a choice of discards in {inquiry.games:,} games; play more games")
    choosing = rollouts.choose(inquiry, "discard", binnings())
    fits = [cell for cell in _table(choosing, min_forks) if cell.at["fits"] and cell.n >= min_forks]
    return DiscardsAnswer(
        **inquiry.head(DISCARDS),
        forks=int(forks.totals["branches"][0]),
        cells=_cards(forks, min_forks),
        ranks=_ranks(forks, min_forks),
        table=_table(forks, min_forks),
        averages=DiscardAverages(
            all=rollouts.mean(forks.group("all", "payout")), danger=rollouts.mean(forks.group("all", "next_payout"))
        ),
        symmetry=symmetry(forks),
        extremes={
            "cells": rollouts.extremes(choosing, _cards(choosing, min_forks)),
            "ranks": rollouts.extremes(choosing, _ranks(choosing, min_forks)),
            "table": rollouts.extremes(choosing, fits, lambda cell: cell.danger),
        },
        min_forks=min_forks,
        method=rollouts.method(forks, [], min_forks, choosing, naive=False)
        | {"weights": "an alternative counts as many times as there were loose cards to draw it from"},
        elapsed_s=forks.elapsed + choosing.elapsed,
        branches=sum(int(each.totals["branches"][0]) for each in (forks, choosing)),
    )


_DANGER = {"danger": "next_payout"}
_FLAG = (False, True)


def _cards(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    names = {"suit": SUITS, "rank": RANKS}
    cells = rollouts.cells(forks, "cards", KEYS, min_forks, DiscardCell, more=_DANGER, names=names)
    return tuple(replace(cell, at={**cell.at, "card": f"{cell.at['rank']}{cell.at['suit']}"}) for cell in cells)


def _ranks(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys = ("rank", "own_turn", "next_open")
    names: dict[str, Sequence[Coordinate]] = {"rank": RANKS, "next_open": _FLAG}
    return rollouts.cells(forks, "ranks", keys, min_forks, DiscardCell, more=_DANGER, names=names)


def _table(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys, names = ("fits", "seen", "next_open"), {"fits": _FLAG, "next_open": _FLAG}
    return rollouts.cells(forks, "table", keys, min_forks, DiscardCell, more=_DANGER, names=names)


def symmetry(forks: ForkEstimates) -> Symmetry:
    """Whether the four suits of a rank cost the same: chi-square of the cells around their rank's mean, of all ranks
    together and of each by itself (`ranks`, p-values corrected by Holm).

    The rules treat suits alike. Bots may not: one that discards the lowest of equal cards keeps the other suits.
    """
    import numpy as np

    from tongits_sim.stats import holm
    from tongits_sim.stats._numbers import special

    cells = forks.cells("suits")
    mean, se = np.asarray(cells.estimate), np.asarray(cells.se)
    ranks: list[tuple[str, float, int]] = []
    for rank in range(mean.shape[0]):
        known = np.isfinite(mean[rank]) & (se[rank] > 0)
        if known.sum() > 1:
            weights = 1 / np.square(se[rank][known])
            centre = (weights * mean[rank][known]).sum() / weights.sum()
            own = float((weights * np.square(mean[rank][known] - centre)).sum())
            ranks.append((RANKS[rank], own, int(known.sum()) - 1))
    chi, df = sum(row[1] for row in ranks), sum(row[2] for row in ranks)
    own_p = [float(special().chdtrc(df_, chi_)) for _, chi_, df_ in ranks]
    sure = holm(own_p) if own_p else own_p
    rows = tuple(
        RankSymmetry(rank=rank, chi2=chi_, df=df_, p_holm=rollouts.number(p_))
        for (rank, chi_, df_), p_ in zip(ranks, sure, strict=True)
    )
    p = float(special().chdtrc(df, chi)) if df else math.nan
    return Symmetry(chi2=chi, df=df, p=rollouts.number(p), ranks=rows)


DISCARDS = Question(
    name="discards",
    asks="How dangerous is each discard?",
    games=1_000_000,
    ask=ask,
    answer=DiscardsAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players="greedy,greedy,greedy",
    example="--rules pagat --games 5M",
)
