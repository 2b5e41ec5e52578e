"""`tongits mahjong whatif`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import PLAYERS, deals_options, players_option, rules_options
from reports.commands.options import check_playing, format_option, running_options

if TYPE_CHECKING:
    from tongits_sim.any_game.designs.answers import ChangeRow, WhatIfAnswer


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
    from mahjong_sim.mahjong import MAHJONG
    from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
    from reports.commands.progress import ProgressBar
    from tongits_sim.any_game.designs.paired.whatif import whatif as run
    from tongits_sim.run.warmup import to_stderr

    with ProgressBar() as bar:
        halt = on_ctrl_c()
        answer = answered(
            halt,
            lambda: run(
                MAHJONG,
                rules,
                changes,
                players,
                settings=settings,
                **options,
                progress=bar,
                notice=to_stderr,
                halt=halt,
            ),
        )
    show_caution(halt, form)
    _print(answer, form, stopped(halt))
    end_stopped(halt)


def _print(answer: WhatIfAnswer, form: str, more: Mapping[str, Any]) -> None:
    from mahjong_sim.words.whatif import asked, closing, tables_of
    from reports.text.answers import show_tables
    from reports.text.console import print_csv, print_json, show

    if form == "json":
        print_json({**answer.to_dict(), **more})
    elif form == "csv":
        print_csv([row for change in answer.changes for row in _cells(change)])
    else:
        show("", asked(answer), "", style="bold")
        show_tables(tables_of(answer))
        show("", closing(answer))


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
