"""Shows a tuned bot: the changed parameters and their gain."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from analyses.money import unit_name
from analyses.presentation import Screen, Table, columns, earned, moved, sure
from reports.text.console import print_csv, print_json, show_screen

if TYPE_CHECKING:
    from tongits_sim.experiments.tuning import TunedAnswer, TuneStep


def print_tuned(answer: TunedAnswer, form: str) -> None:
    """Print a tuned bot; CSV has a row for each value tried."""
    if form == "json":
        print_json(answer.to_dict())
        return
    rows = [
        {
            "number": step.param,
            "seed": step.seed,
            "before": step.before,
            "chosen": step.chosen,
            "value": value,
            "lead": lead,
        }
        for step in answer.steps
        for value, lead in step.tried.items()
    ]
    if form == "csv":
        print_csv(rows)
        return
    show_screen(screen(answer), [every_value(answer)])


def screen(answer: TunedAnswer) -> Screen:
    """The best parameters, and their gain on other deals."""
    bot = answer.start.partition("(")[0]
    others = ", ".join(answer.others)
    heading = f"{answer.rules} · {bot} against {others} · {answer.deals:,} deals a number · seed {answer.seed}"
    new = ", ".join(f"{step.param}={step.chosen:g}" for step in answer.steps if step.chosen != step.before)
    if not new:
        says = f"{answer.start} stays as it is: no other value earns more for sure."
    elif sure(answer.lead):
        says = f"{bot} plays better with {new}: {earned(answer.lead, False)} {unit_name()} a game more."
    else:
        says = f"Whether {bot} plays better with {new} is not sure: {earned(answer.lead)} {unit_name()} a game."
    cells = {
        "number": lambda step: step.param,
        "was": lambda step: f"{step.before:g}",
        "best": lambda step: f"{step.chosen:g}",
        "gain alone": _gain_alone,
    }
    table = columns("steps", "The numbers", answer.steps, cells)
    if len(table.rows) > MAX_ROWS:
        table.rows = [row for row in table.rows if row[3]][:MAX_ROWS]
    notes = [f"The gain is measured on {answer.check_deals:,} other deals, against these players only."]
    if new:
        players = dict.fromkeys(map(shlex.quote, [answer.start, answer.tuned, *answer.others]))
        compare = answer.command.replace("tune", "compare")
        notes.append(f"Use it: tongits {compare} {' '.join(players)}")
    return Screen(heading, says, [table], [*notes, "Every value tried: --full"])


MAX_ROWS = 12  # of the screen; then numbers that changed alone


def _gain_alone(step: TuneStep) -> str:
    """What the best value of the number gains, if it is another than before."""
    return earned(step.tried[f"{step.chosen:g}"]) if step.chosen != step.before else ""


def every_value(answer: TunedAnswer) -> Table:
    """Every value tried, with its lead over the value before."""
    rows = [(step, tried, lead) for step in answer.steps for tried, lead in step.tried.items()]
    cells = {
        "number": lambda row: row[0].param,
        "value": lambda row: row[1],
        "more than before": lambda row: moved(row[2]),
    }
    return columns("tried", "Every value tried", rows, cells)
