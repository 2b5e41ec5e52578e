"""Options and value types that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from reports.commands.candidates import WORDS, Word
from strategies.registry import USUAL_PLAYERS
from tongits_sim.run.numbers import abbreviated, count_or_none

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

_BOT_TIMEOUT = 60.0
_LONGEST_TIMEOUT = 86400.0
Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("table", "json", "csv")
PathCheck = Callable[[click.Context, click.Parameter, Path | None], Path | None]
"""A callback of click's that checks a path."""
BACKENDS = ("threading", "loky", "dask")
OUT = click.Path(path_type=Path, file_okay=False)


class Count(click.ParamType[int]):
    """A whole number, also as `1e6`, `1_000_000`, `1,000,000`, `1 000 000`, `500k` or `2M`."""

    name = "number"

    def __init__(self, low: int = 0, high: int = 10**30, form: str = "write it like 1000000, 1_000_000, 1e6 or 1M"):
        """`form`: how to write it, for whoever writes no whole number."""
        self.low = low
        self.high = high
        self.form = form

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number = count_or_none(value)
        if number is None and not _is_huge(value):
            self.fail(f"{abbreviated(value)} is not a whole number; {self.form}.", param, ctx)
        if number is None or not self.low <= number <= self.high:
            self.fail(
                f"it must lie between {self.low:,} and {self.high:,}, not {abbreviated(value)[1:-1]}.", param, ctx
            )
        return number


def _is_huge(text: str) -> bool:
    """Whether a text is a number like 1e99, too large to be read as a whole number."""
    try:
        return abs(float(text)) >= _HUGE
    except ValueError:
        return False


_HUGE = 1e30
SEEDS = Count(0, 2**64 - 1, f"a seed is a whole number from 0 to {2**64 - 1}")


class Seat(click.ParamType[int]):
    """A seat at Tongits: A, B or C in turn order."""

    name = "seat"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of the seat from 0."""
        if isinstance(value, int):
            return value
        seats = {name: number for number, name in enumerate("ABC")}
        if value.upper() not in seats:
            self.fail(f"{abbreviated(value)} is not a seat: seats are A, B and C, in turn order.", param, ctx)
        return seats[value.upper()]


class Number(click.ParamType[float]):
    """A number between two bounds, not NaN."""

    name = "number"

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.low <= number <= self.high:
            self.fail(
                f"it must be a number between {self.low:g} and {self.high:g}, not {abbreviated(value)}.", param, ctx
            )
        return number


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in the order of the help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_Words = Mapping[str, Word]
"""Types of words by their metavar, see `candidates.words_of`."""


def set_option_of(words: _Words) -> Callable[[Command], Command]:
    return click.option(
        "--set",
        "settings",
        multiple=True,
        type=words["KNOB=VALUE"],
        help="Change one house rule; repeatable.",
    )


def rules_options_of(words: _Words, usual: str, about: str) -> Callable[[Command], Command]:
    """`--rules` and `--set`.

    Args:
        words: types of the words.
        usual: the usual preset.
        about: help of `--rules`.
    """
    rules = click.option("--rules", default=usual, show_default=True, type=words["RULES"], help=about)
    return combined(rules, set_option_of(words))


set_option = set_option_of(WORDS)
rules_options = rules_options_of(WORDS, "pagat", "A preset, preset+overlay or TOML file; for a list: tongits rules")
many_rules_options = combined(
    click.option(
        "--rules",
        multiple=True,
        type=WORDS["RULES"],
        help="A preset, preset+overlay or TOML file; repeatable.  [default: every preset]",
    ),
    set_option,
)
"""`--rules` of a question about several sets of rules, and `--set` for all of them."""


_NAMES = "tongits.names"
_NAME = re.compile(r"[A-Za-z_][\w-]{0,39}")


def _read_names(ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> None:
    """Keep the names of `--as` for `named_players`, which click calls later. Raises BadParameter."""
    ctx.meta[_NAMES] = given_names(values)


def given_names(values: tuple[str, ...]) -> dict[str, str]:
    """The specs of `NAME=SPEC` by name. Raises BadParameter."""
    names: dict[str, str] = {}
    for value in values:
        name, equals, spec = (part.strip() for part in value.partition("="))
        if not equals or not spec or not _NAME.fullmatch(name):
            raise click.BadParameter(
                f"{abbreviated(value)} names no player; write it like --as 'bold=greedy(call_at=40)'"
            )
        if name in names:
            raise click.BadParameter(f"{name} is the name of two players")
        names[name] = spec
    return names


def names_of(ctx: click.Context) -> dict[str, str]:
    """The specs of `--as` by name."""
    names: dict[str, str] = ctx.meta.get(_NAMES, {})
    return names


def named_players(ctx: click.Context, _param: click.Parameter, players: str) -> str:
    """The callback of a players' option; see `named_lists`."""
    return named_lists(ctx, (players,))[0]


