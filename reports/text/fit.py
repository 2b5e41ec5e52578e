"""The output of `tongits analyze styles` in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from reports.text.console import show, table
from tongits_sim.run.answers import flat
from tongits_sim.run.numbers import per_cent

if TYPE_CHECKING:
    from analyses.answers.fit import FitAnswer, FittedKind, FittedSituation

_RIVALS = ("nobody can challenge", "one can challenge", "both can challenge")
_MOST_NAMED = 3


def sentences(answer: FitAnswer) -> Iterator[str]:
    """The style in sentences."""
    for each in answer.kinds:
        yield _kind_sentence(answer, each)
    yield (
        "Each frequency below is shrunk towards that of players who call or challenge alike, the more so the fewer "
        "decisions there are; an interval holds the player's own frequency with a probability of 95 %, as far as "
        "people are like those players."
    )
    if answer.file:
        spec = f'"{answer.play}(file={answer.file})"'
        rules = f" {answer.rules_option.strip()}" if answer.rules_option.strip() else ""
        yield (
            f"To play against it: tongits solve{rules} --lock B={answer.file}; tongits advise{rules} --against "
            f"{answer.file}; tongits compare {spec} solved{rules}"
        )


def _kind_sentence(answer: FitAnswer, each: FittedKind) -> str:
    verb = "calls in" if each.kind == "call" else "challenges"
    chances = "chances" if each.kind == "call" else "calls that it may challenge"
    if not each.asked or each.share.mean is None:
        what = "had no chance to call" if each.kind == "call" else "was never asked to challenge"
        return f"{answer.player} {what}: the average of the population stands in the profile."
    named = list(each.resembles.items())[:_MOST_NAMED]
    like = ", ".join(f"{name} ({100 * weight:.0f} %)" for name, weight in named)
    share = per_cent(each.share.mean, list(each.share.ci95) if each.share.ci95 else None)
    return f"{answer.player} {verb} {share} of {each.asked:,} {chances}, most like: {like}."


def show_fit(answer: FitAnswer) -> None:
    """The style in sentences and a table."""
    show()
    show(f"fit · {answer.player} · {answer.games:,} games · rules {answer.rules}", style="bold")
    show()
    show(*sentences(answer))
    show()
    shown = table("Decision", "Own count", "Asked", "Yes", "Says yes", "95 % interval", left=2)
    for each in answer.groups:
        shown.add_row(*_row(each))
    show(shown)


def _row(each: FittedSituation) -> tuple[str, ...]:
    low, high = each.where["count"]
    what = f"call, {_RIVALS[each.where['rivals'][0]]}" if each.kind == "call" else "challenge"
    counts = f"{low} and more" if high is None else f"{low} to {high}"
    ends = each.share.ci95 or (0.0, 1.0)
    interval = f"{100 * ends[0]:.0f} to {100 * ends[1]:.0f} %"
    return what, counts, f"{each.asked:,}", f"{each.yes:,}", f"{100 * (each.share.mean or 0.0):.0f} %", interval


def csv_rows(answer: FitAnswer) -> list[dict[str, Any]]:
    """Every situation that came up, as rows of CSV."""
    names = list(dict.fromkeys(name for each in answer.situations for name in each.where))
    rows = []
    for each in answer.situations:
        ends: dict[str, Any] = {}
        for name in names:
            ends[f"{name}_from"], ends[f"{name}_to"] = each.where.get(name, (None, None))
        rows.append(flat({"kind": each.kind, **ends, "asked": each.asked, "yes": each.yes, "share": each.share}))
    return rows
