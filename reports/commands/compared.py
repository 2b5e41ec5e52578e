"""Options that say what is compared, for the commands of both games: bots, others at the table, changed rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import click

from reports.commands.candidates import Vocabulary, Word, words_of
from reports.commands.option_groups import Command, combined
from reports.commands.players_options import named_lists
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.run.compiling import to_stderr

_CHANGES = "tongits.changes"


def bots_argument_of(vocabulary: Vocabulary) -> Callable[[Command], Command]:
    """The argument `A B [C ...]`: specs of bots; a file or folder stands for all bots that it defines."""

    def with_files_replaced(ctx: click.Context, param: click.Parameter, players: tuple[str, ...]) -> tuple[str, ...]:
        if ctx.resilient_parsing:
            return players
        from tongits_sim.bots.collection import specs_of

        bots = import_module(vocabulary.bots).BOTS
        words = [word for text in players for word in split_specs(text)]
        specs = tuple(spec for word in words for spec in specs_of(word, bots, to_stderr))
        return named_lists(ctx, specs)

    form = "A B [C ...]"
    kind = words_of(vocabulary)[form]
    return click.argument("players", nargs=-1, required=True, metavar=form, type=kind, callback=with_files_replaced)


def others_option_of(words: Mapping[str, Word], usual: str, program: str) -> Callable[[Command], Command]:
    """`--others`.

    Args:
        words: types of the words.
        usual: the usual others.
        program: `tongits` or `tongits mahjong`.
    """
    return click.option(
        "--others",
        default=usual,
        show_default=True,
        type=words["A,B,..."],
        help=f"The other players at the table; for a list: {program} strategies",
    )


def _keep_changes(ctx: click.Context, _param: click.Parameter, changes: tuple[str, ...]) -> None:
    """Keep the changes of the argument for `_all_changes`, which click calls later."""
    ctx.meta[_CHANGES] = changes


def _all_changes(ctx: click.Context, _param: click.Parameter, changes: tuple[str, ...]) -> tuple[str, ...]:
    """Changes of the argument, then of --change."""
    return (*ctx.meta.get(_CHANGES, ()), *changes)


def changes_options_of(words: Mapping[str, Word]) -> Callable[[Command], Command]:
    """The argument `[KNOB=VALUE ...]` with `--change`, which are one tuple `change`, and `--preset-to`."""
    return combined(
        click.argument(
            "changes",
            nargs=-1,
            metavar="[KNOB=VALUE ...]",
            type=words["KNOB=VALUE"],
            is_eager=True,
            expose_value=False,
            callback=_keep_changes,
        ),
        click.option(
            "--change",
            multiple=True,
            type=words["KNOB=VALUE"],
            callback=_all_changes,
            help='A rule change to measure; repeatable. "a=1,b=2" changes two knobs at once.',
        ),
        click.option(
            "--preset-to", multiple=True, type=words["RULES"], help="Another rule set to compare with; repeatable."
        ),
    )


dry_run_option = click.option("--dry-run", is_flag=True, help="Show the number of games to play, and stop.")
