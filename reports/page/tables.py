"""The tables of a report as text: rendered as HTML, Markdown and CSV alike."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.figures.comparison import ENDING_WORDS
from reports.commands.compare import digits_of, known, p_words
from reports.text.numbers import amount, percent

Document = Mapping[str, Any]


@dataclass
class Table:
    """A table: what it is called, its headings, its cells as text; `text` columns from the left are no numbers."""

    key: str
    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    text: int = 1
    note: str = ""
    classes: dict[tuple[int, int], str] = field(default_factory=dict)

    def markdown(self) -> str:
        """The table in Markdown."""
        bars = ["---" if i < self.text else "---:" for i in range(len(self.headings))]
        lines = [self.headings, bars, *self.rows]
        told = "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
        return f"**{self.caption}**\n\n{told}\n" + (f"\n{self.note}\n" if self.note else "")

    def csv(self) -> str:
        """The table as CSV."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.headings, *self.rows])
        return text.getvalue()


def tables(document: Document) -> list[Table]:
    """The tables of a run, without those that have nothing to say."""
    made = [
        ranking(document),
        pairs(document),
        shares(document),
        channels(document),
        places(document),
        matrix(document),
    ]
    return [table for table in [*made, per_table(document)] if table.rows]


def ranking(document: Document) -> Table:
    """Who earns what."""
    against = document["baseline"]
    headings = ["Player", "Units a game", "Spread of one game", "Difference to the best"]
    headings += ["Difference to the baseline", "Verdict"] if against else []
    alpha = any(row.get("alpha_rank") is not None for row in document["ranking"])
    headings += ["Rank, 95 %"] * ("rank_ci95" in document["ranking"][0]) + ["Alpha-rank"] * alpha
    rows = []
    for row in document["ranking"]:
        cells = [row["player"], known(row["payout_mean"], row["payout_ci95"]), amount(row["payout_sd"], 1, sign=False)]
        best = row["rank"] == 1
        cells.append("best" if best else known(row["diff_to_best"], row["diff_to_best_ci95"]))
        if against:
            cells.append(known(row["diff_to_baseline"], row["diff_to_baseline_ci95"]))
            cells.append(row["verdict_vs_baseline"] or "baseline")
        if "rank_ci95" in row:
            low, high = row["rank_ci95"]
            cells.append(f"{low}" if low == high else f"{low} to {high}")
        if alpha:
            cells.append(percent(row["alpha_rank"]))
        rows.append(cells)
    note = "± is half a 95 % interval. Spread: standard deviation of one game's payout."
    if against:
        note += f" Verdicts against {against}, corrected by Holm's method."
    if document["pairs"]:
        note += " Which player is best was chosen by the same games; differences to it lean towards large."
    if alpha:
        note += " Alpha-rank: share of time that evolution by imitation spends with a player; a supplement."
    return Table("ranking", "What each player earns", headings, rows, note=note)


def pairs(document: Document) -> Table:
    """Every two players."""
    confirmed = bool(document["confirm"])
    headings = ["Player", "Verdict", "Than", "Units a game", "p (Holm)", "Saved by duplicate deals"]
    headings += ["Other seed"] if confirmed else []
    rows = []
    for row in document["pairs"]:
        factor = row["variance_reduction"]
        saved = "" if factor is None else f"{factor:.1f} ×"
        cells = [row["a"], row["verdict"], row["b"], known(row["diff"], row["ci95"]), p_words(row["p_holm"]), saved]
        rows.append(cells + ([amount(row["diff_confirm"], digits_of(row["ci95"]))] if confirmed else []))
    note = f'Holm\'s correction over all {len(rows)}. "Inconclusive" does not mean equal.'
    return Table("pairs", "Every two players, on the same deals", headings, rows, text=3, note=note)


def shares(document: Document) -> Table:
    """How often things happen to each player."""
    wanted = {
        "Wins": ("win_rate", "win_ci95"),
        "Second": ("second_rate", "second_ci95"),
        "Sunog": ("sunog_rate", "sunog_ci95"),
        "Calls": ("call_rate", "call_ci95"),
        "Calls won": ("calls_won", "calls_won_ci95"),
        "Challenges": ("challenge_rate", "challenge_ci95"),
        "Challenges won": ("challenges_won", "challenges_won_ci95"),
    }
    rows = [[row["player"], *(_share(row, *keys) for keys in wanted.values())] for row in document["ranking"]]
    note = (
        "± is half a 95 % interval. Shares of all games; calls won: of its calls; challenges won: of its challenges. "
        "Sunog: burned, the game ended before an own meld lay on the table."
    )
    return Table("shares", "How often, in per cent", ["Player", *wanted], rows, note=note)


def _share(row: Mapping[str, Any], name: str, limits: str) -> str:
    share, bounds = row.get(name), row.get(limits)
    if share is None:
        return "–"
    if not bounds:
        return f"{100 * share:.1f}"
    half = 50 * (bounds[1] - bounds[0])
    return f"{100 * share:.1f} ± {half:.1f}" if half >= 0.05 else f"{100 * share:.2f} ± {half:.2f}"


def channels(document: Document) -> Table:
    """Where units come from and go to."""
    moving = [e for e in ENDING_WORDS if any(row["units"] for row in document["channels"] if row["ending"] == e)]
    rows = []
    for player in dict.fromkeys(row["player"] for row in document["channels"]):
        for way in ("won", "lost"):
            mine = {r["ending"]: r for r in document["channels"] if (r["player"], r["way"]) == (player, way)}
            cells = [known(mine[e]["units"], mine[e]["units_ci95"]) for e in moving]
            rows.append([player, way, *cells])
    note = "Units per game of all its games, so that a player's cells add up to what it earns."
    return Table(
        "channels", "Where units come from and go to", ["Player", "", *[ENDING_WORDS[e] for e in moving]], rows, 2, note
    )


def places(document: Document) -> Table:
    """Seats and dealer."""
    names = list(dict.fromkeys(row["place"] for row in document["places"]))
    rows = []
    for player in dict.fromkeys(row["player"] for row in document["places"]):
        mine = {row["place"]: row for row in document["places"] if row["player"] == player}
        rows.append([player, *(known(mine[name]["payout_mean"], mine[name]["payout_ci95"]) for name in names)])
    note = "Units a game. The first dealer of a deal is drawn, so seats differ by chance only; the dealer does not."
    return Table("places", "Seats and dealer", ["Player", *[name.capitalize() for name in names]], rows, note=note)


def matrix(document: Document) -> Table:
    """Who gains in whose company."""
    players = [row["player"] for row in document["ranking"]]
    found = {(row["player"], row["with"]): row for row in document["matrix"]}
    rows = []
    for player in players if found else []:
        cells = [found.get((player, other)) for other in players]
        told = [
            known(c["payout_mean"], c["payout_ci95"]) + ("" if c["verdict"] != "inconclusive" else " ?") if c else "–"
            for c in cells
        ]
        rows.append([player, *told])
    note = (
        "Units a game of the row's player where the column's player sits at the table; "
        "?: sign not certain (Benjamini-Hochberg)."
    )
    return Table("matrix", "Who gains in whose company", ["Player", *players], rows, note=note)


def per_table(document: Document) -> Table:
    """Each table of three; for small fields only, as the numbers are in the JSON anyway."""
    names = dict.fromkeys(row["table"] for row in document["tables"])
    if not 1 < len(names) <= 10:
        return Table("tables", "", [], [])
    rows = [[row["table"], row["player"], amount(row["payout_mean"], 3)] for row in document["tables"]]
    return Table("tables", "Each table", ["Table", "Player", "Units a game"], rows, 2)
