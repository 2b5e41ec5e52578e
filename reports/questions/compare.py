"""A comparison of bots on duplicate deals in sentences, tables and figures."""

from __future__ import annotations

import shlex

from analyses import figures
from analyses.answers.comparison import (
    AHEAD,
    EARNED_LESS_LUCK,
    RATING,
    ComparisonAnswer,
    ahead,
    asked,
    baseline_answer,
    certainty,
    company_answer,
    headline,
    house_answer,
    luck_answer,
    rating,
    shows_ratings,
)
from analyses.words import Advice, Finding, Table
from reports.questions.findings import by_ending, earnings
from reports.questions.tables import channel_table, share_cell, share_table
from tongits_sim.core.record_form import lettered
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.run.answers import value
from tongits_sim.run.numbers import amount, digits_of, known, p_words, percent, units

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
    """The heading over its numbers."""
    return "Bots on the same deals"


def sentences(answer: ComparisonAnswer) -> list[str]:
    """The result against the baseline, the income of the house, and the certainty of the verdicts."""
    parts = (company_answer, baseline_answer, house_answer, luck_answer, certainty)
    texts = [
        *(part(answer) for part in parts),
        "Without the jackpot; with it: --match-games 20." * leaves_out_jackpot(answer.knobs, answer.match_games),
    ]
    return [text for text in texts if text]


def advice(answer: ComparisonAnswer) -> list[Advice]:
    """Which bot earns most; without intervals if its lead over every other bot is certain."""
    asks = "Which bot earns most?"
    best, *others = answer.ranking
    mine = [row for row in answer.pairs if best.player in (row.a, row.b)]
    closest = answer.pair(best.player, others[0].player) if others else None
    if closest is None or closest.diff.ci95 is None or any(row.verdict == "inconclusive" for row in mine):
        return [Advice(asks, headline(answer))]
    sign = 1 if closest.a == best.player else -1
    lead = units(sign * value(closest.diff), sorted(sign * limit for limit in closest.diff.ci95))
    earns = units(value(best.payout), best.payout.ci95)
    says = (
        f"{best.player}: {earns.split(' (')[0]} a game, {lead.split(' (')[0].lstrip('+')} more than "
        f"{others[0].player} in second place."
    )
    sure = f"It earns {earns} a game; its lead is {lead}. All players met the same deals, in every seating."
    return [Advice(asks, says, sure)]


def method(answer: ComparisonAnswer) -> dict[str, str]:
    """How the numbers were obtained."""
    return {
        "stopping": answer.stopping.words,
        "intervals": "95 %; the unit is the deal with all its tables and seatings",
        "correction": f"Holm over {len(answer.pairs)} pairs; payoff by opponent: Benjamini-Hochberg",
    }


def size(answer: ComparisonAnswer) -> str:
    """How much was played."""
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,}"
    return f"{answer.deals:,} {unit}"


def command_line(answer: ComparisonAnswer) -> str:
    """The command that reproduces these numbers."""
    if answer.command_line is not None:
        return answer.command_line
    specs = {bot.player: bot.spec or bot.player for bot in answer.bots}
    players = " ".join(shlex.quote(specs.get(player, player)) for player in answer.players)
    parts = [f"tongits compare {players} {answer.rules_option}"]
    parts.append(f"--deals {answer.deals_asked} --seed {answer.seed}")
    if answer.match_games > 1:
        parts.append(f"--match-games {answer.match_games}")
    if answer.all_triples:
        parts.append("--all-triples")
    if answer.luck is not None:
        parts.append("--luck-corrected")
    if answer.baseline:
        parts.append(f"--baseline {shlex.quote(answer.baseline)}")
    stopping = answer.stopping
    parts += {"fixed": [], "monitor": ["--monitor"], "width": [f"--stop-at-width {stopping.width}"]}[stopping.mode]
    return " ".join([*parts, "--confirm"] if answer.confirm else parts)


def tables(answer: ComparisonAnswer) -> list[Table]:
    """The tables of a run; empty ones are left out."""
    every = [
        ranking(answer),
        pairs(answer),
        luck(answer),
        shares(answer),
        channels(answer),
        places(answer),
        matrix(answer),
    ]
    return [table for table in [*every, per_table(answer)] if table.rows]


