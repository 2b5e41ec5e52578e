"""The page of the claims as Markdown: docs/explanation/claims.md."""

from __future__ import annotations

from analyses.answers.claims import ClaimRow, ClaimsAnswer
from reports.questions.claims import headline, number_of, range_words, region, sentences, verdict_words
from tongits_sim.run.numbers import p_words


def markdown(answer: ClaimsAnswer) -> str:
    """The whole page: what the verdicts mean, all claims at a glance, then one by one."""
    parts = ["# Said about Tongits, tested\n", f"{headline(answer)}\n", *(f"{text}\n" for text in sentences(answer))]
    parts.append(
        f"Made by `{answer.command_line}`, {answer.games_played:,} games. *Heard at tables* is what nobody was found "
        "to have written. A page is named by its title, its publisher and its date; many such pages repeat each other, "
        "and few say how they counted.\n"
    )
    parts.append("| Said | Verdict | Number |\n| --- | --- | ---: |")
    rows = [(row, f"#{number}-{_anchor(row)}") for number, row in _all(answer)]
    parts += [f"| [{row.says}]({anchor}) | {row.verdict} | {_short(row)} |" for row, anchor in rows]
    parts += ["", *(_section(number, row, answer) for number, row in _all(answer))]
    return "\n".join(parts).rstrip() + "\n"


def _all(answer: ClaimsAnswer) -> list[tuple[int, ClaimRow]]:
    return list(enumerate(answer.claims, start=1))


def _anchor(row: ClaimRow) -> str:
    letters = "".join(letter for letter in row.key.lower() if letter.isalnum() or letter in " -")
    return letters.replace(" ", "-")


def _short(row: ClaimRow) -> str:
    return "–" if row.number is None else f"{number_of(row.number)} {row.unit}"


def _section(number: int, row: ClaimRow, answer: ClaimsAnswer) -> str:
    lines = [
        f"## {number}. {row.key}\n",
        f"> {row.says}\n",
        f"* **{verdict_words(row)}** {_number_words(row, answer)}".rstrip(),
        f"* *Said*: {row.where}.",
        f"* *Asked*: {row.asked}",
    ]
    if row.range is not None:
        lines.append(f"* *By players*: {range_words(row)}")
    if row.why:
        lines.append(f"* *{'But' if row.check is not None else 'Why'}*: {row.why}")
    return "\n".join(lines) + "\n"


def _number_words(row: ClaimRow, answer: ClaimsAnswer) -> str:
    if row.number is None:
        return ""
    text = f"{number_of(row.number)} {row.unit}"
    if row.check is None:
        return f"{text}; true where it is {region(row)}."
    who = f"three {row.players[0]}" if row.way == "watched" else f"{row.players[0]} and {row.players[1]}"
    return (
        f"{text} ({who}, {answer.rules}; true where it is {region(row)}; p {p_words(row.p)}). On other deals "
        f"{number_of(row.check)} (p {p_words(row.p_check)}); under {answer.other_rules} {number_of(row.elsewhere)}."
    )
