"""The command `tongits try`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.answers.trial import DEALS
from reports.commands.candidates import WORDS, Word
from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
from reports.commands.options import chosen_rules, page_option, rules_again, rules_options, seed_option
from reports.commands.printing_options import format_option, terms_options
from reports.commands.progress import ProgressBar
from reports.commands.running_options import check_playing, running_options
from reports.commands.value_types import Count
from reports.questions.printing import print_document
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.trial import TrialAnswer
    from strategies.habit_params import HabitParam


def _candidates(word: str) -> list[str]:
    """Habits; after a `=`, the named values of a habit."""
    from strategies.habit_params import PARAMS

    name, equals, _ = word.partition("=")
    if not equals:
        return [param.name for param in PARAMS if param.name.startswith(word)]
    values = [f"{name}={value}" for param in PARAMS if param.name == name for value in param.names[1:]]
    return [text for text in values if text.startswith(word)]


@click.command("try")
@click.argument("habits", nargs=-1, metavar="HABIT ...", type=Word("HABIT", _candidates))
@click.option("--list", "listing", is_flag=True, help="List the habits, their values and claims.")
@click.option(
    "--player",
    default="trained",
    show_default=True,
    type=WORDS["PLAYER"],
    help="The player who tries the habit: a bot's name, name(param=value) or my_bots.py:name.",
)
@click.option(
    "--against",
    default="",
    metavar="TABLES",
    show_default="all four",
    help="The bot in both other seats: strong, regular, folders, challengers or a bot; commas separate line-ups.",
)
@rules_options
@click.option(
    "--deals",
    "-n",
    type=Count(1, 10**9),
    default=DEALS,
    show_default=True,
    help="Most deals at a line-up, which stops earlier if the gain is known.",
)
@seed_option("deals")
@running_options
@terms_options
@page_option
@format_option
def try_(
    habits: tuple[str, ...],
    listing: bool,
    rules: str,
    settings: tuple[str, ...],
    out: Path | None,
    resume: bool,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Try a claim: does this habit pay?

    A good player plays with and without the HABIT, in one seat, on the same deals, until the gain or cost is known. The
    opponents are of four kinds: strong, regular, folders (they seldom challenge a call) and challengers (they challenge
    nearly every call).

    A habit is a name of --list (hold_meld), perhaps with a value (call_only_to=15, a count). Several are tried
    together: never_call hold_meld=always. A habit of your own is my_habits.py:name (the file is executed).

    Example: tongits try call_only_to=20 --player greedy --against folders
    """
    from analyses.trial import try_habit

    if listing or not habits:
        if not listing:
            raise click.UsageError("no habit is named; for example: tongits try hold_meld (all: tongits try --list)")
        _print_list(form)
        return
    check_playing(out, resume)
    where = {name: options.pop(name) for name in ("workers", "backend", "scheduler", "bot_timeout")}
    halt = on_ctrl_c()
    with ProgressBar() as bar:
        run_options = RunOptions(**where, out=out, resume=resume, progress=bar, notice=to_stderr, halt=halt)
        again = rules_again(rules, settings)

        def play() -> TrialAnswer:
            house_rules = chosen_rules(rules, settings)
            return try_habit(list(habits), house_rules, run_options=run_options, rules_option=again, **options)

        answer = answered(halt, play)
    if output is not None:
        from reports.page.render import write_report

        write_report([answer], output)
    show_caution(halt, form)
    print_document(answer, form, _rows, stopped(halt))
    end_stopped(halt)


def _rows(answer: TrialAnswer) -> list[dict[str, Any]]:
    """A row for each line-up, for CSV."""
    return [
        {"line_up": row.line_up, "deals": row.deals, "differ": row.differ, "gain": row.gain, "worth": row.worth}
        | {f"{effect.quantity}_{arm}": getattr(effect, arm) for effect in row.play for arm in ("without", "with_habit")}
        for row in answer.line_ups
    ]


def _print_list(form: str) -> None:
    """Print the habits, the claim of each habit, and its values."""
    from analyses.presentation import Screen, Table
    from analyses.trial import known_habits
    from reports.text.console import print_csv, print_json, show_screen

    habits = known_habits().values()
    if form != "table":
        rows: list[dict[str, Any]] = [
            {
                "habit": param.name,
                "claim": param.claim,
                "meaning": param.meaning,
                "tried": param.shown(param.tried),
                "values": param.names[1:] or (param.low, param.high),
            }
            for param in habits
        ]
        print_json({"habits": rows}) if form == "json" else print_csv(rows)
        return
    table = Table(
        "habits",
        "Habits",
        ["habit", "or", "the claim"],
        [[f"{param.name}={param.shown(param.tried)}", _other_values(param), param.claim] for param in habits],
        3,
    )
    notes = [
        "No calls with 6 or more stock cards left: call_only_to=0 call_stock_from=6",
        "In full: tongits strategies show habit --full",
        "One of your own: docs/how-to/try.md",
    ]
    show_screen(Screen("Habits", "Claims about play that you can try.", [table], notes), [table], [])


def _other_values(param: HabitParam) -> str:
    """The other values that a habit may have: `always`, `0 to 130`."""
    if param.names:
        return ", ".join(name for name in param.names[1:] if name != param.shown(param.tried))
    low = param.low
    high = param.high
    if low == param.default:
        low += 1
    if high == param.default:
        high -= 1
    return f"{low:g} to {high:g}" if low < high else ""
