"""How dangerous is each discard?

At every discard one other loose card, drawn by chance among those that might have been thrown, is thrown instead and
the game is played on. Each draw counts as many times as there were cards to draw from, so that the averages are over
all loose cards of all positions. The difference to the bot's own discard is what throwing that card costs; what the
next player gains by it is its danger.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from analyses.answers.question import QuestionAnswer
from analyses.calls import MIN_FORKS, OF
from analyses.estimates import rollouts
from analyses.question import Document, Inquiry, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import Forks
    from tongits_sim.designs.forks.job import Map

RANKS = "A23456789TJQK"
SUITS = "cdhs"
TURNS = (1, 3, 5, 7)
KEYS = ("suit", "rank", "own_turn")


def maps() -> tuple[Map, ...]:
    """How forks are sorted."""
    from tongits_sim.designs.forks.job import Axis, Map, each

    turns, after = Axis("turn", TURNS), each("next_open", 0, 1)
    return (
        Map("cards", (each("suit", 0, 3), each("rank", 0, 12), turns)),
        Map("suits", (each("rank", 0, 12), each("suit", 0, 3))),
        Map("ranks", (each("rank", 0, 12), turns, after)),
        Map("table", (each("fits", 0, 1), each("seen_rank", 0, 3), after)),
    )


def ask(inquiry: Inquiry) -> Document:
    """The document of `analyze discards`."""
    min_forks = inquiry.options["min_forks"]
    forks = rollouts.play(inquiry, "discard", maps())
    if not forks.forks:
        raise QuestionError(f"nobody had a choice of discards in {inquiry.games:,} games; play more games")
    cells = rollouts.rows(forks, "cards", KEYS, min_forks)
    rollouts.add_value(cells, forks, "cards", "next_payout", "danger")
    for cell in cells:
        del cell["share_yes"]
        cell["card"] = RANKS[cell["rank"]] + SUITS[cell["suit"]]
        cell["suit"], cell["rank"] = SUITS[cell["suit"]], RANKS[cell["rank"]]
    document = QuestionAnswer(**inquiry.head(DISCARDS)).to_dict() | {
        "forks": int(forks.totals["branches"][0]),
        "cells": cells,
        "ranks": _map(forks, "ranks", ("rank", "own_turn", "next_open"), min_forks),
        "table": _map(forks, "table", ("fits", "seen", "next_open"), min_forks),
        "averages": {name: rollouts.mean(forks.group("all", value)) for name, value in _AVERAGES},
        "symmetry": symmetry(forks),
        "min_forks": min_forks,
        "method": rollouts.method(forks, [], min_forks),
        "chart": None,
        "elapsed_s": forks.elapsed,
        "branches": int(forks.totals["branches"][0]),
    }
    del document["method"]["naive"]
    document["method"]["weights"] = "an alternative counts as many times as there were loose cards to draw it from"
    return document


_AVERAGES = (("all", "payout"), ("danger", "next_payout"))


def _map(forks: Forks, name: str, keys: tuple[str, ...], min_forks: int) -> list[dict[str, Any]]:
    rows = rollouts.rows(forks, name, keys, min_forks)
    rollouts.add_value(rows, forks, name, "next_payout", "danger")
    for row in rows:
        del row["share_yes"]
        if "rank" in row:
            row["rank"] = RANKS[row["rank"]]
        for flag in {"fits", "next_open"} & set(row):
            row[flag] = bool(row[flag])
    return rows


def symmetry(forks: Forks) -> dict[str, Any]:
    """Whether the four suits of a rank cost the same: chi-square of the cells around their rank's mean, of all ranks
    together and of each by itself (`ranks`, p-values corrected by Holm).

    The rules know no suit. Bots may: who throws the lowest of equal cards leaves other suits to draw from.
    """
    import numpy as np

    from tongits_sim.stats import holm
    from tongits_sim.stats._numbers import special

    found = forks.cells("suits")
    mean, se = np.asarray(found.estimate), np.asarray(found.se)
    ranks: list[dict[str, Any]] = []
    for rank in range(mean.shape[0]):
        known = np.isfinite(mean[rank]) & (se[rank] > 0)
        if known.sum() > 1:
            weights = 1 / np.square(se[rank][known])
            centre = (weights * mean[rank][known]).sum() / weights.sum()
            own = float((weights * np.square(mean[rank][known] - centre)).sum())
            ranks.append({"rank": RANKS[rank], "chi2": own, "df": int(known.sum()) - 1})
    chi, df = sum(row["chi2"] for row in ranks), sum(row["df"] for row in ranks)
    own_p = [float(special().chdtrc(row["df"], row["chi2"])) for row in ranks]
    for row, sure in zip(ranks, holm(own_p) if own_p else own_p, strict=True):
        row["p_holm"] = rollouts.number(sure)
    p = float(special().chdtrc(df, chi)) if df else math.nan
    return {"chi2": chi, "df": df, "p": rollouts.number(p), "ranks": ranks}


DISCARDS = Question(
    name="discards",
    asks="How dangerous is each discard?",
    games=1_000_000,
    ask=ask,
    options=(OF, MIN_FORKS),
    players="greedy,greedy,greedy",
    example="--rules pagat --games 5M",
)
