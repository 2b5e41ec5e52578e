"""`tongits mahjong whatif`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import PLAYERS, deals_options, players_option, rules_options
from reports.commands.options import check_playing, format_option, running_options

if TYPE_CHECKING:
    from mahjong_sim.designs.paired.answer import ChangeRow, WhatIfAnswer


@click.command()
@click.argument("changes", nargs=-1, required=True, metavar="KNOB=VALUE [...]")
@rules_options
@players_option("--players", PLAYERS, "Four bots")
@deals_options
@running_options
@format_option
def whatif(
    changes: tuple[str, ...], rules: str, settings: tuple[str, ...], players: str, form: str, **options: Any
) -> None:
    """Measure what a change of the house rules does.

    The same walls are played by the same bots under both rules. Several changes are measured one by one; with commas
    between them they are made together.

    Example: tongits mahjong whatif pay.discarder=1 joker.play=true --deals 2k
    """
    check_playing(options["out"], options["resume"])
    from mahjong_sim.designs.paired.whatif import whatif as run
    from reports.commands.progress import ProgressBar
    from tongits_sim.run.warmup import to_stderr

    with ProgressBar() as bar:
        answer = run(rules, changes, players, settings=settings, **options, progress=bar, notice=to_stderr)
    _print(answer, form)


def _print(answer: WhatIfAnswer, form: str) -> None:
    from reports.text.console import print_csv, print_json, show
    from reports.text.numbers import played_words

    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv([row for change in answer.changes for row in _cells(change)])
    else:
        show("", asked(answer), "", style="bold")
        show(*(_table(change) for change in answer.changes))
        now = round((answer.games_per_second or 0) * answer.elapsed_s)
        show(played_words(answer.games_played, now, answer.elapsed_s) + ".")


def asked(answer: WhatIfAnswer) -> str:
    """What was played, in one line."""
    rotations = " in four rotations" if len(set(answer.players)) > 1 else ""
    return (
        f"{answer.deals:,} deals of mahjong{rotations} · {', '.join(answer.players)} · rules {answer.rules} · "
        f"seed {answer.seed}"
    )


def _cells(change: ChangeRow) -> list[dict[str, Any]]:
    return [
        {
            "change": change.change,
            "measure": row.measure,
            "before": row.before.mean,
            "after": row.after.mean,
            "diff": row.diff.mean,
            "p_holm": row.p_holm,
        }
        for row in change.effects
    ]


def _table(change: ChangeRow) -> Any:
    from reports.text.console import table
    from reports.text.numbers import known, p_words

    grid = table("Per game", "Before", "After", "Difference", "p (Holm)", title=change.change)
    for row in change.effects:
        cells = [known(each.mean, each.ci95) for each in (row.before, row.after, row.diff)]
        grid.add_row(row.measure, *cells, p_words(row.p_holm))
    return grid
