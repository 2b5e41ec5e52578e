"""The output of `tongits solve --method=learn` in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from analyses.answers.learning import Beside
from reports.text.console import print_answer, show
from reports.text.solving import gain_words

if TYPE_CHECKING:
    from analyses.answers.learning import LearnAnswer, LearnReading
    from tongits_sim.profiles.profile import Profile

BEGIN, END = "<!-- shipped weights -->", "<!-- end of shipped weights -->"


def reading_words(reading: LearnReading) -> str:
    """A line of progress."""
    return f"Round {reading.round:,}, {reading.elapsed_s:.0f} s: one seat gains {gain_words(reading.gain)}"


def learned_sentences(answer: LearnAnswer) -> list[str]:
    """The weights, their gains beside other players, and how to play them."""
    first = (
        f"{answer.rules}: {answer.rounds:,} rounds of {answer.games_per_round:,} games, {answer.branches:,} "
        f"alternatives played on. {answer.scored:,} of {answer.cells:,} cells have another answer than that of "
        f"{answer.base}, better by {answer.margin:g} standard errors or more."
    )
    texts = [first]
    texts += [
        f"Beside {each.others}, one seat earns {gain_words(each.gain)} more by it than as {answer.base}, on "
        f"{answer.deals:,} held-out deals."
        for each in answer.beside
    ]
    texts.append(answer.stopped)
    if answer.file:
        option = "" if answer.rules_option == "--rules pagat" else f" {answer.rules_option}"
        texts.append(f'To play it: tongits compare "learned(file={answer.file})" {answer.base}{option}')
    return texts


def show_learned(answer: LearnAnswer, form: str) -> None:
    """Print an answer as a table, JSON or CSV (the learning curve).

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
    """
    print_answer(answer, form, lambda each: map(_row, each.readings), lambda each: show(*learned_sentences(each)))


def table(weights: Iterable[Profile]) -> str:
    """Weights as a table in Markdown, in the given order: what one seat earns more by them, as their files say."""
    lines: list[str] = []
    for each in weights:
        learned = each.solved["learned"]
        beside = [Beside.from_dict(row) for row in learned["beside"]]
        if not lines:
            heads = [f"beside {row.others}" for row in beside]
            lines = ["| rules | " + " | ".join([*heads, "deals", "learned in"]) + " |"]
            lines.append("| --- |" + " --- |" * len(heads) + " ---: | --- |")
        gains = " | ".join(gain_words(row.gain) for row in beside)
        lines.append(
            f"| `{each.rules}` | {gains} | {learned['deals']:,} | {learned['rounds']:,} rounds of "
            f"{learned['games']:,} games |"
        )
    return "\n".join(lines)


def _row(reading: LearnReading) -> dict[str, float | int | None]:
    low, high = reading.gain.ci95 or (None, None)
    return {
        "round": reading.round,
        "elapsed_s": reading.elapsed_s,
        "gain": reading.gain.mean,
        "gain_low": low,
        "gain_high": high,
        "deals": reading.deals,
    }
