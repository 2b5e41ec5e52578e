"""`tongits review`: the cost of every choice in recorded games."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import output_option, seed_option
from reports.commands.printing_options import format_option, lang_option, stake_option
from reports.commands.running_options import workers_option
from reports.commands.value_types import Count, Seat
from reports.text.console import print_answer
from reports.text.language import translate
from reports.text.review import csv_rows, show_review
from reports.text.terminal import say
from tongits_sim.errors import TongitsError
from tongits_sim.records.file import read_lines
from tongits_sim.rules import load
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record
    from tongits_sim.rules import RuleSet

_MAX_NAMED = 3
"""How many left-out games are named; more are only counted."""


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=WORDS["FILE"])
@output_option("Write the review to this file: a page (.html), .json or .csv; with --share a .png, .svg or .pdf.")
@click.option(
    "--game",
    "wanted",
    type=Count(1, 10**9),
    multiple=True,
    help="Review this game, counted from 1 over all files; repeatable.  [default: all]",
)
@click.option("--player", default=None, metavar="NAME", help="Review this player of the records.  [default: all]")
@click.option(
    "--rules",
    default=None,
    type=WORDS["RULES"],
    help="House rules for a game written by hand, in place of the rules it names.",
)
@click.option("--seat", type=Seat(), multiple=True, help="Review this seat, A, B or C; repeatable.  [default: all]")
@click.option(
    "--against",
    default=None,
    type=WORDS["BOTS"],
    help="The opponents: strong, regular, folders, challengers, a bot, or two of these names.  [default: all four]",
)
@click.option(
    "--share",
    default=None,
    metavar="GAME.MOVE",
    help="Draw one hand as a picture: the action taken, its cost, and the line of the book.",
)
@seed_option("digits")
@workers_option
@stake_option
@lang_option
@format_option
def review(files: tuple[str, ...], output: Path | None, form: str, **options: Any) -> None:
    """Review recorded games: what every choice cost.

    Choices are valued against strong players, regular players and both kinds of beginners. FILE was written by tongits
    records or tongits play, or by hand; a player who writes by hand needs to know only their own cards
    (docs/reference/notation.md). - reads standard input.

    \b
    Examples: tongits review docs/examples/one_seat.txt --player Ako --stake "20 peso" -o review.html
              tongits review games.jsonl --share 4.11 -o hand.png
    """
    from analyses.review import review as run
    from reports.page import share
    from reports.page.review import review_form, write_review
    from tongits_sim.experiments.warmup import prepare_board

    hand = None if options["share"] is None else share.place_of(options["share"])
    if hand is not None:
        if output is None:
            raise click.UsageError("--share draws a picture; name its file: -o hand.png")
        share.check_path(output)
        options["wanted"] = (hand[0],)
    elif output is not None:
        review_form(output)
    rules = load(options["rules"]) if options["rules"] is not None else None
    read = [(file, _Lines(_opened(file), bool(options["wanted"]))) for file in files]
    prepare_board()
    games = _good_games(read, rules, options["wanted"])
    answer = run(
        games.values(),
        options["against"],
        numbers=games,
        earlier=_earlier_games(read, rules, games) if options["wanted"] else None,
        player=options["player"],
        seats=options["seat"] or (0, 1, 2) if hand is None else share.seats_at(games[hand[0]], hand[1]),
        seed=options["seed"],
        file=", ".join(Path(file).name for file in files if file != "-"),
        run_options=RunOptions(options["workers"]),
        look=_look,
    )
    if hand is not None and output is not None:
        share.write(share.choice_at(answer, *hand), answer, output)
        say(f"Wrote {output}.")
        return
    print_answer(answer, form, csv_rows, show_review)
    if output is not None:
        write_review(answer, output)
        say(f"The review is in {output}.", err=True)


def _opened(file: str) -> Iterator[str]:
    """The lines of a file, which are read when they are needed. Raises TongitsError at once if it cannot be read."""
    lines = read_lines(file)
    return itertools.chain([next(lines, "")], lines)


class _Lines(Iterator[str]):
    """Lines of a file, which are read when they are needed.

    Attributes:
        seen: the lines that were read, if they are kept.
    """

    def __init__(self, lines: Iterator[str], keeps: bool) -> None:
        self._lines = lines
        self._keeps = keeps
        self.seen: list[str] = []

    def __next__(self) -> str:
        line = next(self._lines)
        if self._keeps:
            self.seen.append(line)
        return line


def _earlier_games(
    read: Sequence[tuple[str, _Lines]], rules: RuleSet | None, games: Mapping[int, Record]
) -> dict[int, Record]:
    """The games of the same matches before some games, by number, from lines that were kept."""
    before = {number - back for number, game in games.items() for back in range(1, game["game"] + 1)}
    wanted = {number for number in before if number > 0} - set(games)
    return _good_games([(file, iter(lines.seen)) for file, lines in read], rules, wanted) if wanted else {}


def _good_games(
    read: Sequence[tuple[str, Iterator[str]]], rules: RuleSet | None, wanted: Collection[int]
) -> dict[int, Record]:
    """Games of files by number. A game that breaks a rule is left out with a sentence, unless it is the only game.

    A file is read up to the last wanted game, and only wanted games are kept.

    Args:
        read: names and lines of the files.
        rules: for games written by hand, in place of the rules that they name.
        wanted: numbers of games; empty: all games.
    """
    from tongits_sim.records.game_files import games_of

    found: dict[int, Record | TongitsError] = {}
    total = 0
    for file, lines in read:
        before = total
        if wanted and before >= max(wanted):
            break
        for number, game in games_of(file, lines, rules, {number - before for number in wanted}):
            total = before + number
            _show_read(total)
            if game is not None:
                found[total] = game
            if wanted and total == max(wanted):
                break
    _show_read(0)
    if missing := set(wanted) - set(found):
        held = f"{total:,} game{'' if total == 1 else 's'}"
        raise click.UsageError(f"there is no game {min(missing)}; the files hold {held}.")
    good = {number: game for number, game in found.items() if not isinstance(game, TongitsError)}
    wrong = {number: game for number, game in found.items() if isinstance(game, TongitsError)}
    if wrong and not good:
        raise next(iter(wrong.values()))
    for number, error in list(wrong.items())[:_MAX_NAMED]:
        say(f"Game {number} is left out: {error}", err=True)
    if len(wrong) > _MAX_NAMED:
        say(f"{len(wrong) - _MAX_NAMED:,} more games are left out.", err=True)
    return good


_OFTEN = 500
"""Games between two signs of life while a file is read."""


def _show_read(games: int) -> None:
    """Say how many games are read, in the last line of a terminal; 0: clear that line."""
    if sys.stderr.isatty() and games % _OFTEN == 0:
        sys.stderr.write("\r" + translate(f"{games:,} games read") if games else "\r\033[K")
        sys.stderr.flush()


def _look(done: int, total: int) -> None:
    if sys.stderr.isatty() and (done % 10 == 0 or done == total):
        sys.stderr.write("\r" + translate(f"{done} of {total} choices") + ("\r\033[K" if done == total else ""))
        sys.stderr.flush()
