"""The answer of `analyze discards`: the danger map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.figures import rollouts as figures
from reports.commands.compare import known
from reports.page.advice import Advice, units
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text import rollouts

Document = Mapping[str, Any]
Row = Mapping[str, Any]

_SURE = 0.05 / 2
"""All suits together, and rank by rank: two looks at one claim, which together err once in twenty times."""
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def answer(document: Document) -> str:
    """What another loose card costs, and to whom."""
    found = document["averages"]
    return (
        f"At a table of {rollouts.players(document)}, throwing another loose card than the bot's choice changes "
        f"one's own payout by {rollouts.value(found['all'])} units on average, and the next player's by "
        f"{rollouts.value(found['danger'])} (forked)."
    )


RANKS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
NEXT = {"False": "next player has no meld on the table", "True": "next player has a meld on the table"}


def advice(document: Document) -> list[Advice]:
    """Which loose cards to throw and which to keep, in the most frequent turns."""
    asks = "Which card should I throw?"
    rows = [row for row in document["ranks"] if row["n"] >= document["min_forks"] and row["ci95"]]
    if not rows:
        return [Advice(asks, answer(document))]
    weight: dict[tuple[int, bool], int] = {}
    for row in rows:
        weight[row["own_turn"], row["next_open"]] = weight.get((row["own_turn"], row["next_open"]), 0) + row["n"]
    often = max(weight, key=lambda key: weight[key])
    mine = [row for row in rows if (row["own_turn"], row["next_open"]) == often]
    dear = sorted((row for row in mine if row["resolved"] and row["ev_diff"] < 0), key=lambda row: row["ev_diff"])
    cheap = [row for row in mine if row not in dear] or dear[:3:-1][:3]
    if not dear or not cheap:
        return [Advice(asks, answer(document))]
    turns = f"own turns {figures.bin_words(mine[0], 'own_turn')}"
    costs = f"costs {units(dear[0]['ev_diff'], dear[0]['ci95'])} against the bot's own choice"
    return [
        Advice(
            asks,
            f"Of cards that fit nothing in your hand, give up {rollouts.listed([_plural(row) for row in cheap])}; "
            f"hold on to {rollouts.listed([_plural(row) for row in dear[:3]])} longest.",
            f"In {turns}, where the {NEXT[str(often[1])]}, throwing a loose {_one(dear[0])} {costs}.",
        )
    ]


def _one(row: Row) -> str:
    return RANKS.get(row["rank"], str(row["rank"]))


def _plural(row: Row) -> str:
    return f"{_one(row)}es" if row["rank"] == "6" else f"{_one(row)}s"


def sentences(document: Document) -> list[str]:
    """The table's part, the ranks, symmetry, what is certain."""
    told = [_ranks(document), _table_words(document), _symmetry(document)]
    told += [rollouts.resolved_sentence(document), rollouts.speed_sentence(document)]
    return [text for text in told if text]


def _ranks(document: Document) -> str:
    rows = [row for row in document["ranks"] if row["resolved"]]
    if not rows:
        return ""
    most, least = min(rows, key=lambda row: row["ev_diff"]), max(rows, key=lambda row: row["ev_diff"])
    parts = [
        f"{row['rank']} in own turns {figures.bin_words(row, 'own_turn')}, the next player "
        f"{'open' if row['next_open'] else 'not open'} ({known(row['ev_diff'], row['ci95'])})"
        for row in (most, least)
    ]
    return f"Dearest of the ranks is {parts[0]}; cheapest {parts[1]}."


def _table_words(document: Document) -> str:
    sure = [row for row in document["table"] if row["resolved"]]
    fits = [row for row in sure if row["fits"]]
    if not fits:
        return ""
    worst = max(fits, key=lambda row: row["danger"])
    return (
        f"A card that fits a meld on the table, with {worst['seen']} more of its rank in sight and the next player "
        f"{'open' if worst['next_open'] else 'not open'}, brings him "
        f"{known(worst['danger'], worst['danger_ci95'])} units: the most among such cards."
    )


