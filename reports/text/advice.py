"""The output of `tongits advise` in a terminal: the answer, then a table, then the basis of the estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyses.money import unit_name, worth, worth_of_a_unit
from reports.text.console import show, table
from tongits_sim.run.answers import flat
from tongits_sim.run.numbers import amount, percent, seconds

if TYPE_CHECKING:
    from analyses.answers.advise import AdviceAnswer, AdvisedAction, PositionFacts
    from reports.text.terminal_table import TerminalTable

MOST_ROWS = 8
"""Actions shown; one line sums up the others."""
VERDICTS = {
    "clear": "clear",
    "close": "close",
    "undecided": "undecided",
    "forced": "no choice",
}


def position_words(position: PositionFacts) -> list[str]:
    """The position in two lines."""
    melds = [
        f"{position.name(meld.owner)} {meld.cards or '?' * meld.size}{' face down' if meld.face_down else ''}"
        for meld in position.table
    ]
    offer = f" · on offer {position.offer}" if position.offer else ""
    caller = f" · {position.name(position.caller)} has called" if position.caller else ""
    sizes = f"cards {', '.join(f'{position.name(role)} {position.sizes[role]}' for role in ('right', 'left'))}"
    return [
        f"Hand {position.hand or '-'}{offer}{caller}",
        f"Table {'; '.join(melds) or '-'} · stock {position.stock} · {sizes}",
    ]


def advice_table(answer: AdviceAnswer) -> TerminalTable:
    """Actions, best first."""
    grid = table("Action", "EV", "±", "Behind", "±", "Wins", "Burned", "Beaten", spare=["±", "Beaten"])
    for each in answer.actions[:MOST_ROWS]:
        grid.add_row(each.action, *cells(each))
    return grid


def cells(action: AdvisedAction) -> list[str]:
    """The numbers of a row: value, its half width, the difference to the best, its half width, and three chances."""
    best = action.behind.mean == 0 and (action.behind.half_width or 0) == 0
    return [
        amount(worth(action.ev.mean or 0.0), 2),
        _half(action.ev.half_width),
        "" if best else amount(worth(action.behind.mean or 0.0), 2),
        "" if best else _half(action.behind.half_width),
        percent(action.win),
        percent(action.burned),
        percent(action.beaten),
    ]


def _half(width: float | None) -> str:
    return "" if width is None else f"{worth(width):.2f}"


def rest_words(answer: AdviceAnswer) -> str:
    """A line about the actions that are not shown; empty if all are."""
    rest = answer.actions[MOST_ROWS:]
    if not rest:
        return ""
    gaps = [worth(each.behind.mean or 0.0) for each in rest]
    count = f"{len(rest)} more action{'' if len(rest) == 1 else 's'}"
    span = amount(gaps[0], 2) if len(gaps) == 1 else f"{amount(max(gaps), 2)} to {amount(min(gaps), 2)}"
    return f"{count} not shown: {span} {unit_name()} behind."


def closing(answer: AdviceAnswer) -> str:
    """How much was played, and how to play it again."""
    against = answer.against
    who = against["right"] if against["right"] == against["left"] else f"{against['right']} and {against['left']}"
    return (
        f"{answer.worlds:,} worlds, as good as {answer.effective:,.0f} independent ones; "
        f"{answer.rollouts:,} rollouts against {who} in {seconds(answer.elapsed_s)}. "
        f"Same digits: --worlds {answer.worlds} --seed {answer.seed}."
    )


def show_advice(answer: AdviceAnswer, verbose: bool = False) -> None:
    """The answer; `verbose`: the reason of every action shown, the basis of the worlds, and the assumptions."""
    show()
    show(f"advise · rules {answer.rules} · {VERDICTS[answer.verdict]}", style="bold")
    show(*position_words(answer.position))
    show()
    show(answer.advice, style="bold")
    show(answer.best.why)
    show(advice_table(answer))
    if rest := rest_words(answer):
        show(rest)
    if verbose:
        for each in answer.actions[:MOST_ROWS]:
            show(f"{each.action}: {each.why}")
        show(*answer.used)
    if verbose or answer.defaults:
        show(*(["Assumed: " + " ".join(answer.defaults)] if answer.defaults else []))
    show(closing(answer))
    if said := worth_of_a_unit():
        show(f"Amounts are in {unit_name()}. {said}")


def csv_rows(answer: AdviceAnswer) -> list[dict[str, Any]]:
    """A flat row for each action."""
    return [flat(each) for each in answer.actions]
