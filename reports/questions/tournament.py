"""A tournament in words: its winners, the luck in its format, the length of a fair match."""

from __future__ import annotations

from analyses.answers.tournament import TournamentAnswer
from analyses.words import Advice, Finding, Table
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, between, digits_of, known, percent


def title(answer: TournamentAnswer) -> str:
    """The heading over its numbers."""
    return answer.title


def asked(answer: TournamentAnswer) -> str:
    """One line about what was played."""
    field = ", ".join(f"{row.entered} {row.player}" for row in answer.kinds)
    return (
        f"{answer.title} · {answer.events:,} tournaments of {answer.entered:,} players ({field}) · "
        f"rules {answer.rules} · seed {answer.seed}"
    )


def headline(answer: TournamentAnswer) -> str:
    """How often the best players win."""
    if len(answer.kinds) == 1:
        return f"All {answer.entered:,} players are alike: each wins one tournament in {answer.entered:,}."
    if answer.best is None:
        return (
            f"Undecided: on {answer.deals:,} deals of the first stage none of "
            f"{', '.join(answer.players)} is certainly the best, so how much of the title is luck is not known."
        )
    best = answer.kind(answer.best)
    who = f"The {best.entered} players of {best.player}" if best.entered > 1 else f"The one player of {best.player}"
    times = (best.title_each.mean or 0.0) * answer.entered
    return (
        f"{who} among {answer.entered:,}, the best of them, {'win' if best.entered > 1 else 'wins'} the title "
        f"{_chance(best.title)}: "
        f"{'each ' if best.entered > 1 else ''}{times:.1f} times as often as by lot."
    )


def sentences(answer: TournamentAnswer) -> list[str]:
    """The luck in the format, the length of a fair match, and the sources of the format."""
    parts = [_luck(answer), _length(answer), _points(answer)]
    if answer.assumed:
        parts.append(f"Assumed of the format, not documented: {' '.join(answer.assumed)}")
    parts.append(
        "Which kind is the best was asked in the first stage of other tournaments with these players, on "
        f"{answer.deals:,} deals. Every table was played by bots, drawn anew for each tournament; a chance is a share "
        "of tournaments with its own 95 % interval. People differ from bots: read the order of magnitude."
    )
    return [part for part in parts if part]


def advice(answer: TournamentAnswer) -> list[Advice]:
    """For the first screen: the luck in the format, and the rounds of a fair match."""
    sure = f"{_luck(answer)} {_length(answer)}".strip()
    return [Advice("Does this format find the better player?", headline(answer), sure)]


def _luck(answer: TournamentAnswer) -> str:
    price = answer.price
    if answer.luck is None or price is None or price.mean is None:
        return ""
    return (
        f"Luck: a weaker player takes the title {_chance(answer.luck)}; if it were drawn by lot, in "
        f"{percent(answer.lottery, 1)}. So the format leaves {percent(price.mean, 0)} of a lottery's luck."
    )


def _points(answer: TournamentAnswer) -> str:
    """The meaning of points instead of money."""
    if not answer.target:
        return ""
    return (
        f"Played for points (R15.2): a match ends when a score reaches {answer.target:,}, after as many games as the "
        "format has rounds at the latest. Assumed: the points of a stage's matches are added up, and the fewest rank "
        "first where a format says money; games won decide ties, or count first where it says wins."
    )


def _unit(answer: TournamentAnswer) -> str:
    """The unit of a match's length."""
    return "matches" if answer.target else "rounds"


def _length(answer: TournamentAnswer) -> str:
    if not answer.lengths:
        return ""
    who = f"One player of {answer.best} against two of {answer.rival}"
    share, last = percent(answer.share, 0), answer.lengths[-1]
    if answer.enough is None:
        reached = f"is first after {last.rounds:,} {_unit(answer)} {_chance(last.best)}"
        if last.best.mean is not None and last.best.mean >= answer.share:
            return f"{who} {reached}: {share} are reached by the shortest match played."
        if last.best.ci95 is not None and last.best.ci95[1] < 1 / 3:
            return f"{who} {reached}, less often than by lot: alone among them it is not the better player."
        return f"{who} {reached}: {share} take more {_unit(answer)} than were played."
    ends = [f"{value:,.0f}" if value is not None else "?" for value in (answer.enough_low, answer.enough_high)]
    return (
        f"{who} is first with {share} after about {answer.enough:,.0f} {_unit(answer)} (95 % interval {ends[0]} to "
        f"{ends[1]}; "
        "interpolated between the lengths played)."
    )


def _chance(estimate: Estimate) -> str:
    """`in 41.2 % of them (95 % interval 38.1 to 44.3)`."""
    limits = None if estimate.ci95 is None else [100 * limit for limit in estimate.ci95]
    return f"in {percent(estimate.mean, 1)} (95 % interval {between(limits, 1, sign=False)})"


def method(answer: TournamentAnswer) -> dict[str, str]:
    """How the numbers were obtained."""
    return {
        "stopping": f"Stopped after {answer.events:,} tournaments, as planned.",
        "intervals": "95 %; the unit is the tournament; titles: Wilson's interval",
        "sources": "; ".join(answer.sources) or "none",
    }


def size(answer: TournamentAnswer) -> str:
    """How much was played."""
    return f"{answer.events:,} tournaments, {answer.games_played:,} games"


def tables(answer: TournamentAnswer) -> list[Table]:
    """The kinds of players; stages and lengths are in the answer's JSON."""
    return [_kinds(answer)]


console = tables


def _kinds(answer: TournamentAnswer) -> Table:
    rows = [
        [
            row.player,
            f"{row.entered:,}",
            known(row.payout.mean, row.payout.ci95) if row.points is None else _with_limits(row.points, 1),
            _share(row.title),
            _share(row.title_each),
            _with_limits(row.title_each, answer.entered),
        ]
        for row in answer.kinds
    ]
    scored = "Points a match" if answer.target else "Units a game"
    headings = ["Player", "Enter", scored, "Title, %", "Each, %", "Against a lottery"]
    note = (
        "In brackets, and ±: 95 % intervals. Title: tournaments won by one of them; each: by any one; against a "
        f"lottery: how many times as often as if the title were drawn by lot. {scored}: in the first stage."
    )
    return Table("kinds", "Who wins", headings, rows, note=note)


def findings(answer: TournamentAnswer) -> list[Finding]:
    """None: the table says it."""
    return []


def _share(estimate: Estimate) -> str:
    """Per cent with its limits, which may be uneven: `60.0 (55.0 to 65.0)`."""
    return _with_limits(estimate, 100)


def _with_limits(estimate: Estimate, factor: float) -> str:
    if estimate.mean is None or estimate.ci95 is None:
        return ""
    limits = [factor * limit for limit in estimate.ci95]
    digits = min(digits_of(limits), 2)
    return f"{amount(factor * estimate.mean, digits, sign=False)} ({between(limits, digits, sign=False)})"
