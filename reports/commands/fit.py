"""`tongits fit`: a recorded player's style, and a profile that any bot can play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.options import Whole, chosen_rules, format_option, workers_option


@click.command(short_help="Estimate how a recorded player calls and challenges.")
@click.argument("file", metavar="FILE")
@click.option("--player", required=True, metavar="NAME", help="The player's name in the records.")
@click.option("--rules", default=None, metavar="RULES", help="Refuse games of other rules.  [default: take any]")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change one house rule; repeatable.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The profile to write; any bot plays it as BOT(file=PROFILE).",
)
@click.option("--play", default="expert", show_default=True, metavar="BOT", help="The bot whose card play is used.")
@click.option(
    "--games",
    "-n",
    type=Whole(100, 10**7),
    default=4000,
    show_default=True,
    help="Games that each player of the library plays.",
)
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same digits.")
@workers_option
@format_option
def fit(
    file: str,
    player: str,
    rules: str | None,
    settings: tuple[str, ...],
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Estimate a recorded player's style: how often it calls and challenges, situation by situation, with intervals.

    The fewer games there are, the more the estimate is shrunk towards the players of the library. The profile that -o
    writes plays like that player: solve --lock, advise --against and compare accept it. FILE is a file written by
    tongits records or tongits play; - reads standard input.

    Example: tongits fit games.jsonl --player expert -o lola.profile
    """
    from analyses.fit import fit as run
    from reports.text.console import print_csv, print_json
    from reports.text.fit import csv_rows, show_fit
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.read import read_lines, verified_records
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    if settings and rules is None:
        raise click.UsageError("--set changes the rules that --rules names; name them.")
    if output is not None and output.is_dir():
        raise click.UsageError(f"{output} is a folder; name a file for the profile, such as {output / 'mine.profile'}.")
    chosen = None if rules is None else chosen_rules(rules, settings)
    lines = list(read_lines(file))
    prepare_board()
    _, answer = run(
        verified_records(file, lines),
        player,
        chosen,
        source="" if file == "-" else Path(file).name,
        file=output,
        how=How(options.pop("workers"), notice=to_stderr),
        **options,
    )
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(csv_rows(answer))
    else:
        show_fit(answer)