def ranking(answer: ComparisonAnswer) -> Table:
    """What each player earns."""
    against = answer.baseline
    earned = "Units a game" if answer.luck is None else EARNED_LESS_LUCK
    headings = ["Player", earned, "Standard deviation per game", "Difference to the best"]
    headings += ["Difference to the baseline", "Verdict"] if against else []
    alpha = any(row.alpha_rank is not None for row in answer.ranking)
    rated = shows_ratings(answer)
    headings += ["Rating"] * rated + ["Rank, 95 %"] * (answer.ranking[0].rank_ci95 is not None) + ["Alpha-rank"] * alpha
    headings += ["Ahead after"] * bool(answer.leads)
    rows = []
    for row in answer.ranking:
        cells = [row.player, known(row.payout.mean, row.payout.ci95), amount(row.payout_sd, 1, sign=False)]
        best = row.rank == 1
        cells.append("best" if best else known(row.diff_to_best.mean, row.diff_to_best.ci95))
        if row.diff_to_baseline is not None:
            cells.append(known(row.diff_to_baseline.mean, row.diff_to_baseline.ci95))
            cells.append(row.verdict_vs_baseline or "baseline")
        cells += [rating(row)] * rated
        if row.rank_ci95 is not None:
            low, high = row.rank_ci95
            cells.append(f"{low}" if low == high else f"{low} to {high}")
        if alpha:
            cells.append(percent(row.alpha_rank))
        cells += [ahead(answer, row.player)] * bool(answer.leads)
        rows.append(cells)
    note = "± is half a 95 % interval."
    if answer.house is not None:
        units_kept = known(answer.house.income.mean, answer.house.income.ci95)
        rows.append(["house", units_kept, *[""] * (len(headings) - 2)])
        note += " House: its fees, which the three players of a table lose together."
    if against:
        note += f" Verdicts against {against}, corrected by Holm's method."
    if answer.pairs:
        note += " The best player was picked on the same games, so differences to it tend to be exaggerated."
    if rated:
        note += f" {RATING}"
    note += f" {AHEAD}" if answer.leads else ""
    if alpha:
        note += (
            " Alpha-rank: share of time that a population evolving by imitation spends with a player; supplementary."
        )
    return Table("ranking", "What each player earns", headings, rows, note=note)


def pairs(answer: ComparisonAnswer) -> Table:
    """All pairs of players."""
    confirmed = bool(answer.confirm)
    headings = ["Player", "Verdict", "Than", "Units a game", "p (Holm)", "Variance reduction"]
    headings += ["Second seed"] if confirmed else []
    rows = []
    for row in answer.pairs:
        factor = row.variance_reduction
        reduction = "" if factor is None else f"{factor:.1f} ×"
        cells = [row.a, row.verdict, row.b, known(row.diff.mean, row.diff.ci95), p_words(row.p_holm), reduction]
        rows.append(cells + ([amount(row.diff_confirm, digits_of(row.diff.ci95))] if confirmed else []))
    note = (
        f"p-values corrected by Holm's method over all {len(rows)} pairs. Variance reduction: how many times as many "
        'independent deals would give the same precision. "Inconclusive" does not mean equal.'
    )
    return Table("pairs", "All pairs, on the same deals", headings, rows, text=3, note=note)


def luck(answer: ComparisonAnswer) -> Table:
    """The difference as paid, and the part of luck, by pair; empty where results are as paid."""
    headings = ["Player", "Than", "Less luck", "As paid", "Luck", "Variance factor"]
    rows = []
    for row in answer.luck.pairs if answer.luck is not None else ():
        corrected = answer.pair(row.a, row.b)
        sign = 1 if corrected.a == row.a else -1
        factor = "" if row.variance_factor is None else f"{row.variance_factor:.2f} ×"
        less = known(sign * value(corrected.diff), corrected.diff.ci95)
        paid, worth = (known(each.mean, each.ci95) for each in (row.paid, row.luck))
        rows.append([row.a, row.b, less, paid, worth, factor])
    note = (
        "Differences, units a game: less luck, as paid, and what the luck of draws was worth, which is 0 on average. "
        "Variance factor: variance of the difference as paid, divided by that less luck."
    )
    return Table("luck", "Luck of draws", headings, rows, text=2, note=note)


def shares(answer: ComparisonAnswer) -> Table:
    """Shares of games: wins, sunog, calls, challenges."""
    return share_table(
        [
            [
                row.player,
                *(
                    share_cell(each.mean, each.ci95)
                    for each in (row.wins, row.second, row.sunog, row.calls, row.calls_won)
                ),
                *(share_cell(each.mean, each.ci95) for each in (row.challenges, row.challenges_won)),
            ]
            for row in answer.ranking
        ]
    )


