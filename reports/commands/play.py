"""`tongits play`: a person against two bots, in the terminal."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from analyses.money import Money, at, parse_stake
from reports.commands.candidates import WORDS
from reports.commands.options import chosen_rules, rules_again, rules_options
from reports.commands.printing_options import lang_option
from reports.commands.stepping import Looks, looks_options, talk_of
from reports.commands.value_types import SEEDS, Count, Number, Seat
from strategies.registry import load_players
from tongits_sim.records.schema import LETTERS

if TYPE_CHECKING:
    from reports.play.session import Session, Table
    from reports.play.talk import Talk
    from tongits_sim.rules import RuleSet
    from tongits_sim.table.live_match import LiveMatch
    from tongits_sim.table.saved import MatchSaver, SavedMatch

UNNAMED = "-"
"""`--resume` without a file."""


class PlayStopped(KeyboardInterrupt):
    """Ctrl-C at the table; `sentence` gives the command to continue."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


@click.command()
@rules_options
@click.option(
    "--against",
    default=None,
    type=WORDS["A,B"],
    help="Two opponents, the one after you first: strong, regular, folders, challengers, or bots.  "
    "[default: strong,regular]",
)
@click.option("--seat", type=Seat(), default="A", show_default=True, help="Your seat: A, B or C, in turn order.")
@click.option(
    "--games", "-n", type=Count(1, 10**6), default=None, help="Games of the match.  [default: until you stop]"
)
@click.option("--seed", type=SEEDS, default=None, help="Seed of the cards.  [default: a new one]")
@click.option(
    "--stake",
    default=None,
    metavar="AMOUNT",
    help="What a unit is worth, such as '20 peso': show amounts in money.  [--resume: as before]",
)
@click.option(
    "--tutor", type=Number(0, 1000), default=None, help="Warn before a mistake that costs more units than this."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Keep the games in this file, for replay.  [default: a file for each match in your own folder]",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, dir_okay=False),
    is_flag=False,
    flag_value=UNNAMED,
    default=None,
    help="Resume the match in this file.  [without a name: the unfinished match, or a choice]",
)
@looks_options
@lang_option
def play(
    rules: str,
    settings: tuple[str, ...],
    against: str | None,
    record: Path | None,
    resume: Path | None,
    **options: Any,
) -> None:
    """Play against two bots in the terminal.

    Type what to do: draw, take, lay, sapaw, discard, call; help lists every command, hint asks for advice. quit,
    Ctrl-C or Ctrl-D stops; --resume continues. Without options for a new match, the command offers your unfinished
    matches.

    Example: tongits play --rules pagat --tutor 0.3
    """
    from reports.play.advising import usual_adviser
    from reports.play.matches import Quit, locked, new_file, unfinished_path
    from reports.play.session import Session, Table
    from reports.text.language import speaking, spoken
    from tongits_sim.table.saved import MatchSaver, load_match

    seat, games, stake = options["seat"], options["games"], options["stake"]
    money = parse_stake(stake) if stake is not None else None  # refuse a wrong stake first
    from tongits_sim.records import steps

    talk, faces = talk_of(Looks(*(options[name] for name in ("plain", "no_color", "colors", "suits"))), steps)
    if resume is not None and record is not None:
        raise click.UsageError("--resume keeps on writing to its own file; leave --record out.")
    try:
        named = _match_to_resume(resume, record, talk)
    except (Quit, EOFError):
        return
    path = named or record or (new_file(match_folder()) if talk.at_terminal else None)
    with contextlib.ExitStack() as stack:
        if path is not None and (named is None or unfinished_path(path).exists()):
            stack.enter_context(locked(path))
        if named is not None:
            saved = load_match(named)
            if saved.lang and not _given("lang"):
                stack.enter_context(speaking(saved.lang))
            match, bots, again = _resume(saved, against)
            stake = stake if stake is not None else saved.stake or None
            money = parse_stake(stake) if stake is not None else None
            keeper: MatchSaver | None = MatchSaver(named, saved.seat, saved.games, saved.records, stake or "", spoken())
        else:
            saved = None
            seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
            match, bots = _new_match(chosen_rules(rules, settings), against, seat, seed, games)
            keeper = _new_keeper(path, seat, games, stake or "")
            again = f"{rules_again(rules, settings)} --against {shlex.quote(bots)} --seat {LETTERS[seat]} --seed {seed}"
        adviser = usual_adviser(match)
        past = list(saved.records if saved else ())
        shown = money or Money()
        table = Table(match, talk, faces, shown, keeper, adviser, options["tutor"], past)
        session = Session(table, _intro(match))
        with at(money=money):
            _play(session, table, again, saved)


_OF_A_NEW_MATCH = ("rules", "settings", "against", "seat", "games", "seed")
"""A person who types one of these options means a new match."""


def _given(*options: str) -> bool:
    """Return True if one of these options was typed."""
    source = click.get_current_context().get_parameter_source
    return any(source(name) not in (None, ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP) for name in options)


