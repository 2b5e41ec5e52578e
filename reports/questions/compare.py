"""Bots compared on duplicate deals, in words, tables and figures."""

from __future__ import annotations

import shlex

from analyses.answers.comparison import ComparisonAnswer
from analyses.comparison_text import answer as headline
from analyses.comparison_text import asked, baseline_answer, certainty
from analyses.figures import comparison
from reports.page.findings import Advice, Finding, by_ending, earned
from reports.page.tables import Table, channel_table, share_cell, share_table
from reports.text.numbers import units
from tongits_sim.run.numbers import amount, digits_of, known, p_words, percent

__all__ = [
    "advice",
    "asked",
    "command_line",
    "findings",
    "headline",
    "method",
    "sentences",
    "size",
    "tables",
    "title",
]


def title(answer: ComparisonAnswer) -> str:
    """What stands over its numbers."""
    return "Bots on the same deals"


def sentences(answer: ComparisonAnswer) -> list[str]:
    """What else is to be said: against the baseline, and what is certain."""
    return [text for text in (baseline_answer(answer), certainty(answer)) if text]


def advice(answer: ComparisonAnswer) -> list[Advice]:
    """Who earns most, without the intervals where all is certain."""
    asks = "Which bot earns most?"
    best, *others = answer.ranking
    mine = [row for row in answer.pairs if best.player in (row.a, row.b)]
    closest = answer.pair(best.player, others[0].player) if others else None
    if closest is None or closest.ci95 is None or any(row.verdict == "inconclusive" for row in mine):
        return [Advice(asks, headline(answer))]
    sign = 1 if closest.a == best.player else -1
    lead = units(sign * closest.diff, sorted(sign * limit for limit in closest.ci95))
    earns = units(best.payout_mean, best.payout_ci95)
    says = (
        f"{best.player}: {earns.split(' (')[0]} a game, {lead.split(' (')[0].lstrip('+')} more than "
        f"{others[0].player}, the next."
    )
    sure = f"It earns {earns} a game; its lead is {lead}. The same deals for all, in every seating."
    return [Advice(asks, says, sure)]


def method(answer: ComparisonAnswer) -> dict[str, str]:
    """How the numbers were made."""
    return {
        "stopping": answer.stopping.words,
        "intervals": "95 %, the unit is the deal with all its tables and seatings",
        "correction": f"Holm over {len(answer.pairs)} pairs; the map: Benjamini-Hochberg",
    }


def size(answer: ComparisonAnswer) -> str:
    """How much was played."""
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,}"
    return f"{answer.deals:,} {unit}"


def command_line(answer: ComparisonAnswer) -> str:
    """The command that makes these numbers again."""
    if answer.command_line is not None:
        return answer.command_line
    players = " ".join(shlex.quote(player) for player in answer.players)
    parts = [f"tongits compare {players} {answer.rules_option}"]
    parts.append(f"--deals {answer.deals_asked} --seed {answer.seed}")
    if answer.match_games > 1:
        parts.append(f"--match-games {answer.match_games}")
    if answer.all_triples:
        parts.append("--all-triples")
    if answer.baseline:
        parts.append(f"--baseline {shlex.quote(answer.baseline)}")
    stopping = answer.stopping
    parts += {"fixed": [], "monitor": ["--monitor"], "width": [f"--stop-at-width {stopping.width}"]}[stopping.mode]
    return " ".join([*parts, "--confirm"] if answer.confirm else parts)


def tables(answer: ComparisonAnswer) -> list[Table]:
    """The tables of a run, without those that have nothing to say."""
    every = [
        ranking(answer),
        pairs(answer),
        shares(answer),
        channels(answer),
        places(answer),
        matrix(answer),
    ]
    return [table for table in [*every, per_table(answer)] if table.rows]


def ranking(answer: ComparisonAnswer) -> Table:
    """Who earns what."""
    against = answer.baseline
    headings = ["Player", "Units a game", "Spread of one game", "Difference to the best"]
    headings += ["Difference to the baseline", "Verdict"] if against else []
    alpha = any(row.alpha_rank is not None for row in answer.ranking)
    headings += ["Rank, 95 %"] * (answer.ranking[0].rank_ci95 is not None) + ["Alpha-rank"] * alpha
    rows = []
    for row in answer.ranking:
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
    if answer.pairs:
        note += " Which player is best was chosen by the same games; differences to it lean towards large."
    if alpha:
        note += " Alpha-rank: share of time that evolution by imitation spends with a player; a supplement."
    return Table("ranking", "What each player earns", headings, rows, note=note)


