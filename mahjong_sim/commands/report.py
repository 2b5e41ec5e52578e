"""`tongits mahjong report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mahjong_sim.commands.options import PLAYERS, players_option, rules_options
from reports.commands.options import Number, Whole, check_playing, running_options, seed_option


@click.command()
@rules_options
@players_option("--players", PLAYERS, "Four bots")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("mahjong.html"),
    show_default=True,
    help="The page to write.",
)
@click.option("--title", default="", help="The heading of the page.")
@click.option(
    "--scale", type=Number(0.001, 1000), default=1.0, show_default=True, help="Factor on the games of every question."
)
@click.option("--min-forks", type=Whole(2, 10**9), default=200, show_default=True, help="Forks of a resolved cell.")
@seed_option("games")
@running_options
def report(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    output: Path,
    title: str,
    scale: float,
    min_forks: int,
    seed: int,
    **options: Any,
) -> None:
    """Write a page with the answers to all questions.

    One file that needs nothing else: sentences, figures, tables, and the commands that make them again.

    Example: tongits mahjong report -o mahjong.html
    """
    from mahjong_sim.analyses.question import inquiry
    from mahjong_sim.analyses.registry import QUESTIONS, question
    from mahjong_sim.questions.page import write_page
    from reports.commands.progress import ProgressBar
    from reports.text.terminal import say
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    out = options.pop("out")
    check_playing(out, options["resume"])
    answers = []
    for name in QUESTIONS:
        asked = question(name)
        with ProgressBar() as bar:
            where = None if out is None else out / name
            how = How(**options, out=where, progress=bar, notice=to_stderr)
            games = max(1, round(scale * asked.games))
            given = inquiry(
                asked, rules, players, settings=settings, games=games, seed=seed, min_forks=min_forks, how=how
            )
            answers.append(asked.ask(given))
    write_page(answers, output, title)
    say(f"Wrote {output}.")
