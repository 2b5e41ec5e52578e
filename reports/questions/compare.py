"""Bots compared on duplicate deals, in words, tables and figures."""

from __future__ import annotations

import shlex

from analyses.answers.comparison import ComparisonAnswer
from analyses.comparison_text import answer, asked, baseline_answer, certainty
from analyses.figures import comparison
from reports.page.findings import Advice, Finding, by_ending, earned
from reports.page.tables import Table, channel_table, share_cell, share_table
from reports.text.numbers import units
from tongits_sim.run.numbers import amount, digits_of, known, p_words, percent

__all__ = [
    "advice",
    "answer",
    "asked",
    "command_line",
    "findings",
    "method",
    "sentences",
    "size",
    "tables",
    "title",
]


def title(document: ComparisonAnswer) -> str:
    """What stands over its numbers."""
    return "Bots on the same deals"


def sentences(document: ComparisonAnswer) -> list[str]:
    """What else is to be said: against the baseline, and what is certain."""
    return [text for text in (baseline_answer(document), certainty(document)) if text]


def advice(document: ComparisonAnswer) -> list[Advice]:
    """Who earns most, without the intervals where all is certain."""
    asks = "Which bot earns most?"
    best, *others = document.ranking
    mine = [row for row in document.pairs if best.player in (row.a, row.b)]
    closest = document.pair(best.player, others[0].player) if others else None
    if closest is None or closest.ci95 is None or any(row.verdict == "inconclusive" for row in mine):
        return [Advice(asks, answer(document))]
    sign = 1 if closest.a == best.player else -1
    lead = units(sign * closest.diff, sorted(sign * limit for limit in closest.ci95))
    earns = units(best.payout_mean, best.payout_ci95)
    says = (
        f"{best.player}: {earns.split(' (')[0]} a game, {lead.split(' (')[0].lstrip('+')} more than "
        f"{others[0].player}, the next."
    )
    sure = f"It earns {earns} a game; its lead is {lead}. The same deals for all, in every seating."
    return [Advice(asks, says, sure)]


def method(document: ComparisonAnswer) -> dict[str, str]:
    """How the numbers were made."""
    return {
        "stopping": document.stopping.words,
        "intervals": "95 %, the unit is the deal with all its tables and seatings",
        "correction": f"Holm over {len(document.pairs)} pairs; the map: Benjamini-Hochberg",
    }


def size(document: ComparisonAnswer) -> str:
    """How much was played."""
    unit = "deals" if document.match_games == 1 else f"matches of {document.match_games:,}"
    return f"{document.deals:,} {unit}"


def command_line(document: ComparisonAnswer) -> str:
    """The command that makes these numbers again."""
    if document.command_line is not None:
        return document.command_line
    players = " ".join(shlex.quote(player) for player in document.players)
    parts = [f"tongits compare {players} {document.rules_option}"]
    parts.append(f"--deals {document.deals_asked} --seed {document.seed}")
    if document.match_games > 1:
        parts.append(f"--match-games {document.match_games}")
    if document.all_triples:
        parts.append("--all-triples")
    if document.baseline:
        parts.append(f"--baseline {shlex.quote(document.baseline)}")
    stopping = document.stopping
    parts += {"fixed": [], "monitor": ["--monitor"], "width": [f"--stop-at-width {stopping.width}"]}[stopping.mode]
    return " ".join([*parts, "--confirm"] if document.confirm else parts)


def tables(document: ComparisonAnswer) -> list[Table]:
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


def ranking(document: ComparisonAnswer) -> Table:
    """Who earns what."""
    against = document.baseline
    headings = ["Player", "Units a game", "Spread of one game", "Difference to the best"]
    headings += ["Difference to the baseline", "Verdict"] if against else []
    alpha = any(row.alpha_rank is not None for row in document.ranking)
    headings += ["Rank, 95 %"] * (document.ranking[0].rank_ci95 is not None) + ["Alpha-rank"] * alpha
    rows = []
    for row in document.ranking:
        cells = [row.player, known(row.payout_mean, row.payout_ci95), amount(row.payout_sd, 1, sign=False)]
        best = row.rank == 1
        cells.append("best" if best else known(row.diff_to_best, row.diff_to_best_ci95))
        if against:
            cells.append(known(row.diff_to_baseline, row.diff_to_baseline_ci95))
            cells.append(row.verdict_vs_baseline or "baseline")
        if row.rank_ci95 is not None:
            low, high = row.rank_ci95
            cells.append(f"{low}" if low == high else f"{low} to {high}")
        if alpha:
            cells.append(percent(row.alpha_rank))
        rows.append(cells)
    note = "± is half a 95 % interval. Spread: standard deviation of one game's payout."
    if against:
        note += f" Verdicts against {against}, corrected by Holm's method."
    if document.pairs:
        note += " Which player is best was chosen by the same games; differences to it lean towards large."
    if alpha:
        note += " Alpha-rank: share of time that evolution by imitation spends with a player; a supplement."
    return Table("ranking", "What each player earns", headings, rows, note=note)


def pairs(document: ComparisonAnswer) -> Table:
    """Every two players."""
    confirmed = bool(document.confirm)
    headings = ["Player", "Verdict", "Than", "Units a game", "p (Holm)", "Saved by duplicate deals"]
    headings += ["Other seed"] if confirmed else []
    rows = []
    for row in document.pairs:
        factor = row.variance_reduction
        saved = "" if factor is None else f"{factor:.1f} ×"
        cells = [row.a, row.verdict, row.b, known(row.diff, row.ci95), p_words(row.p_holm), saved]
        rows.append(cells + ([amount(row.diff_confirm, digits_of(row.ci95))] if confirmed else []))
    note = f'Holm\'s correction over all {len(rows)}. "Inconclusive" does not mean equal.'
    return Table("pairs", "Every two players, on the same deals", headings, rows, text=3, note=note)


