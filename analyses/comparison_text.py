"""A comparison in sentences, and its ranking as a small text table."""

from __future__ import annotations

from analyses.answers.comparison import ComparisonAnswer, RankingRow
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.numbers import amount, between, digits_of, known, percent

MOST_AT_A_TABLE = 3
RATING = (
    "Rating: from games won, 1500 the mean; at the same table a player with 100 points more wins 1.8 times as often, "
    "with 400 ten times."
)
"""The meaning of a rating."""
EARNED_LESS_LUCK = "Units a game less luck"
"""Heading of payouts that are luck-corrected."""


def asked(comparison: ComparisonAnswer) -> str:
    """One line about what was compared."""
    unit = "deals" if comparison.match_games == 1 else f"matches of {comparison.match_games:,} games"
    return (
        f"{len(comparison.players)} players · {comparison.deals:,} {unit}, each at every table in every seating · "
        f"rules {comparison.rules} · seed {comparison.seed}"
    )


def answer(comparison: ComparisonAnswer) -> str:
    """Which bot earns most, by how much, and whether that is certain."""
    best, *others = comparison.ranking
    digits = digits_of(best.payout.ci95)
    earns = f"{amount(best.payout.mean, digits)} units a game (95 % interval {between(best.payout.ci95, digits)})"
    mine = [row for row in comparison.pairs if best.player in (row.a, row.b)]
    doubtful = [row.b if row.a == best.player else row.a for row in mine if row.verdict == "inconclusive"]
    if doubtful:
        names = f"{doubtful[0]}" if len(doubtful) == 1 else f"{', '.join(doubtful[:-1])} and {doubtful[-1]}"
        return f"Undecided: {best.player} earned most, {earns}, but whether it is better than {names} is not certain."
    closest = next(row for row in mine if others[0].player in (row.a, row.b))
    width = digits_of(closest.diff.ci95)
    lead = f"{amount(abs(value(closest.diff)), width, sign=False)} more than {others[0].player}"
    return f"{best.player} earns most, {earns}: {lead} (95 % interval {between(closest.diff.ci95, width)})."


def baseline_answer(comparison: ComparisonAnswer) -> str:
    """The verdicts on the other players against the baseline; empty without one."""
    name = comparison.baseline
    if name is None:
        return ""
    by_verdict: dict[str, list[str]] = {"better": [], "worse": [], "inconclusive": []}
    for row in comparison.ranking:
        if row.verdict_vs_baseline is not None:
            by_verdict[row.verdict_vs_baseline].append(row.player)
    parts = [f"{word}: {', '.join(players)}" for word, players in by_verdict.items() if players]
    return f"Against the baseline {name}, {'; '.join(parts)}."


def house_answer(comparison: ComparisonAnswer) -> str:
    """The income of the house, which all players lose together; empty under rules without fees."""
    house = comparison.house
    if house is None:
        return ""
    digits = digits_of(house.income.ci95)
    return (
        f"The house keeps {amount(house.income.mean, digits, sign=False)} units a game (95 % interval "
        f"{between(house.income.ci95, digits, sign=False)}), which the three players of a table lose together."
    )


def company_answer(comparison: ComparisonAnswer) -> str:
    """Where a better player earns less beside two of the worse one than a third of the worse would, or the other way.

    Three of a kind lose the fees of the house: a third of them is no loss to the other player.
    """
    fee = 0.0 if comparison.house is None else value(comparison.house.income) / MOST_AT_A_TABLE
    turned = []
    for row in comparison.pairs:
        if row.verdict == "inconclusive":
            continue
        better, worse = (row.a, row.b) if row.verdict == "better" else (row.b, row.a)
        for alone, others, sign in ((better, worse, 1), (worse, better, -1)):
            payout = _alone(comparison, alone, others)
            if payout is None or payout.ci95 is None or payout.mean is None:
                continue
            nearest = payout.ci95[1] if sign > 0 else payout.ci95[0]
            if sign * (nearest + fee) < 0:
                digits = digits_of(payout.ci95)
                half = amount(payout.half_width or 0.0, digits, sign=False)
                gain = amount(abs(payout.mean + fee), digits, sign=False)
                word = "less" if sign > 0 else "more"
                turned.append(
                    f"one {alone} beside two {others} makes {gain} ± {half} units a game {word} than a third {others}"
                )
    if not turned:
        return ""
    return f"Who is better depends on the company: {'; '.join(turned)}."


