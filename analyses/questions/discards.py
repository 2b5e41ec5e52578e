"""How dangerous is each discard?

At every discard one other loose card, drawn at random from the alternatives, is discarded instead and the game played
to the end. Each draw is weighted by the number of alternatives, so that averages are over all loose cards of all
positions. The difference from the bot's own discard is the cost of that card; the next player's gain is its danger.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, STRONGEST, Inquiry, OnPage, Question
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates, figures
from analyses.rollouts import words as wording
from analyses.rollouts.cells import Cell, Coordinate, RolloutsAnswer, cell_at
from analyses.words import Advice, Finding, Table, listed, players, value
from tongits_sim.run.answers import UNKNOWN, Answer, Estimate, finite
from tongits_sim.run.numbers import units

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class DiscardCell(Cell):
    """A loose card instead of the bot's own discard: the difference for the player, and for the next one (`danger`)."""

    danger: Estimate = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class DiscardAverages(Answer):
    """Mean differences of the player's payout (`all`) and of the next player's (`danger`)."""

    all: Estimate
    danger: Estimate


@dataclass(frozen=True, kw_only=True)
class RankSymmetry(Answer):
    """Chi-square of the suits of a rank around their mean; p-value corrected by Holm."""

    rank: str
    chi2: float
    df: int
    p_holm: float | None