def _symmetry(document: Document) -> str:
    found = document["symmetry"]
    if found["p"] is None:
        return ""
    sure = f"chi-square {found['chi2']:.1f}, {found['df']} degrees of freedom, p = {found['p']:.3g}"
    apart = [row["rank"] for row in found["ranks"] if row["p_holm"] <= _SURE]
    if not apart and found["p"] > _SURE:
        return f"The four suits agree within error ({sure}), and so they do rank by rank, corrected by Holm."
    ranks = f"for certain those of {rollouts.listed(apart)}" if apart else "no rank's by itself for certain"
    return (
        f"The suits differ ({sure}; corrected by Holm, {ranks}). The rules know no suit: bots do that take the first "
        "of equal cards, as greedy does."
    )


def tables(document: Document) -> list[Table]:
    """By table, by rank, every card."""
    rows = [
        [
            cell["card"],
            figures.bin_words(cell, "own_turn"),
            f"{cell['n']:,}",
            known(cell["ev_diff"], cell["ci95"]),
            known(cell["danger"], cell["danger_ci95"]),
            "yes" if cell["resolved"] else "no",
        ]
        for cell in document["cells"]
        if cell["n"] >= document["min_forks"]
    ]
    headings = ["Card", "Own turn", "Weight", "Difference", "Next player", "Resolved"]
    return [*console(document), Table("cells", "Every card", headings, rows, text=2)]


def console(document: Document) -> list[Table]:
    """By table, by rank and turn."""
    table = [
        [
            "yes" if row["fits"] else "no",
            str(row["seen"]),
            "yes" if row["next_open"] else "no",
            known(row["ev_diff"], row["ci95"]),
            known(row["danger"], row["danger_ci95"]),
        ]
        for row in document["table"]
        if row["n"] >= document["min_forks"]
    ]
    note = (
        "Units, against the bot's own discard; ± is half a 95 % interval. Seen: other cards of the rank in the "
        "own hand or shown. Next player: what he gains or loses by it."
    )
    headings = ["Fits a meld", "Seen", "Next open", "Difference", "Next player"]
    made = [Table("table", "By what the table shows", headings, table, text=3, note=note)]
    titles = {"False": "Next player not open", "True": "Next player open"}
    ranks = {"cells": document["ranks"], "min_forks": document["min_forks"]}
    return [*made, *rollouts.grids(ranks, "own_turn", "rank", "next_open", titles, "Rank \\ own turn")]


def findings(document: Document) -> list[Finding]:
    """The map by rank, and with a panel a suit."""
    rows = figures.grid(document, "own_turn", "rank", "suit")
    text = (
        "The rules know no suit; where the four differ, these bots prefer some among equal cards. Each box: "
        "units against the bot's own discard; orange, −: dangerous; blue, +: better; hatched: not certain; a dot: "
        f"seen too seldom. {rollouts.strongest(document, _where)}"
    ).strip()
    titles = {key: words[0].upper() + words[1:] for key, words in NEXT.items()}
    by_rank = figures.grid(
        {"cells": document["ranks"], "min_forks": document["min_forks"]}, "own_turn", "rank", "next_open"
    )
    said = (
        "Each box: units that throwing such a loose card brings more than the bot's own discard. Orange, −: dangerous; "
        f"blue, +: better; hatched: not certain; a dot: seen too seldom. {_ranks(document)}"
    ).strip()
    ranks = Finding(
        "ranks",
        "What a discard costs, by rank",
        said,
        lambda: figures.draw_grid(by_rank, "own turn", "rank", titles),
        lambda: figures.draw_panels(by_rank, "own turn", "rank", titles),
    )
    suits = Finding(
        "map",
        "What a discard costs, card by card",
        text,
        lambda: figures.draw_grid(rows, "own turn", "card", SUITS),
        lambda: figures.draw_panels(rows, "own turn", "card", SUITS),
        detail=True,
    )
    return [ranks, suits]


def _where(cell: Row) -> str:
    return f"{cell['card']}, own turn {figures.bin_words(cell, 'own_turn')}"
