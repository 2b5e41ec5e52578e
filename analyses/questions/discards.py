"""How dangerous is each discard?

At every discard one other loose card, drawn at random, is discarded instead, and the game is played to the end. Each
draw is weighted by the number of loose cards, so that averages are over all loose cards of all positions. The
difference from the bot's own discard is the cost of the card; the next player's gain is its danger.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses import figures
from analyses.answers.shared import QuestionAnswer
from analyses.presentation import Finding, Screen, Table, columns, earned, join_and, moved, sure
from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, Inquiry, Question, ReportSettings
from analyses.rollouts import cells as cells_of
from analyses.rollouts import fork_questions, measured
from analyses.rollouts.cells import Cell, Coordinate
from tongits_sim.run.answers import UNKNOWN, Answer, Estimate, RunFacts, finite, mean_of
from tongits_sim.run.numbers import bar, p_words
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class DiscardCell(Cell):
    """A loose card in place of the bot's discard: the difference for the player, and for the next player (`danger`)."""

    danger: Estimate = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class DiscardAverages(Answer):
    """Mean differences of the player's payout (`all`) and the next player's (`danger`)."""

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
    """Whether the four suits of a rank cost the same: chi-square over all ranks, and for each rank."""

    chi2: float
    df: int
    p: float | None
    ranks: tuple[RankSymmetry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(QuestionAnswer):
    """How dangerous discards are."""

    forks: int
    min_forks: int
    branches: int
    method: Mapping[str, str]
    cells: tuple[DiscardCell, ...]  # every card, by own turn
    groups: tuple[DiscardCell, ...]  # by kinds of cards
    ranks: tuple[DiscardCell, ...]  # by rank, own turn and whether the next player has an open meld
    # by whether the card fits a meld on the table, others of its rank seen, and the next player
    table: tuple[DiscardCell, ...]
    averages: DiscardAverages  # over all alternatives
    symmetry: Symmetry  # of the suits


# --- the games ---

RANKS = "A23456789TJQK"
SUITS = "cdhs"
TURNS = (1, 3, 5, 7)
RANK_EDGES = (0, 1, 3, 6, 9)
KEYS = ("suit", "rank", "own_turn")


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    turns = BinnedFeature("turn", TURNS)
    after = unit_bins("next_open", 0, 1)
    return (
        Binning("cards", (unit_bins("suit", 0, 3), unit_bins("rank", 0, 12), turns)),
        Binning("suits", (unit_bins("rank", 0, 12), unit_bins("suit", 0, 3))),
        Binning("ranks", (unit_bins("rank", 0, 12), turns, after)),
        Binning("table", (unit_bins("fits", 0, 1), unit_bins("seen_rank", 0, 3), after)),
        Binning("kinds", (BinnedFeature("rank", RANK_EDGES), unit_bins("fits", 0, 0))),
        Binning("fits", (unit_bins("fits", 0, 1),)),
        Binning("seen", (unit_bins("seen_rank", 0, 3), unit_bins("fits", 0, 0))),
    )


def ask(inquiry: Inquiry) -> DiscardsAnswer:
    """Raises QuestionError if nobody has a choice."""
    min_forks = inquiry.options["min_forks"]
    nobody = "nobody had a choice of discards in {games} games; play more games"
    forks = fork_questions.play(inquiry, "discard", binnings(), nobody=nobody)
    return DiscardsAnswer(
        **inquiry.head(DISCARDS),
        forks=int(forks.totals["branches"][0]),
        min_forks=min_forks,
        branches=int(forks.totals["branches"][0]),
        run=RunFacts(elapsed_s=forks.elapsed),
        method=fork_questions.method([forks], min_forks) | {"weights": _WEIGHTS},
        cells=_cards(forks, min_forks),
        groups=_groups(forks, min_forks),
        ranks=_by_rank(forks, min_forks),
        table=_table(forks, min_forks),
        averages=DiscardAverages(
            all=cells_of.mean(forks.group("all", "payout")), danger=cells_of.mean(forks.group("all", "next_payout"))
        ),
        symmetry=symmetry(forks),
    )


_DANGER = {"danger": "next_payout"}
_FLAG = (False, True)
_WEIGHTS = "an alternative counts as many times as there were loose cards to draw it from"


def _cards(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    names = {"suit": SUITS, "rank": RANKS}
    cells = fork_questions.cells(forks, "cards", KEYS, min_forks, DiscardCell, more=_DANGER, names=names)
    return tuple(replace(cell, at={**cell.at, "card": f"{cell.at['rank']}{cell.at['suit']}"}) for cell in cells)


def _groups(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    """Cards that fit a meld on the table; all other cards by rank, and by how many of the rank are seen."""
    fits = fork_questions.cells(forks, "fits", ("fits",), min_forks, DiscardCell, more=_DANGER)
    ranks = fork_questions.cells(forks, "kinds", ("rank", "fits"), min_forks, DiscardCell, more=_DANGER)
    seen = fork_questions.cells(forks, "seen", ("seen", "fits"), min_forks, DiscardCell, more=_DANGER)
    known = [(FITS, fits[-1]), *zip(KINDS, ranks, strict=True), (UNSEEN, seen[0]), (ALL_SEEN, seen[-1])]
    return tuple(replace(cell, at={"kind": name}) for name, cell in known if cell.n >= min_forks)


def _by_rank(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys = ("rank", "own_turn", "next_open")
    names: dict[str, Sequence[Coordinate]] = {"rank": RANKS, "next_open": _FLAG}
    return fork_questions.cells(forks, "ranks", keys, min_forks, DiscardCell, more=_DANGER, names=names)


def _table(forks: ForkEstimates, min_forks: int) -> tuple[DiscardCell, ...]:
    keys, names = ("fits", "seen", "next_open"), {"fits": _FLAG, "next_open": _FLAG}
    return fork_questions.cells(forks, "table", keys, min_forks, DiscardCell, more=_DANGER, names=names)


def symmetry(forks: ForkEstimates) -> Symmetry:
    """Test whether the four suits of a rank cost the same: chi-square of the cells around the mean of their rank, over
    all ranks and for each rank (`ranks`, p-values corrected by Holm).

    The rules treat suits alike, but bots may not: a bot that discards the lowest of equal cards keeps the other suits.
    """
    import numpy as np

    from tongits_sim.stats import holm
    from tongits_sim.stats._numbers import special

    cells = forks.cells("suits")
    mean = np.asarray(cells.estimate)
    se = np.asarray(cells.se)
    ranks: list[tuple[str, float, int]] = []
    for rank in range(mean.shape[0]):
        known = np.isfinite(mean[rank]) & (se[rank] > 0)
        if known.sum() > 1:
            weights = 1 / np.square(se[rank][known])
            centre = (weights * mean[rank][known]).sum() / weights.sum()
            own = float((weights * np.square(mean[rank][known] - centre)).sum())
            ranks.append((RANKS[rank], own, int(known.sum()) - 1))
    chi = sum(row[1] for row in ranks)
    df = sum(row[2] for row in ranks)
    own_p = [float(special().chdtrc(df_, chi_)) for _, chi_, df_ in ranks]
    sure = holm(own_p) if own_p else own_p
    rows = tuple(
        RankSymmetry(rank=rank, chi2=chi_, df=df_, p_holm=finite(p_))
        for (rank, chi_, df_), p_ in zip(ranks, sure, strict=True)
    )
    p = float(special().chdtrc(df, chi)) if df else math.nan
    return Symmetry(chi2=chi, df=df, p=finite(p), ranks=rows)


# --- words and tables ---

FITS, UNSEEN, ALL_SEEN = "fits a meld on the table", "none of its rank seen yet", "the other three all seen"
KINDS = ("ace", "2, 3", "4, 5, 6", "7, 8, 9", "10, J, Q, K")


_DEAR = 1 / 2
_CHEAP = 1 / 3
"""Shares of the dearest kind's cost: kinds that cost more are named as dear, ranks that cost less as cheap. Kinds lie
far from both shares, so that other games say the same sentence.
"""


def short(answer: DiscardsAnswer) -> str:
    """The cheapest and the most dangerous kinds of cards to throw, in a sentence."""
    rows = [row for row in answer.groups if row.ev_diff.ci95 is not None]
    if not rows:
        return "Too few games to say; play more: --games 20k."
    ranks = [row for row in rows if row.at["kind"] in KINDS]
    certain = [row for row in rows if mean_of(row.ev_diff) < 0 and sure(row.ev_diff)]
    if not certain or not ranks:
        return "No kind of card is surely worse to throw than the one you would choose."
    most, dearest = (min(mean_of(row.ev_diff) for row in some) for some in (certain, ranks))
    dear = [_kind(row) for row in certain if mean_of(row.ev_diff) < _DEAR * most]
    cheap = [str(row.at["kind"]) for row in ranks if mean_of(row.ev_diff) > _CHEAP * dearest]
    text = f"Keep {join_and(dear)}"
    if not cheap:
        return f"{text}: they cost most to throw."
    if str(ranks[-1].at["kind"]) == cheap[-1] and len(cheap) > 1:
        cheap = [f"{cheap[0].partition(',')[0]} and higher"]
    return f"Of cards that fit nothing, {join_and(cheap)} cost least to throw. {text}: they cost most."


def _kind(row: DiscardCell) -> str:
    kind = str(row.at["kind"])
    if kind == FITS:
        return f"a card that {kind}"
    return f"a card, {kind}," if kind in (UNSEEN, ALL_SEEN) else {"ace": "aces"}.get(kind, kind)


def _group_table(answer: DiscardsAnswer) -> Table:
    shown: dict[str, Callable[[DiscardCell], str]] = {
        "a loose card instead of the own choice": lambda row: str(row.at["kind"]),
        "forks": lambda row: f"{row.n:,}",
        "changes": lambda row: earned(row.ev_diff),
        "the next player": lambda row: moved(row.danger),
    }
    return columns("groups", "Units, compared with the own choice", answer.groups, shown)


def _kinds(answer: DiscardsAnswer) -> Table:
    most = max((abs(mean_of(row.ev_diff)) for row in answer.groups), default=1.0) or 1.0
    shown: dict[str, Callable[[DiscardCell], str]] = {
        "a loose card thrown instead": lambda row: str(row.at["kind"]),
        "you get": lambda row: earned(row.ev_diff),
        "": lambda row: bar(max(-mean_of(row.ev_diff), 0.0) / most, 12),
        "the next player gets": lambda row: moved(row.danger),
    }
    return columns("kinds", "", answer.groups, shown)


def screen(answer: DiscardsAnswer) -> Screen:
    notes = [
        "The bar: what throwing such a card instead of your own choice costs you.",
        "By rank and turn: --full   Your hand: tongits advise",
    ]
    if not suits_differ(answer):
        notes.insert(0, "No difference between suits is seen.")
    return Screen(measured.heading(answer, ()), short(answer), (_kinds(answer),), notes)


_SURE = 0.05 / 2
"""Level of each of two tests of one claim, over all ranks and rank by rank: 5 % for both together."""


def suits_differ(answer: DiscardsAnswer) -> bool:
    """Whether the suits of some rank surely differ in cost, by the test over all ranks or by the test of one rank."""
    symmetry = answer.symmetry
    apart = [row.rank for row in symmetry.ranks if row.p_holm is not None and row.p_holm <= _SURE]
    return bool(apart) or (symmetry.p is not None and symmetry.p <= _SURE)


def tables(answer: DiscardsAnswer) -> list[Table]:
    return [
        _group_table(answer),
        _cells("table", "By what is face up", answer, answer.table),
        _cells("ranks", "By rank, turn, and whether the next player is open", answer, answer.ranks),
        _cells("cells", "Every card", answer, answer.cells),
        columns("suits", "Do suits differ?", answer.symmetry.ranks, _SUITS),
    ]


_SUITS: dict[str, Callable[[RankSymmetry], str]] = {
    "rank": lambda row: row.rank,
    "chi-square": lambda row: f"{row.chi2:.1f}",
    "degrees": lambda row: str(row.df),
    "p": lambda row: p_words(row.p_holm),
}


def _cells(key: str, title: str, answer: DiscardsAnswer, cells: Sequence[DiscardCell]) -> Table:
    keys = [key for key in cells[0].at if not key.endswith("_to")]
    shown: dict[str, Callable[[DiscardCell], str]] = {key.replace("_", " "): _coordinate(key) for key in keys}
    shown |= {"forks": lambda row: f"{row.n:,}", "changes": lambda row: earned(row.ev_diff)}
    shown |= {"the next player": lambda row: moved(row.danger), "sure": lambda row: "yes" if row.resolved else "no"}
    return columns(key, title, [row for row in cells if row.n >= answer.min_forks], shown, text=len(keys))


def _coordinate(key: str) -> Callable[[DiscardCell], str]:
    def text(row: DiscardCell) -> str:
        at = row.at[key]
        return ("yes" if at else "no") if isinstance(at, bool) else row.text(key)

    return text


def about(answer: DiscardsAnswer) -> list[str]:
    return list(answer.method.values())


def findings(answer: DiscardsAnswer) -> list[Finding]:
    rows = [figures.Row.of(str(row.at["kind"]), row.ev_diff) for row in answer.groups]
    text = "Units that the player loses by this card in place of the own choice; lines: 95 % intervals."
    drawn = figures.Intervals(rows, "units that a discard gains or loses (line: 95 % interval)")
    return [Finding("groups", "What is safe to throw?", text, drawn)]


def width(answer: DiscardsAnswer) -> float | None:
    """The widest interval of what a kind of card costs, units."""
    return widest(row.ev_diff for row in answer.groups if row.n >= answer.min_forks)


DISCARDS = Question(
    name="discards",
    asks="How dangerous is each discard?",
    games=20_000,
    ask=ask,
    width=width,
    answer=DiscardsAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players="trained,trained,trained",
    example="--rules sjs --games 100k",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=40,
    on_page=ReportSettings(10_000, players="usual"),
)