@dataclass(frozen=True, kw_only=True)
class Symmetry(Answer):
    """Whether the four suits of a rank cost the same: chi-square of all ranks together, and of each."""

    chi2: float
    df: int
    p: float | None
    ranks: tuple[RankSymmetry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(RolloutsAnswer):
    """How dangerous discards are.

    Attributes:
        cells: every card, by own turn.
        ranks: by rank, own turn and whether the next player has an open meld.
        table: by whether the card fits a meld on the table, others of its rank seen, and the next player.
        averages: over all alternatives.
        symmetry: of the suits.
    """

    cells: tuple[DiscardCell, ...]
    ranks: tuple[DiscardCell, ...]
    table: tuple[DiscardCell, ...]
    averages: DiscardAverages
    symmetry: Symmetry


# --- the games ---

RANKS = "A23456789TJQK"
SUITS = "cdhs"
TURNS = (1, 3, 5, 7)
KEYS = ("suit", "rank", "own_turn")


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

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
    nobody = "nobody had a choice of discards in {games} games; play more games"
    forks = estimates.play(inquiry, "discard", binnings(), nobody=nobody)
    choosing = estimates.choose(inquiry, "discard", binnings())
    fits = [cell for cell in _table(choosing, min_forks) if cell.at["fits"] and cell.n >= min_forks]
    played = estimates.played(forks, [], min_forks, choosing, naive=False)
    played |= {"forks": int(forks.totals["branches"][0]), "method": played["method"] | {"weights": _WEIGHTS}}
    return DiscardsAnswer(
        **inquiry.head(DISCARDS),
        **played,
        cells=_cards(forks, min_forks),
        ranks=_by_rank(forks, min_forks),
        table=_table(forks, min_forks),
        averages=DiscardAverages(
            all=cells_of.mean(forks.group("all", "payout")), danger=cells_of.mean(forks.group("all", "next_payout"))
        ),
        symmetry=symmetry(forks),
        extremes={
            "cells": estimates.extremes(choosing, _cards(choosing, min_forks)),
            "ranks": estimates.extremes(choosing, _by_rank(choosing, min_forks)),
            "table": estimates.extremes(choosing, fits, lambda cell: cell.danger.mean),
        },
    )


_DANGER = {"danger": "next_payout"}
_FLAG = (False, True)
_WEIGHTS = "an alternative counts as many times as there were loose cards to draw it from"


def _cards(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    names = {"suit": SUITS, "rank": RANKS}
    cells = estimates.cells(forks, "cards", KEYS, min_forks, DiscardCell, more=_DANGER, names=names)
    return tuple(replace(cell, at={**cell.at, "card": f"{cell.at['rank']}{cell.at['suit']}"}) for cell in cells)


def _by_rank(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys = ("rank", "own_turn", "next_open")
    names: dict[str, Sequence[Coordinate]] = {"rank": RANKS, "next_open": _FLAG}
    return estimates.cells(forks, "ranks", keys, min_forks, DiscardCell, more=_DANGER, names=names)


def _table(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys, names = ("fits", "seen", "next_open"), {"fits": _FLAG, "next_open": _FLAG}
    return estimates.cells(forks, "table", keys, min_forks, DiscardCell, more=_DANGER, names=names)


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
        RankSymmetry(rank=rank, chi2=chi_, df=df_, p_holm=finite(p_))
        for (rank, chi_, df_), p_ in zip(ranks, sure, strict=True)
    )
    p = float(special().chdtrc(df, chi)) if df else math.nan
    return Symmetry(chi2=chi, df=df, p=finite(p), ranks=rows)


# --- words and tables ---

_SURE = 0.05 / 2
"""Level of each of two tests of the same claim, all suits together and rank by rank: 5 % for both."""
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def headline(answer: DiscardsAnswer) -> str:
    """The cost of discarding another loose card, to the player and to the next player."""
    return (
        f"At a table of {players(answer)}, discarding a loose card other than the bot's choice changes "
        f"the player's payout by {value(answer.averages.all)} units on average, and the next player's by "
        f"{value(answer.averages.danger)} (paired rollouts)."
    )


RANK_WORDS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
NEXT = {"False": "next player has no meld on the table", "True": "next player has a meld on the table"}


def advice(answer: DiscardsAnswer) -> list[Advice]:
    """Which loose cards to keep, where other games chose the costliest rank and cheaper ones are resolved from it."""
    asks = "Which card should I discard?"
    extremes = answer.extremes.get("ranks")
    dear = None if extremes is None or extremes.least is None else cell_at(answer.ranks, extremes.least)
    if dear is None or dear.ev_diff.mean is None or dear.ev_diff.ci95 is None:
        return [Advice(asks, headline(answer), _average(answer))]
    others, cheaper = _cheaper_ranks(answer, dear)
    if not cheaper:
        return [Advice(asks, headline(answer), _average(answer))]
    safer = "any other rank" if len(cheaper) == len(others) > 1 else listed([_plural(row) for row in cheaper])
    return [
        Advice(
            asks,
            f"Among {players(answer)}, in turns {dear.words('own_turn')}, where the "
            f"{NEXT[str(dear.at['next_open'])]}: of cards that fit nothing in your hand, discard {safer} before "
            f"{_plural(dear)}.",
            f"There a loose {_one(dear)} changes the payout by {units(dear.ev_diff.mean, dear.ev_diff.ci95)} "
            "compared with the bot's own discard. Rank and turn were chosen on other games; cheaper ranks are named "
            "where the difference is certain.",
        )
    ]


def _average(answer: DiscardsAnswer) -> str:
    """The average cost of another loose card, with its interval."""
    mean = answer.averages.all
    change = units(mean.mean or 0.0, mean.ci95)
    return f"On average another loose card changes the payout by {change} compared with the bot's choice."


def _cheaper_ranks(answer: DiscardsAnswer, dear: DiscardCell) -> tuple[list[DiscardCell], list[DiscardCell]]:
    """The other ranks of the same turns and next player, and the ones of them that certainly cost less.

    The costliest rank was chosen on other games. The two-sided tests treat the cells as independent, and are corrected
    by Holm over the ranks.
    """
    from tongits_sim.stats import holm, normal_p

    place = (dear.at["own_turn"], dear.at["next_open"])
    others = [
        row
        for row in answer.ranks
        if row is not dear
        and (row.at["own_turn"], row.at["next_open"]) == place
        and row.n >= answer.min_forks
        and row.ev_diff.ci95 is not None
    ]
    gains = [(row.ev_diff.mean or 0.0) - (dear.ev_diff.mean or 0.0) for row in others]
    errors = [math.hypot(_half(row), _half(dear)) / 1.96 for row in others]
    z = [gain / error if error > 0 else math.nan for gain, error in zip(gains, errors, strict=True)]
    p_values = holm([float(normal_p(each)) for each in z])
    certain = zip(others, gains, p_values, strict=True)
    return others, [row for row, gain, p in certain if gain > 0 and p <= 0.05]


def _half(row: DiscardCell) -> float:
    """Half the width of a cell's interval; 0 where it has none."""
    return row.ev_diff.half_width or 0.0


def _one(row: DiscardCell) -> str:
    return RANK_WORDS.get(str(row.at["rank"]), str(row.at["rank"]))


def _plural(row: DiscardCell) -> str:
    return f"{_one(row)}es" if row.at["rank"] == "6" else f"{_one(row)}s"


def sentences(answer: DiscardsAnswer) -> list[str]:
    """The extreme ranks, cards that fit the table, the symmetry of suits, the number of resolved cells."""
    parts = [_ranks(answer), _table_words(answer), _symmetry(answer), *wording.closing(answer, answer.cells)]
    return [text for text in parts if text]


def _ranks(answer: DiscardsAnswer) -> str:
    """The costliest and the cheapest rank, chosen on other games."""
    extremes = answer.extremes.get("ranks")
    if extremes is None:
        return ""
    parts = []
    for words, at in (("Costliest", extremes.least), ("Cheapest", extremes.most)):
        row = None if at is None else cell_at(answer.ranks, at)
        if row is not None:
            parts.append(
                f"{words} rank: a loose {_one(row)} in own turns {row.words('own_turn')}, the next player {_open(row)} "
                f"({value(row.ev_diff)} units against the bot's own discard)."
            )
    return " ".join([*parts, wording.HELD_OUT]) if parts else ""


def _open(row: DiscardCell) -> str:
    return "open" if row.at["next_open"] else "not open"


def _table_words(answer: DiscardsAnswer) -> str:
    extremes = answer.extremes.get("table")
    row = None if extremes is None or extremes.most is None else cell_at(answer.table, extremes.most)
    if row is None:
        return ""
    return (
        f"Of cards that fit a meld on the table, those with {row.at['seen']} more of their rank in sight and the next "
        f"player {_open(row)} help the next player most: {value(row.danger)} units. This cell was "
        "chosen on other games than those that estimate it."
    )


def _symmetry(answer: DiscardsAnswer) -> str:
    symmetry = answer.symmetry
    if symmetry.p is None:
        return ""
    sure = f"chi-square {symmetry.chi2:.1f}, {symmetry.df} degrees of freedom, p = {symmetry.p:.3g}"
    apart = [row.rank for row in symmetry.ranks if row.p_holm is not None and row.p_holm <= _SURE]
    if not apart and symmetry.p > _SURE:
        return f"No difference between the four suits is resolved ({sure}), nor rank by rank (Holm)."
    ranks = f"resolved for {listed(apart)}" if apart else "resolved for no single rank"
    return (
        f"The suits differ ({sure}; corrected by Holm, {ranks}). The rules treat suits alike; bots that take the first "
        "of equal cards, as greedy does, do not."
    )


def tables(answer: DiscardsAnswer) -> list[Table]:
    """By the table's melds, by rank, every card."""
    rows = [
        [
            str(cell.at["card"]),
            cell.words("own_turn"),
            f"{cell.n:,}",
            value(cell.ev_diff),
            value(cell.danger),
            "yes" if cell.resolved else "no",
        ]
        for cell in answer.cells
        if cell.n >= answer.min_forks
    ]
    headings = ["Card", "Own turn", "Forks", "Difference", "Next player", "Resolved"]
    return [*console(answer), Table("cells", "Every card", headings, rows, text=2)]


def console(answer: DiscardsAnswer) -> list[Table]:
    """By the table's melds, by rank and turn."""
    table = [
        [
            "yes" if row.at["fits"] else "no",
            row.words("seen"),
            "yes" if row.at["next_open"] else "no",
            value(row.ev_diff),
            value(row.danger),
        ]
        for row in answer.table
        if row.n >= answer.min_forks
    ]
    note = (
        "Units compared with the bot's own discard; ± is half a 95 % interval. Seen: other cards of the rank in the "
        "player's hand or face up. Next player: that player's gain or loss."
    )
    headings = ["Fits a meld", "Seen", "Next open", "Difference", "Next player"]
    cards = [Table("table", "By what is face up", headings, table, text=3, note=note)]
    titles = {"False": "Next player not open", "True": "Next player open"}
    keys = ("own_turn", "rank", "next_open")
    return [*cards, *wording.grids(answer.ranks, answer.min_forks, *keys, titles, "Rank \\ own turn")]


def findings(answer: DiscardsAnswer) -> list[Finding]:
    """The map by rank, and card by card with a panel for each suit."""
    rows = figures.grid(answer.cells, answer.min_forks, "own_turn", "rank", "suit")
    suit_text = (
        "The rules treat suits alike; where the four differ, these bots prefer some of equal cards. Each cell: units "
        "compared with the bot's own discard; orange, −: worse; blue, +: better; hatched: not resolved; dot: "
        f"too few forks. {wording.strongest(answer, answer.cells, _where)}"
    ).strip()
    titles = {key: words[0].upper() + words[1:] for key, words in NEXT.items()}
    by_rank = figures.grid(answer.ranks, answer.min_forks, "own_turn", "rank", "next_open")
    rank_text = (
        f"Each cell: units gained by discarding such a loose card instead of the bot's own discard, among "
        f"{players(answer)}. Orange, −: worse; blue, +: better; hatched: not resolved; dot: too few forks. "
        f"{_ranks(answer)}"
    ).strip()
    ranks = wording.drawn_map("ranks", "Cost of a discard, by rank", rank_text, by_rank, ("own turn", "rank"), titles)
    title = "Cost of a discard, card by card"
    suits = wording.drawn_map("map", title, suit_text, rows, ("own turn", "card"), SUIT_WORDS)
    return [ranks, suits._replace(detail=True)]


def _where(cell: Cell) -> str:
    return f"{cell.at['card']}, own turn {cell.words('own_turn')}"


DISCARDS = Question(
    name="discards",
    asks="How dangerous is each discard?",
    games=1_000_000,
    ask=ask,
    answer=DiscardsAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players=STRONGEST,
    example="--rules pagat --games 5M",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    place=40,
    on_page=OnPage(40_000, players="usual"),
)
