"""The output of `tongits advise --against styles` in a terminal: the answer, a row a style, a row an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.text.advice import MOST_ROWS, VERDICTS, position_words
from reports.text.console import show, table
from tongits_sim.run.answers import flat
from tongits_sim.run.numbers import amount, seconds

if TYPE_CHECKING:
    from analyses.answers.advise_styles import StylesAdvice
    from reports.text.terminal_table import TerminalTable
    from tongits_sim.run.answers import Estimate

JUDGED = {
    "best": "best against every field",
    "good": "good against every field",
    "depends": "depends",
    "bad": "bad against every field",
}


def styles_table(answer: StylesAdvice) -> TerminalTable:
    """A row for each style: the best action, its value, and how far the next one is behind."""
    grid = table("Field", "Best action", "EV", "±", "Next", "±", "Verdict", spare=["±"])
    for row in answer.styles:
        behind = ("", "") if row.behind is None else (amount(row.behind.mean or 0.0, 2), half(row.behind))
        grid.add_row(
            row.style.name, row.action, amount(row.ev.mean or 0.0, 2), half(row.ev), *behind, VERDICTS[row.verdict]
        )
    return grid


def actions_table(answer: StylesAdvice) -> TerminalTable:
    """A row for each action: how far it is behind on average and at worst, and the verdict."""
    grid = table("Action", "Behind on average", "At worst", "±", "Against", "Judgement", spare=["±", "Against"])
    for each in answer.actions[:MOST_ROWS]:
        worst = each.behind[each.worst]
        against = answer.styles[each.worst].style.name
        grid.add_row(
            each.action,
            amount(each.mean, 2),
            amount(worst.mean or 0.0, 2),
            half(worst),
            against,
            JUDGED[each.judgement],
        )
    return grid


def half(estimate: Estimate) -> str:
    """Half the width of an interval; empty where there is none."""
    return "" if estimate.half_width is None else f"{estimate.half_width:.2f}"


def show_styles_advice(answer: StylesAdvice, verbose: bool = False) -> None:
    """The answer; `verbose`: also what to do against each style in a sentence, and what the worlds are based on."""
    show()
    show(f"advise · rules {answer.rules} · {len(answer.styles)} styles of opponents", style="bold")
    show(*position_words(answer.position))
    show()
    show(answer.advice, style="bold")
    show(styles_table(answer))
    show(actions_table(answer))
    rest = len(answer.actions) - MOST_ROWS
    if rest > 0:
        show(f"{rest} more action{'' if rest == 1 else 's'} not shown, all farther behind.")
    if verbose:
        show(*(f"{row.style.name}: {row.advice}" for row in answer.styles))
        show(*answer.used)
    if answer.defaults:
        show("Assumed: " + " ".join(answer.defaults))
    worlds = sum(row.worlds for row in answer.styles)
    show(
        f"{worlds:,} worlds against two players of each style (callers/challengers); {answer.me} plays on for you. "
        f"{seconds(answer.elapsed_s)}. Seed {answer.seed}."
    )


def csv_rows(answer: StylesAdvice) -> list[dict[str, Any]]:
    """A flat row for each action and style."""
    return [
        flat(
            {
                "field": row.style.name,
                "action": each.action,
                "kind": each.kind,
                "behind": behind,
                "judgement": each.judgement,
            }
        )
        for each in answer.actions
        for row, behind in zip(answer.styles, each.behind, strict=True)
    ]
