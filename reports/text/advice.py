"""The screen of `tongits advise`: the answer, a row for each action, a column for each table, the reason."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from analyses.money import in_money, unit_name, worth
from analyses.presentation import Screen, Table, earned
from reports.text.console import show_screen
from reports.text.faces import Faces, usual_style
from tongits_sim.experiments.batch_answer import rules_words
from tongits_sim.run.answers import flat
from tongits_sim.run.numbers import amount, number_word, percent, seconds

if TYPE_CHECKING:
    from analyses.answers.advise import AdviceAnswer, AdvisedAction, PositionFacts

MAX_ROWS = 4
"""Actions on the first screen."""


def signed(text: str) -> str:
    """A text with suit signs for cards, if stdout can write them: `10♥` for `Th`."""
    return Faces(usual_style()).in_text(text)


def position_words(position: PositionFacts) -> list[str]:
    """Two lines for the position, and a line for the melds on the table."""
    owners = {meld.owner for meld in position.table}
    sizes = "; ".join(
        f"{position.name(role)} {position.sizes[role]}{', open' if role in owners else ''}"
        for role in ("right", "left")
    )
    count = f"your {position.sizes['me']} cards count {position.count}"
    caller = f"{position.name(position.caller)} has called · " if position.caller else ""
    hand = signed(position.hand or "-")
    offer = f"   on offer {signed(position.offer)}" if position.offer else ""
    melds = [
        f"{'your own' if meld.owner == 'me' else position.name(meld.owner)} "
        f"{signed(meld.cards) or '?' * meld.size}{' face down' if meld.face_down else ''}"
        for meld in position.table
    ]
    table = [f"down: {'; '.join(melds)}"] if melds else []
    return [f"{caller}{count} · stock {position.stock} · {sizes}", f"{hand}{offer}", *table]


def heading(answer: AdviceAnswer) -> str:
    """The first lines of the screen: the rules and the position."""
    first, *others = position_words(answer.position)
    return "\n ".join([f"{answer.rules} · {first}", *others])


def advice_table(answer: AdviceAnswer, most: int | None = None) -> Table:
    """A row for each action, a column for each table, and the mean; empty without a choice."""
    headings = [f"{unit_name()} you can expect", *(table.name for table in answer.tables)]
    several = len(answer.tables) > 1
    digits = _digits(answer)
    rows = [
        [
            signed(action.action),
            *(amount(worth(there.ev.mean or 0.0), digits) for there in action.at),
            *([amount(worth(action.ev.mean or 0.0), digits)] if several else []),
        ]
        for action in answer.actions[:most]
    ]
    return Table("values", "", [*headings, *(["all"] if several else [])], rows)


def _digits(answer: AdviceAnswer) -> int:
    """As many decimals as the margin has."""
    margin = worth(answer.margin)
    return max(0, math.ceil(-math.log10(margin))) if margin > 0 else 2


def details(answer: AdviceAnswer) -> list[Table]:
    """Every number: values, how far each action is behind, and how games end."""
    behind = [
        [
            signed(action.action),
            *("" if action is answer.best else earned(there.behind) for there in action.at),
            *(["" if action is answer.best else earned(action.behind)] if len(answer.tables) > 1 else []),
        ]
        for action in answer.actions
    ]
    names = advice_table(answer).headings[1:]
    ends = [
        [
            signed(action.action),
            *(percent(share, 0) for share in (action.win, action.burned, action.beaten)),
            f"{action.worlds:,}",
        ]
        for action in answer.actions
    ]
    return [
        advice_table(answer),
        Table("behind", "Compared with the first action, in the same worlds", [unit_name(), *names], behind),
        Table("ends", "How games end", ["action", "win", "burned", "beaten", "worlds"], ends),
        Table(
            "why", "Why", ["action", "gains and risks"], [[signed(a.action), signed(a.why)] for a in answer.actions], 2
        ),
    ]


def notes(answer: AdviceAnswer) -> list[str]:
    """The lines below the table: the reason, what is known of the opponents, the book, what to type next."""
    more = len(answer.actions) - MAX_ROWS
    rest = f"{number_word(more).capitalize()} more action{'s' if more > 1 else ''}" if more > 0 else "Margins"
    return [
        *([f"Because: {signed(answer.because)}"] if answer.because else []),
        *filter(None, [answer.seen, answer.book]),
        *filter(None, [rules_words(answer.rules, answer.knobs)]),
        f"{rest}, assumptions: --full   One table only: --against NAME",
    ]


def about(answer: AdviceAnswer) -> list[str]:
    """The method, and what was assumed."""
    tables = "; ".join(
        f"{table.name}: {table.right}" + ("" if table.left == table.right else f" and {table.left}")
        for table in answer.tables
    )
    method = (
        f"The others: {tables}. {answer.tables[0].me} plays on for you. {answer.worlds:,} ways to deal the hidden "
        f"cards at each table, as these players would have played; {answer.rollouts:,} games in "
        f"{seconds(answer.run.elapsed_s)}. Worth the same: within {answer.margin:g} units. "
        f"Same digits: --seed {answer.seed}."
    )
    return [*(["Assumed: " + signed(" ".join(answer.defaults))] if answer.defaults else []), method]


def screen(answer: AdviceAnswer) -> Screen:
    """The first screen."""
    body = [advice_table(answer, MAX_ROWS)] if len(answer.actions) > 1 else []
    return Screen(heading(answer), signed(in_money(answer.advice)), body, notes(answer))


def show_advice(answer: AdviceAnswer) -> None:
    """Print the answer of `tongits advise`."""
    show_screen(screen(answer), details(answer), about(answer))


def csv_rows(answer: AdviceAnswer) -> list[dict[str, Any]]:
    """A row for each action."""
    return [_row(action) for action in answer.actions]


def _row(action: AdvisedAction) -> dict[str, Any]:
    whole = action.to_dict()
    del whole["at"]
    for there in action.at:
        whole |= {f"{name}_{there.table}": getattr(there, name) for name in ("ev", "behind", "win", "burned", "beaten")}
    return flat(whole)
