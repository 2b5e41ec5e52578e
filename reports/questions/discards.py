"""The answer of `analyze discards`: the danger map."""

from __future__ import annotations

from analyses.answers.discards import DiscardCell, DiscardsAnswer
from analyses.answers.rollouts import Cell, cell_at
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import known, units

_SURE = 0.05 / 2
"""All suits together, and rank by rank: two looks at one claim, which together err once in twenty times."""
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def headline(answer: DiscardsAnswer) -> str:
    """What another loose card costs, and to whom."""
    return (
        f"At a table of {rollouts.players(answer)}, discarding another loose card than the bot's choice changes "
        f"one's own payout by {rollouts.value(answer.averages.all)} units on average, and the next player's by "
        f"{rollouts.value(answer.averages.danger)} (forked)."
    )


RANKS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
NEXT = {"False": "next player has no meld on the table", "True": "next player has a meld on the table"}


def advice(answer: DiscardsAnswer) -> list[Advice]:
    """Which loose cards to discard and which to keep, in the most frequent turns."""
    asks = "Which card should I discard?"
    rows = [row for row in answer.ranks if row.n >= answer.min_forks and row.ci95]
    if not rows:
        return [Advice(asks, headline(answer))]
    weight: dict[tuple[object, object], int] = {}
    for row in rows:
        key = (row.at["own_turn"], row.at["next_open"])
        weight[key] = weight.get(key, 0) + row.n
    often = max(weight, key=lambda key: weight[key])
    mine = [row for row in rows if (row.at["own_turn"], row.at["next_open"]) == often]
    dear = sorted((row for row in mine if row.resolved and _value(row) < 0), key=_value)
    cheap = [row for row in mine if row not in dear] or dear[:3:-1][:3]
    if not dear or not cheap:
        return [Advice(asks, headline(answer))]
    return [
        Advice(
            asks,
            f"Of cards that fit nothing in your hand, give up {rollouts.listed([_plural(row) for row in cheap])}; "
            f"hold on to {rollouts.listed([_plural(row) for row in dear[:3]])} longest.",
            f"In own turns {mine[0].words('own_turn')}, where the {NEXT[str(often[1])]}. {_dearest(answer)}",
        )
    ]


def _dearest(answer: DiscardsAnswer) -> str:
    """What the dearest rank costs, chosen on other games; without that, what an alternative costs on average."""
    extremes = answer.extremes.get("ranks")
    row = None if extremes is None or extremes.least is None else cell_at(answer.ranks, extremes.least)
    if row is None or row.ev_diff is None:
        mean = answer.averages.all
        return f"On average another loose card brings {units(mean.mean or 0.0, mean.ci95)} against the bot's choice."
    place = f"in own turns {row.words('own_turn')}, the next player {_open(row)}"
    return (
        f"Dearest, as chosen on other games: a loose {_one(row)} {place}, {units(row.ev_diff, row.ci95)} against the "
        "bot's own choice."
    )


def _value(row: DiscardCell) -> float:
    return row.ev_diff or 0.0


def _one(row: DiscardCell) -> str:
    return RANKS.get(str(row.at["rank"]), str(row.at["rank"]))


def _plural(row: DiscardCell) -> str:
    return f"{_one(row)}es" if row.at["rank"] == "6" else f"{_one(row)}s"


def sentences(answer: DiscardsAnswer) -> list[str]:
    """The table's part, the ranks, symmetry, what is resolved."""
    parts = [_ranks(answer), _table_words(answer), _symmetry(answer)]
    parts += [rollouts.resolved_sentence(answer, answer.cells), rollouts.speed_sentence(answer)]
    return [text for text in parts if text]


def _ranks(answer: DiscardsAnswer) -> str:
    """The dearest and the cheapest rank, chosen on other games."""
    extremes = answer.extremes.get("ranks")
    if extremes is None:
        return ""
    parts = []
    for words, at in (("Dearest", extremes.least), ("Cheapest", extremes.most)):
        row = None if at is None else cell_at(answer.ranks, at)
        if row is not None:
            parts.append(
                f"{words} of the ranks: a loose {_one(row)} in own turns {row.words('own_turn')}, the next player "
                f"{_open(row)} ({known(row.ev_diff, row.ci95)} units against the bot's own discard)."
            )
    return " ".join([*parts, rollouts.HELD_OUT]) if parts else ""


def _open(row: DiscardCell) -> str:
    return "open" if row.at["next_open"] else "not open"


