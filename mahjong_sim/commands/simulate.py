"""`tongits mahjong simulate`."""

from __future__ import annotations

from typing import Any

import click

from mahjong_sim.commands.options import PLAYERS, chosen_rules, match_option, players_option, rules_options
from reports.commands.options import Whole, check_playing, format_option, running_options, seed_option


@click.command()
@rules_options
@players_option("--players", PLAYERS, "Four bots")
@click.option("--games", "-n", type=Whole(1, 10**12), default=20_000, show_default=True, help="Number of games.")
@seed_option("games")
@match_option
@click.option("--fixed-seats", is_flag=True, help="Keep every player in the same seat instead of rotating seats.")
@running_options
@format_option
def simulate(rules: str, settings: tuple[str, ...], players: str, form: str, **options: Any) -> None:
    """Play games and show what each player earns.

    Example: tongits mahjong simulate --rules visayan --players greedy,greedy,greedy,random --games 20k
    """
    check_playing(options["out"], options["resume"])
    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.commands.batch_text import print_batch
    from mahjong_sim.mahjong import MAHJONG
    from reports.commands.interrupt import end_stopped, marked, on_ctrl_c, show_caution
    from reports.commands.options import rules_again
    from reports.commands.progress import ProgressBar
    from reports.text.console import print_json
    from tongits_sim.any_game.designs.batch.job import Job
    from tongits_sim.any_game.designs.batch.simulate import BatchFault, play_job
    from tongits_sim.run.how import How

    played = {name: options.pop(name) for name in ("games", "seed", "match_games", "fixed_seats")}
    again = rules_again(rules, settings)
    job = Job(MAHJONG, chosen_rules(rules, settings), load_players(players), **played, rules_option=again)
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            answer = play_job(job, How(**options, progress=bar, halt=halt))
    except BatchFault as fault:
        if fault.answer is not None and fault.answer.games:
            print_batch(fault.answer, form, broken_off=True)
        raise
    if halt.run is not None and form == "json":
        print_json(marked(answer.to_dict(), halt))
    else:
        show_caution(halt, form)
        print_batch(answer, form)
    end_stopped(halt)