def channels(answer: ComparisonAnswer) -> Table:
    """Payoff by ending."""
    cells: dict[tuple[str, str, str], str] = {
        (row.player, row.way, row.ending): known(row.units.mean, row.units.ci95) for row in answer.channels
    }
    return channel_table(cells, {row.ending for row in answer.channels if row.units.mean})


def places(answer: ComparisonAnswer) -> Table:
    """Seats and dealer."""
    names = list(dict.fromkeys(row.place for row in answer.places))
    headings = ["Player", *[lettered(name.capitalize()) for name in names]]
    rows = []
    for player in dict.fromkeys(row.player for row in answer.places):
        mine = {row.place: row for row in answer.places if row.player == player}
        rows.append([player, *(known(mine[name].payout.mean, mine[name].payout.ci95) for name in names)])
    note = (
        "Units a game. The first dealer of a deal is drawn at random, so seats differ only by chance; dealing does not."
    )
    return Table("places", "Seats and dealer", headings, rows, note=note)


def matrix(answer: ComparisonAnswer) -> Table:
    """Payoff by opponent."""
    players = [row.player for row in answer.ranking]
    rows_by_pair = {(row.player, row.with_): row for row in answer.matrix}
    rows = []
    for player in players if rows_by_pair else []:
        cells = [rows_by_pair.get((player, other)) for other in players]
        texts = [
            known(c.payout.mean, c.payout.ci95) + ("" if c.verdict != "inconclusive" else " ?") if c else "–"
            for c in cells
        ]
        rows.append([player, *texts])
    note = (
        "Units a game of the row's player where the column's player sits at the table; "
        "?: sign not certain (Benjamini-Hochberg)."
    )
    return Table("matrix", "Payoff by opponent", ["Player", *players], rows, note=note)


def per_table(answer: ComparisonAnswer) -> Table:
    """Payoff at each table of three, for small fields; the JSON has all tables."""
    names = dict.fromkeys(row.table for row in answer.tables)
    if not 1 < len(names) <= 10:
        return Table("tables", "", [], [])
    rows = [[row.table, row.player, amount(row.payout.mean, 3)] for row in answer.tables]
    return Table("tables", "Each table", ["Table", "Player", "Units a game"], rows, 2)


def findings(answer: ComparisonAnswer) -> list[Finding]:
    """The figures of a run; empty ones are left out."""
    drawn = [
        earnings(figures.forest(answer), headline(answer)),
        _heat(answer),
        by_ending(figures.channels(answer)),
        _payouts(answer),
        _places(answer),
    ]
    return [finding for finding in drawn if finding is not None]


def _heat(answer: ComparisonAnswer) -> Finding | None:
    rows = figures.heat(answer)
    if not rows:
        return None
    best, worst = max(rows, key=lambda row: row.mean), min(rows, key=lambda row: row.mean)
    unsure = sum(not row.sure for row in rows)
    text = (
        "Payoff of the row's player at tables with the column's player; blue: gain, orange: loss. Largest estimate: "
        f"{best.player} with {best.with_} ({amount(best.mean)} units a game); smallest: {worst.player} with "
        f"{worst.with_} ({amount(worst.mean)}). Both were picked on these same games, so they tend to be exaggerated. "
        f"Of {len(rows)} cells {unsure or 'none'} {'is' if unsure < 2 else 'are'} hatched: sign not certain."
    )
    return Finding("heat", "Payoff by opponent", text, lambda: figures.draw_heat(rows))


def _payouts(answer: ComparisonAnswer) -> Finding | None:
    rows = figures.payouts(answer.payouts)
    if not rows:
        return None
    wide = max(rows, key=lambda row: row.p95 - row.p5)
    text = (
        f"Nine in ten payouts of {wide.player}, the widest range of these players, lie between {amount(wide.p5, 0)} "
        f"and {amount(wide.p95, 0)} units, half of them between {amount(wide.p25, 0)} and {amount(wide.p75, 0)}. Line: "
        "5th to 95th percentile; box: middle half; thick tick: median."
    )
    return Finding("payouts", "Distribution of payouts per game", text, lambda: figures.draw_payouts(rows))


def _places(answer: ComparisonAnswer) -> Finding | None:
    rows = figures.places(answer)
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
            f"{amount(not_dealt.mean, digits_of(not_dealt.limits))} otherwise"
        )
    text = f"Units a game: {'; '.join(parts)}."
    return Finding("places", "Dealer and non-dealer", text, lambda: figures.draw_places(rows))
