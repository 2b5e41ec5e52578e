"""`tongits bench`: games per second on this machine."""

from __future__ import annotations

import click

from reports.commands.options import Whole, chosen_rules, format_option


@click.command()
@click.option("--games", type=Whole(1000, 10**9), default=500_000, show_default=True, help="Games per run.")
@click.option(
    "--repeat", type=Whole(1, 1000), default=5, show_default=True, help="Number of runs, of which the median is shown."
)
@click.option("--player", default="greedy", show_default=True, help="The bot in all three seats.")
@click.option("--rules", "presets", multiple=True, metavar="RULES", help="Measure only these rules; repeatable.")
@format_option
def bench(games: int, repeat: int, player: str, presets: tuple[str, ...], form: str) -> None:
    """Measure games per second on this machine."""
    from reports.text.checks import print_bench
    from strategies import load_player
    from tongits_sim.bench import PRESETS, measure

    for preset in presets:
        chosen_rules(preset, ())
    print_bench(measure(load_player(player), games, repeat, presets or PRESETS), form)
