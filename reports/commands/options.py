"""Options that several commands share: rules, seed, games, deals, files to write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reports.commands.candidates import WORDS, Words
from reports.commands.option_groups import Command, combined
from reports.commands.value_types import SEEDS, Count, Number

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

PathCheck = Callable[[click.Context, click.Parameter, Path | None], Path | None]
"""A callback of click's that checks a path."""


def set_option_of(words: Words) -> Callable[[Command], Command]:
    """`--set`, with the completions of `words`."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        type=words["KNOB=VALUE"],
        help="Change one house rule; repeatable.",
    )


def rules_options_of(words: Words, usual: str, about: str) -> Callable[[Command], Command]:
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


def seed_option(what: str) -> Callable[[Command], Command]:
    """`--seed`; `what`: the noun of its help, such as `games`."""
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
    help="Play until the answer's main number is known to within ±H units or points; --games is then the maximum.",
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


def was_set(ctx: click.Context, name: str) -> bool:
    """Return True if the command line sets the parameter `name`."""
    return ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE


def refuse_options(ctx: click.Context, names: Sequence[str], why: str) -> None:
    """Raise UsageError, with the option and a reason, if the command line sets one of the parameters."""
    for name in names:
        if was_set(ctx, name):
            option = next(max(param.opts, key=len) for param in ctx.command.params if param.name == name)
            raise click.UsageError(f"{option} {why}")


def chosen_rules(rules: str, settings: tuple[str, ...]) -> RuleSet:
    """The rules that `--rules` and `--set` name. Raises RuleError."""
    from tongits_sim.rules import load

    return load(rules, settings)


def rules_again(rules: str, settings: tuple[str, ...]) -> str:
    """The options that name the same rules again."""
    import shlex

    return " ".join(["--rules", shlex.quote(rules), *(f"--set {shlex.quote(setting)}" for setting in settings)])
