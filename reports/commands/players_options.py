"""`--players`, and `--as`, which calls a player by a short name."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

from reports.commands.candidates import WORDS, Word, Words
from reports.commands.option_groups import Command, combined
from strategies.registry import USUAL_PLAYERS
from tongits_sim.run.numbers import abbreviated

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


def names_option_of(words: Words) -> Callable[[Command], Command]:
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
