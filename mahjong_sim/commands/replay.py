"""`tongits mahjong replay`: recorded games as text, every act and payment verified."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.options import Whole

_LONGEST_FILE = 10**9


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", type=Whole(1, 10**12), default=None, help="Show only this game of the file, counted from 1.")
@click.option("--quiet", is_flag=True, help="Verify without showing the games.")
def replay(file: Path, game: int | None, quiet: bool) -> None:
    """Show recorded games and verify every act and payment.

    FILE is a file written by tongits mahjong records. Stops with exit code 2 at the first game that breaks a rule.

    Example: tongits mahjong replay mahjong.jsonl
    """
    from mahjong_sim.records.form import read_line
    from mahjong_sim.records.replay import verify_lines
    from mahjong_sim.records.text import to_text
    from reports.text.terminal import say
    from tongits_sim.errors import TongitsError
    from tongits_sim.folders.files import FileError, read_file

    try:
        lines = read_file(file, _LONGEST_FILE).decode("utf-8", errors="replace").splitlines()
    except FileError as error:
        raise click.UsageError(f"cannot read {file}: {error}.") from None
    verdict = verify_lines(lines)
    right = [line for line in lines if line.strip()][: verdict.games]
    if game is not None and game > verdict.games and not verdict.line:
        raise click.UsageError(f"{file} has {verdict.games:,} games, so there is no game {game:,}.")
    if not quiet:
        for number, line in enumerate(right, 1):
            if game in (None, number):
                say(to_text(read_line(line)))
    if verdict.line:
        raise TongitsError(f"{file}, line {verdict.line}: breaks {verdict.rule}: {verdict.reason}")
    say(f"{verdict.games:,} game{'' if verdict.games == 1 else 's'} verified: every act and payment is right.")