def named_lists(ctx: click.Context, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Lists of players with each player of `--as` written as `NAME=SPEC`.

    A list may name a player of `--as` by its name or its spec. Raises UsageError for a name that does not play.
    """
    names = names_of(ctx)
    if not names:
        return texts
    from tongits_sim.bots.bot_list import split_specs

    specs = {"".join(spec.split()): f"{name}={spec}" for name, spec in names.items()}
    replacements = {**specs, **{name: f"{name}={spec}" for name, spec in names.items()}}
    named = [[replacements.get("".join(part.split()), part) for part in split_specs(text)] for text in texts]
    seated = {part for text in named for part in text}
    if missing := [name for name in names if replacements[name] not in seated]:
        raise click.UsageError(f"--as {missing[0]}={names[missing[0]]} names nobody who plays; name it as a player too")
    return tuple(",".join(text) for text in named)


def names_option_of(words: _Words) -> Callable[[Command], Command]:
    """`--as`; the players' option of the command needs the callback `named_players`."""
    return click.option(
        "--as",
        "names",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=_read_names,
        type=words["NAME=SPEC"],
        help="Call a player by a short name; repeatable.",
    )


names_option = names_option_of(WORDS)


def players_option_of(
    kind: Word, usual: str, about: str, names: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """`--players`, and `--as`.

    Args:
        kind: the type, whose name is the metavar.
        usual: the usual players.
        about: help of `--players`.
        names: the option `--as`.
    """
    players = click.option("--players", default=usual, show_default=True, type=kind, callback=named_players, help=about)
    return combined(players, names)


players_option = players_option_of(
    WORDS["A,B,C"],
    USUAL_PLAYERS,
    "Three bots: name, name(param=value) or my_file.py:name (the file is executed); for a list: tongits strategies",
    names_option,
)


def seed_option(what: str) -> Callable[[Command], Command]:
    return click.option(
        "--seed",
        type=SEEDS,
        default=1,
        show_default=True,
        help=f"Random seed: the same seed gives the same {what}.",
    )


match_games_option = click.option(
    "--match-games", type=Count(1, 1000), default=1, show_default=True, help="Games per match."
)


def output_option(
    help_text: str, default: str | None = None, folder: bool = False, check: PathCheck | None = None
) -> Callable[[Command], Command]:
    """`--output`, a file to write.

    Args:
        help_text: the help.
        default: the usual name; None: no file is written.
        folder: allow a folder.
        check: a callback of click's, which checks the path.
    """
    return click.option(
        "--output",
        "-o",
        type=click.Path(path_type=Path, dir_okay=folder),
        default=default,
        show_default=default is not None,
        callback=check,
        help=help_text,
        metavar="FILE",
    )


def as_many_as_it_takes(ctx: click.Context, param: click.Parameter, number: int) -> int:
    """The number of games; the most of all if --within says when to stop, and no number was given."""
    if ctx.params.get("within") is None or was_set(ctx, str(param.name)):
        return number
    from tongits_sim.run.within import MOST

    return MOST


within_option = click.option(
    "--within",
    type=Number(1e-9, 10**9),
    default=None,
    metavar="H",
    help="Play until the answer's main number is known to within ±H units or points; --games is then the most.",
)


def deals_options(deals: str, match_games: str, usual: int = 20_000) -> Callable[[Command], Command]:
    """`--deals`, `--seed` and `--match-games` of a command that plays the same deals several times.

    Args:
        deals: help of `--deals`.
        match_games: help of `--match-games`.
        usual: the usual number of deals.
    """
    number = click.option(
        "deals",
        "--deals",
        "--games",
        "-n",
        type=Count(1, 10**9),
        default=usual,
        show_default=True,
        callback=as_many_as_it_takes,
        help=deals,
    )
    length = click.option("--match-games", type=Count(1, 10**6), default=1, show_default=True, help=match_games)
    return combined(number, seed_option("deals"), length)


def games_options(default: int = 100_000) -> Callable[[Command], Command]:
    """`--games`, `--seed`, `--match-games` and `--fixed-seats`."""
    return combined(
        click.option(
            "--games",
            "-n",
            type=Count(1, 10**12),
            default=default,
            show_default=True,
            callback=as_many_as_it_takes,
            help="Number of games.",
        ),
        seed_option("games"),
        click.option(
            "--match-games",
            type=Count(1, 10**6),
            default=None,
            help="Games per match; the dealer and the pot carry over from game to game.  [default: 1]",
        ),
        click.option(
            "--fixed-seats", is_flag=True, help="Keep every player in the same seat instead of rotating seats."
        ),
    )


def _bot_timeout(ctx: click.Context, param: click.Parameter, seconds: float) -> float:
    """Set the time limit, which also holds while a bot's file is loaded."""
    if seconds != _BOT_TIMEOUT:
        from tongits_sim.run.user_file import set_load_timeout

        set_load_timeout(seconds)
    return seconds


_FILES = (".html", ".md", ".json", ".csv", ".jsonl", ".parquet", ".pdf", ".png")


def _folder(ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a name of a file as the folder of a run. Raises UsageError."""
    if path is not None and path.suffix.lower() in _FILES and not path.is_dir():
        takes_file = any("-o" in param.opts for param in ctx.command.params)
        hint = f"; a file is written with -o {path}" if takes_file else ""
        raise click.UsageError(f"--out keeps the run in a folder, and {path.name} is the name of a file{hint}")
    return path


workers_option = click.option(
    "--workers",
    type=Count(1, 1024),
    default=None,
    help="Number of parallel workers.  [default: one per core]",
)
cluster_options = combined(
    workers_option,
    click.option(
        "--backend",
        type=click.Choice(BACKENDS, case_sensitive=False),
        default="threading",
        show_default=True,
        help="Where to play: threads (usually fastest), processes (loky) or a cluster (dask).",
    ),
    click.option(
        "--scheduler",
        default=None,
        metavar="ADDRESS",
        help="Address of the cluster's scheduler, tcp://...  [default: start dask on this machine]",
    ),
)
running_options = combined(
    cluster_options,
    click.option(
        "--out",
        type=OUT,
        default=None,
        callback=_folder,
        metavar="DIR",
        help="Save the run in this folder; it is created with any parent folders it needs.",
    ),
    click.option("--resume", is_flag=True, help="Resume the run in the --out folder."),
    click.option(
        "--bot-timeout",
        type=Number(0.1, _LONGEST_TIMEOUT),
        default=_BOT_TIMEOUT,
        show_default=True,
        is_eager=True,
        callback=_bot_timeout,
        help="Time limit in seconds for a user bot that does not respond.",
    ),
)
"""Options for `RunOptions`: `pop_running_options` takes them out of a command's options."""
RUNNING = ("workers", "backend", "scheduler", "out", "resume", "bot_timeout")
"""Their names."""


def pop_running_options(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options of `running_options` out of a command's options, for `RunOptions`. Raises UsageError."""
    check_playing(options["out"], options["resume"])
    return {name: options.pop(name) for name in RUNNING}


def check_playing(out: Path | None, resume: bool) -> None:
    """Raise UsageError if --resume stands without --out."""
    if resume and out is None:
        raise click.UsageError("--resume needs --out FOLDER, the folder of the run to resume.")


def _page(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    """Check the name of a page before games are played. Raises UsageError."""
    if path is not None:
        from reports.page.render import ReportError, form_of

        try:
            form_of(path)
        except ReportError as error:
            raise click.UsageError(f"{error}; --out DIR keeps the run in a folder") from None
    return path


page_option = output_option(
    "Write a page: .html, .md or .json; NAME.csv writes a folder NAME of CSV tables.", folder=True, check=_page
)
"""`--output` of a command that plays games, whose `--out` keeps the run."""


def _stake(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    """`--stake`: amounts are in money until the command ends. Raises StakeError."""
    if text is not None:
        from analyses.money import at, parse_stake

        ctx.with_resource(at(money=parse_stake(text)))


def _pace(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    """`--pace`: sentences say how long games last until the command ends. Raises PaceError."""
    if text is not None:
        from analyses.money import at, parse_pace

        ctx.with_resource(at(pace=parse_pace(text)))


stake_option = click.option(
    "--stake",
    default=None,
    expose_value=False,
    callback=_stake,
    metavar="AMOUNT",
    help='What a unit is worth, such as "20 peso": show amounts in money.',
)


def _language(ctx: click.Context, _param: click.Parameter, text: str) -> None:
    """`--lang`: output for people is in this language until the command ends. Raises UsageError."""
    from reports.text.language import LANGUAGES, language_of, speaking

    if not (name := language_of(text)):
        raise click.UsageError(f"no language {abbreviated(text)}; choose {' or '.join(LANGUAGES)}")
    ctx.with_resource(speaking(name))


def _usual_language() -> str:
    from reports.text.language import usual_language

    return usual_language()


lang_option = click.option(
    "--lang",
    default=_usual_language,
    show_default="the language of LANG, else en",
    type=WORDS["LANGUAGE"],
    expose_value=False,
    callback=_language,
    help="Language: en, or tl (Filipino, which no native speaker has read yet).",
)
"""`--lang`, for commands that people at a table read."""


terms_options = combined(
    stake_option,
    click.option(
        "--pace",
        default=None,
        expose_value=False,
        callback=_pace,
        metavar="SECONDS",
        help="Length of a turn, such as 8s, to say also how long games last.",
    ),
)
"""`--stake` and `--pace`: they change sentences, not games."""


def was_set(ctx: click.Context, name: str) -> bool:
    """Return True if the command line sets the parameter `name`."""
    return ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE


def refuse_options(ctx: click.Context, names: Sequence[str], why: str) -> None:
    """Raise UsageError, with the option and a reason, if the command line sets one of the parameters."""
    for name in names:
        if was_set(ctx, name):
            option = next(max(param.opts, key=len) for param in ctx.command.params if param.name == name)
            raise click.UsageError(f"{option} {why}")


def _full(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """`--full`: answers are printed in full until the command ends."""
    if wanted:
        from reports.text.console import in_full

        ctx.with_resource(in_full())


full_option = click.option("--full", is_flag=True, expose_value=False, callback=_full, help="Print everything.")


def _plain(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """`--plain`: answers are printed for a screen reader until the command ends."""
    if wanted:
        from reports.text.console import in_plain

        ctx.with_resource(in_plain())


plain_option = click.option(
    "--plain", is_flag=True, expose_value=False, callback=_plain, help="Sentences and lists, for a screen reader."
)


def format_option_of(forms: Sequence[str]) -> Callable[[Command], Command]:
    """`--format` of a command that has only some of `FORMATS`."""
    kind = click.Choice(forms, case_sensitive=False)
    return combined(
        click.option("--format", "form", type=kind, default="table", show_default=True, help="Output format."),
        full_option,
        plain_option,
    )


format_option = format_option_of(FORMATS)


def chosen_rules(rules: str, settings: tuple[str, ...]) -> RuleSet:
    """The rules that `--rules` and `--set` name. Raises RuleError."""
    from tongits_sim.rules import load

    return load(rules, settings)


def rules_again(rules: str, settings: tuple[str, ...]) -> str:
    """The options that name the same rules again."""
    import shlex

    return " ".join(["--rules", shlex.quote(rules), *(f"--set {shlex.quote(setting)}" for setting in settings)])