def _alone(comparison: ComparisonAnswer, alone: str, others: str) -> Estimate | None:
    for row in comparison.tables:
        if row.player == alone and sorted(row.table.split(" / ")) == sorted([alone, others, others]):
            return row.payout
    return None


def luck_answer(comparison: ComparisonAnswer) -> str:
    """That luck is taken out, and what that saves; empty where results are as paid."""
    luck = comparison.luck
    if luck is None:
        return ""
    saved = ""
    if luck.variance_factor is not None:
        saved = (
            f" That divides the variance of a difference by {luck.variance_factor:.2f} (median of pairs), beside what "
            "duplicate deals save."
        )
    return (
        "Payouts and differences are luck-corrected: less what the luck of draws was worth, which is 0 on average, "
        f"whoever plays. All other figures are as paid.{saved}"
    )


def certainty(comparison: ComparisonAnswer) -> str:
    """How the run stopped, the correction for multiple tests, and the variance reduction by pairing."""
    compared = len(comparison.pairs)
    sentences = [comparison.stopping.words]
    word = "comparison is" if compared == 1 else "comparisons are"
    sentences.append(f'{compared} {word} corrected by Holm\'s method; "inconclusive" does not mean equal.')
    if comparison.variance_reduction is not None:
        factor = comparison.variance_reduction
        sentences.append(
            f"Independent deals would have taken {factor:.1f} times as many games for the same precision (median of "
            "pairs)."
        )
    if comparison.confirm:
        other = comparison.confirm
        rest = "" if other.agreed == other.of else "; the others count as inconclusive"
        sentences.append(f"Seed {other.seed} confirmed {other.agreed} of {other.of} verdicts{rest}.")
    return " ".join(sentences)


def ranking_table(comparison: ComparisonAnswer) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the ranking, as a terminal and a notebook show it."""
    against = comparison.baseline
    rated = shows_ratings(comparison)
    paid = {} if comparison.luck is None else {row.player: row.paid for row in comparison.luck.players}
    earned = [EARNED_LESS_LUCK, "As paid"] if paid else ["Units a game"]
    headings = ["Player", *earned, "To the best", *["Rating"] * rated, "Wins", "Sunog", "Calls"]
    headings.append("To baseline" if against else "Challenges won")
    headings += ["Ahead after"] * bool(comparison.leads)
    rows = [
        [
            row.player,
            known(row.payout.mean, row.payout.ci95),
            *([known(paid[row.player].mean, paid[row.player].ci95)] if paid else []),
            known(row.diff_to_best.mean, row.diff_to_best.ci95) if row.rank > 1 else "best",
            *[rating(row)] * rated,
            *(percent(share.mean) for share in (row.wins, row.sunog, row.calls)),
            (row.verdict_vs_baseline or "baseline") if against else percent(row.challenges_won.mean),
            *[ahead(comparison, row.player)] * bool(comparison.leads),
        ]
        for row in comparison.ranking
    ]
    return headings, rows


AHEAD = "Ahead after: games until it leads the next one in 19 of 20 sessions, played without duplicate deals."


def ahead(comparison: ComparisonAnswer, player: str) -> str:
    """After how many games a player leads the next one; empty where that was not counted."""
    for row in comparison.leads:
        if row.a == player:
            games = row.longest if row.games is None else row.games
            return f"{'over ' * (row.games is None)}{float(f'{games:.2g}'):,.0f} games"
    return ""


def shows_ratings(comparison: ComparisonAnswer) -> bool:
    """Whether ratings say more than the shares of wins do: where players meet at several tables."""
    return len(comparison.players) > MOST_AT_A_TABLE and comparison.ranking[0].rating is not None


def rating(row: RankingRow) -> str:
    """A rating with half of its interval: `1537 ± 6`; empty where there is none."""
    if row.rating is None or (half := row.rating.half_width) is None:
        return ""
    digits = 0 if half >= 1 else 1
    return f"{value(row.rating):.{digits}f} ± {half:.{digits}f}"
