"""How the answer of `analyze payouts` is presented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.figures.comparison import INKS
from mahjong_sim.analyses.answers import PayoutsAnswer, SessionRow
from mahjong_sim.questions import parts
from reports.page.findings import Finding
from reports.page.tables import Table, share_cell
from tongits_sim.run.numbers import amount, known, p_words, seconds, units

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def headline(answer: PayoutsAnswer) -> str:
    """What changes hands, and what a session needs."""
    first, session = answer.variants[0], answer.sessions[0]
    needs = session.bankroll
    moved = parts.plain(first.moved.mean, first.moved.ci95)
    return (
        f"At a table of {parts.table_of(answer)} under {answer.rules} {moved} units change hands in a game; in 95 % of "
        f"the sessions of {session.session_games} games {session.player} never needs more than "
        f"{_bankroll(needs.mean, needs.ci95)} units."
    )


def _bankroll(mean: float | None, limits: Sequence[float] | None) -> str:
    if mean is None:
        return "an unknown number of"
    text = f"{mean:.0f}"
    return text if limits is None else f"{text} (95 % interval {limits[0]:.0f} to {limits[1]:.0f})"


def sentences(answer: PayoutsAnswer) -> list[str]:
    """What each variant changes, what pots do, how much was played."""
    lines = []
    for row in answer.variants[1:]:
        diff = row.moved_diff
        if diff is not None and diff.mean is not None:
            sure = row.moved_p is not None and row.moved_p <= 0.05
            lines.append(
                f"{row.variant[0].upper()}{row.variant[1:]}: {units(diff.mean, diff.ci95)} on what changes hands in a "
                f"game{'' if sure else ', not decided'} (p {p_words(row.moved_p)}, Holm)."
            )
    pots = [f"{row.pots:.2f} in {row.session_games} games" for row in answer.jai_alai if row.pots is not None]
    if pots:
        lines.append(f"Pots of jai alai taken in a match: {', '.join(dict.fromkeys(pots))}.")
    return [*lines, f"{answer.deals:,} deals for each variant, and sessions, in {seconds(answer.elapsed_s)}."]


def tables(answer: PayoutsAnswer) -> list[Table]:
    """Variants, sessions, pots."""
    rows = [
        [
            row.variant,
            parts.plain(row.moved.mean, row.moved.ci95),
            "" if row.moved_diff is None else parts.value(row.moved_diff),
            "" if row.moved_p is None else p_words(row.moved_p),
            parts.value(row.mano),
            share_cell(row.void.mean, row.void.ci95),
            share_cell(row.bunot.mean, row.bunot.ci95),
        ]
        for row in answer.variants
    ]
    headings = ["Rules", "Change hands", "More than asked", "p (Holm)", "Mano makes", "Void, %", "Won by draw, %"]
    note = "Units a game on the same walls with the same bots, which do not adapt; ± is half a 95 % interval."
    return [
        Table("variants", "House rules compared", headings, rows, note=note),
        _sessions("sessions", "What a session can cost", answer.sessions),
        _sessions("jai_alai", "With a pot of jai alai, by length of a match", answer.jai_alai),
    ]


def _sessions(key: str, caption: str, rows: Sequence[SessionRow]) -> Table:
    cells = [
        [
            row.variant,
            row.player,
            f"{row.session_games}",
            known(row.payout.mean, row.payout.ci95),
            amount(row.swing, 2, sign=False),
            amount(row.session_swing, 1, sign=False),
            share_cell(row.loses.mean, row.loses.ci95),
            _bankroll(row.bankroll.mean, row.bankroll.ci95),
            "" if row.pots is None else f"{row.pots:.2f}",
        ]
        for row in rows
    ]
    headings = [
        "Rules",
        "Player",
        "Games",
        "Units",
        "Swing of a game",
        "of a session",
        "Ends below 0, %",
        "Bankroll",
        "Pots",
    ]
    note = (
        "Swing: standard deviation of the payout. Bankroll: units that 95 % of the sessions never need more than. "
        "Pots: taken in a session, all players together."
    )
    return Table(key, caption, headings, cells, text=2, note=note)


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """What a session needs under each variant."""
    rows = [row for row in answer.sessions if row.bankroll.mean is not None]
    text = (
        "Units that 95 % of the sessions never need more than, by house rules and player; bars: 95 % intervals. "
        f"{headline(answer)}"
    )
    return [Finding("bankroll", "What to bring along", text, lambda: draw(rows))]


def draw(rows: Sequence[SessionRow]) -> Figure:
    """Bankrolls with intervals, one a row."""
    from matplotlib.figure import Figure

    several = len({row.player for row in rows}) > 1
    names = [f"{row.variant} · {row.player}" if several else row.variant for row in rows]
    figure = Figure(figsize=(5.6, 0.6 + 0.34 * len(rows)), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    for at, row in enumerate(rows):
        if row.bankroll.ci95 is not None:
            axes.plot(row.bankroll.ci95, [at, at], color=INKS["loss"], linewidth=3, alpha=0.45)
        axes.plot(row.bankroll.mean or 0, at, "o", color=INKS["loss"], markersize=5)
    axes.set_yticks(range(len(rows)), names)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("units", fontsize=9, color=INKS["ink"])
    axes.tick_params(colors=INKS["ink"], labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INKS["faint"])
    return figure
