"""`tongits mahjong records`: games act by act, into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mahjong_sim.commands.options import PLAYERS, chosen_rules, match_option, players_option, rules_options
from reports.commands.options import Whole, output_option, seed_option


@click.command()
@rules_options
@players_option("--players", PLAYERS, "Four bots")
@click.option("--games", "-n", type=Whole(1, 10**9), default=10, show_default=True, help="Number of games.")
@seed_option("games")
@match_option
@click.option("--fixed-seats", is_flag=True, help="Keep every player in the same seat instead of rotating seats.")
@click.option(
    "--first-match", type=Whole(0, 10**12), default=0, show_default=True, help="Number of the first match to play."
)
@output_option("File to write.  [default: standard output]")
def records(rules: str, settings: tuple[str, ...], players: str, output: Path | None, **played: Any) -> None:
    """Write games act by act, one JSON object per line.

    They are the games that simulate plays with the same options.

    Example: tongits mahjong records --games 3 --seed 7 -o mahjong.jsonl
    """
    import json

    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.records.write import play_records
    from reports.text.terminal import say
    from tongits_sim.errors import TongitsError
    from tongits_sim.folders.files import write_output

    game_records = play_records(chosen_rules(rules, settings), load_players(players), **played)
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in game_records)
    if output is None or str(output) == "-":
        for line in lines:
            click.echo(line, nl=False)
        return
    try:
        write_output(output, lines)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TongitsError(f"cannot write {output}: {error.strerror or error}") from None
    say(f"Wrote {played['games']:,} game{'' if played['games'] == 1 else 's'} to {output}.")