def shares(document: ComparisonAnswer) -> Table:
    """How often things happen to each player."""
    return share_table(
        [
            [
                row.player,
                share_cell(row.win_rate, row.win_ci95),
                share_cell(row.second_rate, row.second_ci95),
                share_cell(row.sunog_rate, row.sunog_ci95),
                share_cell(row.call_rate, row.call_ci95),
                share_cell(row.calls_won, row.calls_won_ci95),
                share_cell(row.challenge_rate, row.challenge_ci95),
                share_cell(row.challenges_won, row.challenges_won_ci95),
            ]
            for row in document.ranking
        ]
    )


def channels(document: ComparisonAnswer) -> Table:
    """Payoff by ending."""
    cells: dict[tuple[str, str, str], str] = {
        (row.player, row.way, row.ending): known(row.units, row.units_ci95) for row in document.channels
    }
    return channel_table(cells, {row.ending for row in document.channels if row.units})


def places(document: ComparisonAnswer) -> Table:
    """Seats and dealer."""
    names = list(dict.fromkeys(row.place for row in document.places))
    rows = []
    for player in dict.fromkeys(row.player for row in document.places):
        mine = {row.place: row for row in document.places if row.player == player}
        rows.append([player, *(known(mine[name].payout_mean, mine[name].payout_ci95) for name in names)])
    note = "Units a game. The first dealer of a deal is drawn, so seats differ by chance only; the dealer does not."
    return Table("places", "Seats and dealer", ["Player", *[name.capitalize() for name in names]], rows, note=note)


def matrix(document: ComparisonAnswer) -> Table:
    """Payoff by opponent."""
    players = [row.player for row in document.ranking]
    found = {(row.player, row.with_): row for row in document.matrix}
    rows = []
    for player in players if found else []:
        cells = [found.get((player, other)) for other in players]
        told = [
            known(c.payout_mean, c.payout_ci95) + ("" if c.verdict != "inconclusive" else " ?") if c else "–"
            for c in cells
        ]
        rows.append([player, *told])
    note = (
        "Units a game of the row's player where the column's player sits at the table; "
        "?: sign not certain (Benjamini-Hochberg)."
    )
    return Table("matrix", "Who gains in whose company", ["Player", *players], rows, note=note)


def per_table(document: ComparisonAnswer) -> Table:
    """Each table of three; for small fields only, as the numbers are in the JSON anyway."""
    names = dict.fromkeys(row.table for row in document.tables)
    if not 1 < len(names) <= 10:
        return Table("tables", "", [], [])
    rows = [[row.table, row.player, amount(row.payout_mean, 3)] for row in document.tables]
    return Table("tables", "Each table", ["Table", "Player", "Units a game"], rows, 2)


def findings(document: ComparisonAnswer) -> list[Finding]:
    """The figures of a run, without those that have nothing to show."""
    figures = [
        earned(comparison.forest(document), answer(document)),
        _heat(document),
        by_ending(comparison.channels(document)),
        _payouts(document),
        _places(document),
    ]
    return [finding for finding in figures if finding is not None]


def _heat(document: ComparisonAnswer) -> Finding | None:
    rows = comparison.heat(document)
    if not rows:
        return None
    best, worst = max(rows, key=lambda row: row.mean), min(rows, key=lambda row: row.mean)
    unsure = sum(not row.sure for row in rows)
    text = (
        f"{best.player} gains most where {best.with_} sits at the table ({amount(best.mean)} units a game); "
        f"{worst.player} loses most where {worst.with_} sits there ({amount(worst.mean)}). "
        f"Of {len(rows)} cells {unsure or 'none'} {'is' if unsure < 2 else 'are'} hatched: gain or loss not certain. "
        "A blue cell gains, an orange one loses: the row's player, where the column's sits at the table."
    )
    return Finding("heat", "Who gains in whose company", text, lambda: comparison.draw_heat(rows))


def _payouts(document: ComparisonAnswer) -> Finding | None:
    rows = comparison.payouts(document.payouts)
    if not rows:
        return None
    wide = max(rows, key=lambda row: row.p95 - row.p5)
    text = (
        f"One game moves far more than players differ by: for {wide.player}, the widest, nine games in ten lie "
        f"between {amount(wide.p5, 0)} and {amount(wide.p95, 0)} units, half of them between "
        f"{amount(wide.p25, 0)} and {amount(wide.p75, 0)}. Line: 5 % to 95 % of the games; box: the middle half; "
        "thick tick: the median."
    )
    return Finding("payouts", "How payouts of one game are spread", text, lambda: comparison.draw_payouts(rows))


def _places(document: ComparisonAnswer) -> Finding | None:
    rows = comparison.places(document)
    if {row.place for row in rows} < {"dealer", "not dealer"} or len(document.ranking) == 0:
        return None
    told = []
    for player in list(dict.fromkeys(row.player for row in rows))[:3]:
        mine = {row.place: row for row in rows if row.player == player}
        if "not dealer" not in mine:
            return None
        dealt, not_dealt = mine["dealer"], mine["not dealer"]
        told.append(
            f"{player} {amount(dealt.mean, digits_of(dealt.limits))} as dealer, "
            f"{amount(not_dealt.mean, digits_of(not_dealt.limits))} else"
        )
    text = f"Units a game: {'; '.join(told)}."
    return Finding("places", "As dealer and not", text, lambda: comparison.draw_places(rows))