def pairs(answer: ComparisonAnswer) -> Table:
    """Every two players."""
    confirmed = bool(answer.confirm)
    headings = ["Player", "Verdict", "Than", "Units a game", "p (Holm)", "Saved by duplicate deals"]
    headings += ["Other seed"] if confirmed else []
    rows = []
    for row in answer.pairs:
        factor = row.variance_reduction
        saved = "" if factor is None else f"{factor:.1f} ×"
        cells = [row.a, row.verdict, row.b, known(row.diff, row.ci95), p_words(row.p_holm), saved]
        rows.append(cells + ([amount(row.diff_confirm, digits_of(row.ci95))] if confirmed else []))
    note = f'Holm\'s correction over all {len(rows)}. "Inconclusive" does not mean equal.'
    return Table("pairs", "Every two players, on the same deals", headings, rows, text=3, note=note)


def shares(answer: ComparisonAnswer) -> Table:
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
            for row in answer.ranking
        ]
    )


def channels(answer: ComparisonAnswer) -> Table:
    """Payoff by ending."""
    cells: dict[tuple[str, str, str], str] = {
        (row.player, row.way, row.ending): known(row.units, row.units_ci95) for row in answer.channels
    }
    return channel_table(cells, {row.ending for row in answer.channels if row.units})


def places(answer: ComparisonAnswer) -> Table:
    """Seats and dealer."""
    names = list(dict.fromkeys(row.place for row in answer.places))
    rows = []
    for player in dict.fromkeys(row.player for row in answer.places):
        mine = {row.place: row for row in answer.places if row.player == player}
        rows.append([player, *(known(mine[name].payout_mean, mine[name].payout_ci95) for name in names)])
    note = "Units a game. The first dealer of a deal is drawn, so seats differ by chance only; the dealer does not."
    return Table("places", "Seats and dealer", ["Player", *[name.capitalize() for name in names]], rows, note=note)


def matrix(answer: ComparisonAnswer) -> Table:
    """Payoff by opponent."""
    players = [row.player for row in answer.ranking]
    rows_by_pair = {(row.player, row.with_): row for row in answer.matrix}
    rows = []
    for player in players if rows_by_pair else []:
        cells = [rows_by_pair.get((player, other)) for other in players]
        texts = [
            known(c.payout_mean, c.payout_ci95) + ("" if c.verdict != "inconclusive" else " ?") if c else "–"
            for c in cells
        ]
        rows.append([player, *texts])
    note = (
        "Units a game of the row's player where the column's player sits at the table; "
        "?: sign not certain (Benjamini-Hochberg)."
    )
    return Table("matrix", "Who gains in whose company", ["Player", *players], rows, note=note)


def per_table(answer: ComparisonAnswer) -> Table:
    """Each table of three; for small fields only, as the numbers are in the JSON anyway."""
    names = dict.fromkeys(row.table for row in answer.tables)
    if not 1 < len(names) <= 10:
        return Table("tables", "", [], [])
    rows = [[row.table, row.player, amount(row.payout_mean, 3)] for row in answer.tables]
    return Table("tables", "Each table", ["Table", "Player", "Units a game"], rows, 2)


def findings(answer: ComparisonAnswer) -> list[Finding]:
    """The figures of a run, without those that have nothing to show."""
    figures = [
        earned(comparison.forest(answer), headline(answer)),
        _heat(answer),
        by_ending(comparison.channels(answer)),
        _payouts(answer),
        _places(answer),
    ]
    return [finding for finding in figures if finding is not None]


def _heat(answer: ComparisonAnswer) -> Finding | None:
    rows = comparison.heat(answer)
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


def _payouts(answer: ComparisonAnswer) -> Finding | None:
    rows = comparison.payouts(answer.payouts)
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


def _places(answer: ComparisonAnswer) -> Finding | None:
    rows = comparison.places(answer)
    if {row.place for row in rows} < {"dealer", "not dealer"} or len(answer.ranking) == 0:
        return None
    parts = []
    for player in list(dict.fromkeys(row.player for row in rows))[:3]:
        mine = {row.place: row for row in rows if row.player == player}
        if "not dealer" not in mine:
            return None
        dealt, not_dealt = mine["dealer"], mine["not dealer"]
        parts.append(
            f"{player} {amount(dealt.mean, digits_of(dealt.limits))} as dealer, "
            f"{amount(not_dealt.mean, digits_of(not_dealt.limits))} else"
        )
    text = f"Units a game: {'; '.join(parts)}."
    return Finding("places", "As dealer and not", text, lambda: comparison.draw_places(rows))
