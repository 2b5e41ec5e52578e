"""`tongits mahjong compare`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import chosen_rules, deals_options, players_option, rules_options
from mahjong_sim.mahjong import MAHJONG
from reports.commands.candidates import words_of
from reports.commands.options import check_playing, format_option, running_options

if TYPE_CHECKING:
    from tongits_sim.any_game.designs.answers import CompareAnswer


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C ...]", type=words_of(MAHJONG)["A B [C ...]"])
@players_option("--others", "greedy,greedy,greedy", "The three others at every table")
@rules_options
@deals_options
@running_options
@format_option
def compare(
    players: tuple[str, ...], others: str, rules: str, settings: tuple[str, ...], form: str, **options: Any
) -> None:
    """Compare bots on the same walls in every seat.

    Each bot in turn sits with the same three others.

    Example: tongits mahjong compare greedy random --deals 2k
    """
    check_playing(options["out"], options["resume"])
    from mahjong_sim.mahjong import MAHJONG
    from reports.commands.interrupt import answered, end_stopped, on_ctrl_c, show_caution, stopped
    from reports.commands.progress import ProgressBar
    from tongits_sim.any_game.designs.paired.compare import compare as run
    from tongits_sim.run.warmup import to_stderr

    chosen = chosen_rules(rules, settings)
    with ProgressBar() as bar:
        halt = on_ctrl_c()
        answer = answered(
            halt,
            lambda: run(MAHJONG, chosen, players, others=others, **options, progress=bar, notice=to_stderr, halt=halt),
        )
    show_caution(halt, form)
    _print(answer, form, stopped(halt))
    end_stopped(halt)


def _print(answer: CompareAnswer, form: str, more: Mapping[str, Any]) -> None:
    from mahjong_sim.words.compare import asked, closing, leading, tables_of
    from reports.text.answers import show_tables
    from reports.text.console import print_csv, print_json, show

    if form == "json":
        print_json({**answer.to_dict(), **more})
    elif form == "csv":
        rows = [(row.player, row.payout, row.wins) for row in answer.ranking]
        print_csv([{"player": name, "payout": pay.mean, "wins": wins.mean} for name, pay, wins in rows])
    else:
        show("", asked(answer), "", style="bold")
        show(leading(answer))
        show_tables(tables_of(answer))
        show("", closing(answer))
