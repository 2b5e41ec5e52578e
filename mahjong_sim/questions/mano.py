"""How the answer of `analyze mano` is presented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.figures.comparison import INKS
from mahjong_sim.analyses.answers import ManoAnswer, ManoRow
from mahjong_sim.questions import parts
from reports.page.findings import Finding
from reports.page.tables import Table
from tongits_sim.run.numbers import per_cent, seconds, units

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def headline(answer: ManoAnswer) -> str:
    """What being mano brings."""
    return (
        f"At a table of {parts.table_of(answer)}, being mano instead of one of the others, with the same tiles, brings "
        f"{units(answer.payout.mean or 0, answer.payout.ci95)} a game"
        f"{'' if answer.payout.decided else ': the sign is not decided'}."
    )


def sentences(answer: ManoAnswer) -> list[str]:
    """How often mano wins, against whom the advantage is largest, how much was played."""
    won, other = answer.won_mano, answer.won_other
    wins = (
        f"A seat wins {per_cent(won.mean or 0, won.ci95)} as mano and {per_cent(other.mean or 0, other.ci95)} as one "
        f"of the others with the same tiles: {parts.points(answer.won.mean, answer.won.ci95)} percentage points."
    )
    places = [
        f"Compared with {row.of}: {units(row.payout.mean or 0, row.payout.ci95)}{_undecided(row)}."
        for row in answer.places
    ]
    played = f"{answer.deals:,} deals, each played with every seat as mano, in {seconds(answer.elapsed_s)}."
    return [wins, *places, played]


def _undecided(row: ManoRow) -> str:
    return "" if row.payout.decided else ", not decided"


def tables(answer: ManoAnswer) -> list[Table]:
    """By place, by the hand dealt, by player."""
    note = "Units and percentage points that a seat gains by being mano; ± is half a 95 % interval, the deal its unit."
    of_all = [
        _table("places", "Mano against each other place", answer.places, False, note),
        _table("shanten", "By tiles from waiting of the sixteen tiles dealt", answer.shanten, True, note),
    ]
    return [*of_all, _table("players", "By player", answer.by_player, True, note)] if answer.by_player else of_all


def _table(key: str, caption: str, rows: Sequence[ManoRow], wins: bool, note: str) -> Table:
    cells = [
        [row.of, f"{row.n:,}", parts.value(row.payout), *([parts.points(row.won.mean, row.won.ci95)] if wins else [])]
        for row in rows
    ]
    headings = ["Seats", "Number", "Units a game", *(["Wins more often, points"] if wins else [])]
    return Table(key, caption, headings, cells, note=note)


def findings(answer: ManoAnswer) -> list[Finding]:
    """The value by the hand dealt."""
    rows = [row for row in answer.shanten if row.payout.ci95 is not None and row.n >= 100]
    text = (
        f"Units that being mano brings with the same tiles, by how far the dealt hand is from waiting; bars: 95 % "
        f"intervals. {headline(answer)}"
    )
    return [Finding("mano", "The value of being mano", text, lambda: draw(rows))]


def draw(rows: Sequence[ManoRow]) -> Figure:
    """Points with intervals, one for each row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.0, 2.6), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    for at, row in enumerate(rows):
        if row.payout.ci95 is not None:
            axes.plot([at, at], row.payout.ci95, color=INKS["gain"], linewidth=3, alpha=0.45)
        axes.plot(at, row.payout.mean or 0, "o", color=INKS["gain"], markersize=5)
    axes.set_xticks(range(len(rows)), [row.of for row in rows])
    axes.set_xlabel("tiles from waiting as dealt", fontsize=9, color=INKS["ink"])
    axes.set_ylabel("units a game", fontsize=9, color=INKS["ink"])
    axes.tick_params(colors=INKS["ink"], labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INKS["faint"])
    return figure
