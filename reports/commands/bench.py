"""`tongits bench`: games per second on this machine."""

from __future__ import annotations

import click

from reports.commands.options import Whole, chosen_rules, format_option


@click.command()
@click.option("--games", type=Whole(1000, 10**9), default=500_000, show_default=True, help="Games of one run.")
@click.option("--repeat", type=Whole(1, 1000), default=5, show_default=True, help="Runs; the median counts.")
@click.option("--player", default="greedy", show_default=True, help="The bot on all three seats.")
@click.option("--rules", "presets", multiple=True, metavar="RULES", help="Only these rules; may be repeated.")
@format_option
def bench(games: int, repeat: int, player: str, presets: tuple[str, ...], form: str) -> None:
    """Measure games per second on this machine."""
    from reports.text.checks import print_bench
    from strategies import load_player
    from tongits_sim.bench import PRESETS, measure

    for preset in presets:
        chosen_rules(preset, ())
    print_bench(measure(load_player(player), games, repeat, presets or PRESETS), form)