def _table_words(answer: DiscardsAnswer) -> str:
    extremes = answer.extremes.get("table")
    row = None if extremes is None or extremes.most is None else cell_at(answer.table, extremes.most)
    if row is None:
        return ""
    return (
        f"Of cards that fit a meld on the table, one with {row.at['seen']} more of its rank in sight and the next "
        f"player {_open(row)} brings him most: {known(row.danger, row.danger_ci95)} units, the card chosen on other "
        "games than those that estimate it."
    )


def _symmetry(answer: DiscardsAnswer) -> str:
    symmetry = answer.symmetry
    if symmetry.p is None:
        return ""
    sure = f"chi-square {symmetry.chi2:.1f}, {symmetry.df} degrees of freedom, p = {symmetry.p:.3g}"
    apart = [row.rank for row in symmetry.ranks if row.p_holm is not None and row.p_holm <= _SURE]
    if not apart and symmetry.p > _SURE:
        return f"The four suits agree within error ({sure}), and so they do rank by rank, corrected by Holm."
    ranks = f"for certain those of {rollouts.listed(apart)}" if apart else "no rank's by itself for certain"
    return (
        f"The suits differ ({sure}; corrected by Holm, {ranks}). The rules know no suit: bots do that take the first "
        "of equal cards, as greedy does."
    )


def tables(answer: DiscardsAnswer) -> list[Table]:
    """By table, by rank, every card."""
    rows = [
        [
            str(cell.at["card"]),
            cell.words("own_turn"),
            f"{cell.n:,}",
            known(cell.ev_diff, cell.ci95),
            known(cell.danger, cell.danger_ci95),
            "yes" if cell.resolved else "no",
        ]
        for cell in answer.cells
        if cell.n >= answer.min_forks
    ]
    headings = ["Card", "Own turn", "Weight", "Difference", "Next player", "Resolved"]
    return [*console(answer), Table("cells", "Every card", headings, rows, text=2)]


def console(answer: DiscardsAnswer) -> list[Table]:
    """By table, by rank and turn."""
    table = [
        [
            "yes" if row.at["fits"] else "no",
            row.words("seen"),
            "yes" if row.at["next_open"] else "no",
            known(row.ev_diff, row.ci95),
            known(row.danger, row.danger_ci95),
        ]
        for row in answer.table
        if row.n >= answer.min_forks
    ]
    note = (
        "Units, against the bot's own discard; ± is half a 95 % interval. Seen: other cards of the rank in the "
        "own hand or shown. Next player: what he gains or loses by it."
    )
    headings = ["Fits a meld", "Seen", "Next open", "Difference", "Next player"]
    cards = [Table("table", "By what the table shows", headings, table, text=3, note=note)]
    titles = {"False": "Next player not open", "True": "Next player open"}
    keys = ("own_turn", "rank", "next_open")
    return [*cards, *rollouts.grids(answer.ranks, answer.min_forks, *keys, titles, "Rank \\ own turn")]


def findings(answer: DiscardsAnswer) -> list[Finding]:
    """The map by rank, and with a panel a suit."""
    rows = figures.grid(answer.cells, answer.min_forks, "own_turn", "rank", "suit")
    suit_text = (
        "The rules know no suit; where the four differ, these bots prefer some among equal cards. Each box: "
        "units against the bot's own discard; orange, −: dangerous; blue, +: better; hatched: not resolved; a dot: "
        f"too few forks. {rollouts.strongest(answer, answer.cells, _where)}"
    ).strip()
    titles = {key: words[0].upper() + words[1:] for key, words in NEXT.items()}
    by_rank = figures.grid(answer.ranks, answer.min_forks, "own_turn", "rank", "next_open")
    rank_text = (
        "Each box: units that discarding such a loose card brings more than the bot's own discard. Orange, −: "
        f"dangerous; blue, +: better; hatched: not resolved; a dot: too few forks. {_ranks(answer)}"
    ).strip()
    ranks = Finding(
        "ranks",
        "What a discard costs, by rank",
        rank_text,
        lambda: figures.draw_grid(by_rank, "own turn", "rank", titles),
        lambda: figures.draw_panels(by_rank, "own turn", "rank", titles),
    )
    suits = Finding(
        "map",
        "What a discard costs, card by card",
        suit_text,
        lambda: figures.draw_grid(rows, "own turn", "card", SUITS),
        lambda: figures.draw_panels(rows, "own turn", "card", SUITS),
        detail=True,
    )
    return [ranks, suits]


def _where(cell: Cell) -> str:
    return f"{cell.at['card']}, own turn {cell.words('own_turn')}"