def _match_to_resume(resume: Path | None, record: Path | None, talk: Talk) -> Path | None:
    """The file of the match to continue; None begins a new match. Raises Quit, EOFError."""
    from reports.play.matches import choose

    if str(resume) == UNNAMED:
        return choose(talk, match_folder(), new=False)
    if resume is None and record is None and talk.at_terminal and not _given(*_OF_A_NEW_MATCH):
        return choose(talk, match_folder(), new=True)
    return resume


def _play(session: Session, table: Table, again: str, saved: SavedMatch | None) -> None:
    """Play to the end or until the person stops, and print the command to continue. Raises PlayStopped."""
    from reports.play.matches import Quit

    try:
        if saved is not None:
            for record in saved.records:
                table.match.resume(record["events"])
                table.match.finish()
        session.play(saved.in_progress["events"] if saved is not None and saved.in_progress is not None else None)
    except (Quit, EOFError):
        table.talk.say("", *_farewell(table, again))
    except KeyboardInterrupt:
        raise PlayStopped(" ".join(["\nStopped.", *_farewell(table, again)])) from None
    else:
        if table.keeper is not None:
            table.talk.say(f"The games are in {table.keeper.path}; look at them: tongits replay FILE --step")


def _farewell(table: Table, again: str) -> list[str]:
    keeper = table.keeper
    if keeper is None:
        return [f"The same cards again: tongits play {again}"]
    if not keeper.unfinished_path.exists():
        return []
    named = "" if keeper.path.parent == match_folder() else f" {shlex.quote(str(keeper.path))}"
    return [f"The match is saved; continue it with: tongits play --resume{named}"]


def _intro(match: LiveMatch) -> list[str]:
    from reports.play.news import introduction, name_of

    others = [(match.seat + step) % 3 for step in (1, 2)]
    bots = [f"{name_of(seat, match.seat)} {introduction(match.names[seat])}" for seat in others]
    return [f"{', '.join(bots)}. Right plays after you, Left before you. Seed {int(match.board.match.seed)}."]


OPPONENTS = "strong,regular"
"""Opponents without --against; the first plays after the person."""


def _new_match(rules: RuleSet, against: str | None, seat: int, seed: int, games: int | None) -> tuple[LiveMatch, str]:
    from analyses.opponents import named_opponents
    from tongits_sim.bots.bot_list import SpecError
    from tongits_sim.table.live_match import OPEN_END

    try:
        named = ",".join(player.full_spec for player in named_opponents(against or OPPONENTS))
        return _match_of(rules, named, seat, seed, games or OPEN_END), named
    except SpecError as error:
        raise click.UsageError(f"{error}; one for each of your two opponents, such as --against {OPPONENTS}") from None


def _match_of(rules: RuleSet, against: str, seat: int, seed: int, games: int) -> LiveMatch:
    from tongits_sim.table.live_match import LiveMatch, prepare_live, seats_of

    players = load_players(against, 2)
    prepare_live(players, rules)
    return LiveMatch(rules, seats_of(seat, players), seed, games)


def match_folder() -> Path:
    """The folder of matches without a file name."""
    return data_folder() / "matches"


def data_folder() -> Path:
    """The user's folder for matches: TONGITS_DATA_DIR if set, else by the system.

    That is $XDG_DATA_HOME or ~/.local/share on Linux, Library/Application Support on macOS, %LOCALAPPDATA% on Windows.
    """
    own = os.environ.get("TONGITS_DATA_DIR")
    if own:
        return Path(own)
    name = "tongits-sim"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / name
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / name
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else _home() / ".local" / "share") / name


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # the home directory is unknown
        return Path.cwd()


def _new_keeper(path: Path | None, seat: int, games: int | None, stake: str) -> MatchSaver | None:
    """Keep a new match in a file; None without a file."""
    from reports.text.language import spoken
    from tongits_sim.table.live_match import OPEN_END
    from tongits_sim.table.saved import MatchSaver

    if path is None:
        return None
    keeper = MatchSaver(path, seat, games or OPEN_END, stake=stake, lang=spoken())
    if path.exists() or keeper.unfinished_path.exists():
        raise click.UsageError(f"{path} exists: name another file, or continue that match: --resume {path}")
    return keeper


def _resume(saved: SavedMatch, against: str | None) -> tuple[LiveMatch, str, str]:
    """The stored match, at its first deal. Raises UsageError."""
    from tongits_sim.records.replay import rules_of

    game, seat = saved.any_game, saved.seat
    named = against or ",".join(game["players"][(seat + step) % 3] for step in (1, 2))
    if against is None and ".py:" in named:
        raise click.UsageError(
            f"a bot of that match is a file that would be executed; if you trust it: --against {shlex.quote(named)}"
        )
    match = _match_of(rules_of(game), named, seat, game["seed"], saved.games)
    return match, named, f"--seed {game['seed']}"
