"""The claims about Tongits in words: one by one, with number and verdict."""

from __future__ import annotations

from analyses.answers.claims import DEPENDS, UNDECIDED, ClaimCase, ClaimRow, ClaimsAnswer
from analyses.words.parts import Advice, Finding, Table
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import known, p_words


def title(answer: ClaimsAnswer) -> str:
    """The heading over its numbers."""
    return "Said about Tongits, tested"


def asked(answer: ClaimsAnswer) -> str:
    """One line about the claims and the games."""
    return (
        f"{len(answer.claims)} claims · {answer.games:,} games watched and {answer.deals:,} deals played for each seed"
        f" · rules {answer.rules} · seeds {answer.seed} and {answer.check_seed}"
    )


def headline(answer: ClaimsAnswer) -> str:
    """The number of claims by verdict."""
    words = [row.verdict for row in answer.claims]
    return (
        f"{len(words)} things said about Tongits: {words.count('true')} true, {words.count('false')} false, "
        f"{words.count('undecided')} undecided, and {words.count(DEPENDS)} that depend on the players, under "
        f"{answer.rules}."
    )


def sentences(answer: ClaimsAnswer) -> list[str]:
    """The meaning of the verdicts."""
    return [
        (
            "A claim that needs games is true if its number lies inside the range that the question names, and false "
            f"if it lies outside, beyond chance: at {100 * answer.alpha:g} %, corrected by Holm's method over the "
            f"{answer.tested} tests, on the first deals and again, by the same margin, on other deals. "
            "Intervals are 95 %, not corrected."
        ),
        (
            f"The verdicts are about these players under {answer.rules}. The numbers under {answer.other_rules} stand "
            "beside them without a verdict. Bots are not people: a claim about what people do is turned into one about "
            "the game."
        ),
    ]


def advice(answer: ClaimsAnswer) -> list[Advice]:
    """Each claim with its verdict."""
    return [_advice(row, answer) for row in answer.claims]


def _advice(row: ClaimRow, answer: ClaimsAnswer) -> Advice:
    return Advice(f"“{row.says}”", f"{verdict_words(row)}{_number_words(row)}", _details(row, answer))


def _details(row: ClaimRow, answer: ClaimsAnswer) -> str:
    """The source of a claim, the question it became, and its checks."""
    parts = [f"Said: {row.where}.", f"Asked: {row.asked}"]
    if row.check is not None:
        parts.append(f"Other deals: {number_of(row.check)}; under {answer.other_rules}: {number_of(row.elsewhere)}.")
    return " ".join(filter(None, [*parts, range_words(row), row.why]))


def verdict_words(row: ClaimRow) -> str:
    """The verdict as a sentence."""
    words = {"true": "True.", "false": "False.", DEPENDS: "Depends on the players."}
    return words.get(row.verdict, "Undecided.")


def range_words(row: ClaimRow) -> str:
    """The range of numbers over several sets of players, and their verdicts; empty for one set."""
    if row.range is None:
        return ""
    low, high = (f"{each:,.3g}".replace("-", "−") for each in row.range)
    parts = [
        f"{word} for {'; '.join(_case_words(case) for case in row.cases if case.verdict == word)}"
        for word in ("true", "false", UNDECIDED)
        if any(case.verdict == word for case in row.cases)
    ]
    return f"Over {len(row.cases)} sets of players from {low} to {high}: {', '.join(parts)}."


def _case_words(case: ClaimCase) -> str:
    number = number_of(case.number)
    return (
        f"three {case.players[0]} ({number})" if len(case.players) == 1 else f"{' and '.join(case.players)} ({number})"
    )


def _number_words(row: ClaimRow) -> str:
    return "" if row.number is None else f" {number_of(row.number)} {row.unit}{_players_words(row)}."


def _players_words(row: ClaimRow) -> str:
    if row.way == "watched":
        return f", three {row.players[0]}"
    return f", {row.players[0]} against {row.players[1]}" if row.way == "played" else ""


def number_of(estimate: Estimate | None) -> str:
    """A number with half its interval; exact ones without."""
    if estimate is None or estimate.mean is None:
        return "unknown"
    if estimate.ci95 is not None and estimate.ci95[0] == estimate.ci95[1]:
        return f"{estimate.mean:,.4g}"
    return known(estimate.mean, estimate.ci95).lstrip("+")


def region(row: ClaimRow) -> str:
    """The range of numbers that makes the claim true: `from 36`, `3.5 to 5.9`."""
    if row.low is None and row.high is None:
        return "–"
    if row.low is None or row.high is None:
        return f"from {row.low:g}" if row.high is None else f"up to {row.high:g}"
    return f"{row.low:.3g} to {row.high:.3g}"


def tables(answer: ClaimsAnswer) -> list[Table]:
    """All claims, their numbers and their sources."""
    return [*console(answer), _numbers(answer), _sources(answer)]


def console(answer: ClaimsAnswer) -> list[Table]:
    """The claims for a terminal."""
    rows = [[row.says, row.verdict, number_of(row.number) if row.number else "–", row.unit] for row in answer.claims]
    return [Table("claims", "Said, and found", ["Said", "Verdict", "Number", "Unit"], rows, text=2)]


def _numbers(answer: ClaimsAnswer) -> Table:
    rows = [
        [
            row.key,
            row.way,
            ", ".join(row.players) or "–",
            region(row),
            *(number_of(each) if each else "–" for each in (row.number, row.check, row.elsewhere)),
            *(p_words(p) if p is not None else "–" for p in (row.p, row.p_check)),
            row.verdict,
        ]
        for row in answer.claims
    ]
    headings = ["Claim", "How", "Players", "True where", "Number", "Other deals", f"Under {answer.other_rules}"]
    headings += ["p", "p, other deals", "Verdict"]
    note = "± is half a 95 % interval. p: of the number's lying beyond the nearest end of the range, Holm's method."
    return Table("numbers", "The numbers behind the verdicts", headings, rows, text=3, note=note)


def _sources(answer: ClaimsAnswer) -> Table:
    rows = [[row.key, row.where, row.asked, row.why] for row in answer.claims]
    return Table("sources", "Where it is said, and how it was asked", ["Claim", "Said", "Asked", "Why"], rows, text=4)


def findings(answer: ClaimsAnswer) -> list[Finding]:
    """None: the numbers say it all."""
    return []


def method(answer: ClaimsAnswer) -> dict[str, str]:
    """How the numbers were obtained."""
    return {
        "stopping": f"Stopped after {answer.games:,} games and {answer.deals:,} deals for each seed, as planned.",
        "intervals": "95 %; the unit is the deal; ratios and differences of ratios by the delta method",
        "correction": f"Holm over {answer.tested} claims, on either seed; level {100 * answer.alpha:g} %",
    }


def size(answer: ClaimsAnswer) -> str:
    """How much was played."""
    return f"{answer.games_played:,} games"
