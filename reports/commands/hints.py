"""Suggestions for unknown commands and for too many words, and the hidden commands that people try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from reports.commands.old_names import renamed
from strategies.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.any_game.game import Game

EXTRA = "Got unexpected extra argument"
_OPTIONS_AFTER = "Options of a command come after it"


def usage_message(error: click.UsageError) -> str:
    """The sentence about an error in a command line, with a suggestion."""
    sentence = error.format_message()
    if error.ctx is None:
        return sentence
    if isinstance(error, click.exceptions.NoSuchCommand):
        inside = _in_subcommands(error.command_name.lower(), error.ctx)
        hint = inside or ("" if error.possibilities else _command(error.command_name, error.ctx))
        return f"{error.message if inside else sentence} {hint}".strip()
    if isinstance(error, click.NoSuchOption) and isinstance(error.ctx.command, click.Group) and not error.possibilities:
        first = _owner_of(error.option_name, error.ctx.command, error.ctx)
        return f"{sentence} {_OPTIONS_AFTER}: {error.ctx.command_path} {first} {error.option_name} ..."
    if isinstance(error, click.MissingParameter):
        return f"{sentence} See: {error.ctx.command_path} --help"
    if sentence.startswith(EXTRA):
        return f"{sentence}. {_extra(sentence.partition('(')[2].removesuffix(')').split(), error.ctx)}".strip()
    return sentence


def game_of(context: click.Context) -> Game:
    """The game of a command: that of the nearest group that has one."""
    above: click.Context | None = context
    while above is not None:
        game: Game | None = getattr(above.command, "game", None)
        if game is not None:
            return game
        above = above.parent
    return TONGITS


def refuse_twins(players: Sequence[Any], game: Game = TONGITS) -> None:
    """Refuse to compare a bot with itself under any name. Raises UsageError."""
    before: set[tuple[str, ...]] = set()
    for player in players:
        if player.identity in before:
            raise click.UsageError(
                f"{player.label} is named twice, and a bot cannot be compared with itself; name another, or change a "
                f"parameter of one of the two ({game.command} strategies show {player.strategy.name})"
            )
        before.add(player.identity)


def _owner_of(option: str, group: click.Group, context: click.Context) -> str:
    """The name of a command that has the option, or of any command."""
    names = sorted(group.list_commands(context), key=lambda name: name != "simulate")
    for name in names:
        command = group.get_command(context, name)
        if command is not None and any(option in param.opts for param in command.params):
            return name
    return names[0]


def _command(name: str, context: click.Context) -> str:
    """A suggestion for an unknown command."""
    from difflib import get_close_matches

    group = context.command
    commands = group.list_commands(context) if isinstance(group, click.Group) else []
    near = get_close_matches(name.lower(), commands, 1)
    if near:
        return f"Did you mean '{near[0]}'?"
    for subcommand in ("show", "knobs"):
        if subcommand in commands and _explains(game_of(context), f"{context.info_name} {subcommand}", name):
            return f"Did you mean '{context.command_path} {subcommand} {name}'?"
    return f"See: {context.command_path} --help"


def _in_subcommands(name: str, context: click.Context) -> str:
    """A suggestion of the subcommands of that name; empty without one."""
    group: Any = context.command
    inner = [(each, group.get_command(context, each)) for each in group.list_commands(context)]
    ways = [
        f"'{context.command_path} {each} {name}'"
        for each, command in inner
        if isinstance(command, click.Group) and name in command.list_commands(click.Context(command, context, each))
    ]
    return f"Did you mean {' or '.join(ways)}?" if ways else ""


def _explains(game: Game, command: str, name: str) -> bool:
    """Whether a command that explains things knows this name."""
    from tongits_sim.any_game.rule_errors import RuleError

    if command == "rules knobs":
        knobs = game.rules.KNOBS
        return name in {*knobs, *(knob.partition(".")[0] for knob in knobs)}
    if command == "rules show":
        try:
            return bool(game.rules.load(name))
        except RuleError:
            return False
    return name in game.bots.names()


def _extra(words: list[str], context: click.Context) -> str:
    """A suggestion for words that the command does not take."""
    options = {param.name: param.opts[0] for param in context.command.params if isinstance(param, click.Option)}
    plain = [word.strip(",") for word in words]
    first = next(filter(None, plain), "")
    if "=" in first and "(" not in first:
        wanted = options.get("change") or options.get("settings")
        return f"To change a house rule, write {wanted} {first}" if wanted else ""
    if first.partition("+")[0] in game_of(context).rules.preset_names() and "rules" in options:
        return f"To choose house rules, write {options['rules']} {first}"
    settings = context.params.get("settings") or ()
    if settings and "=" not in settings[-1]:
        return f"To change a house rule, write {options['settings']} {settings[-1]}={first}"
    if "players" in options and first[:1].isalpha():
        before = str(context.params.get("players", "")).strip()
        given = context.get_parameter_source("players") == click.core.ParameterSource.COMMANDLINE
        plain = [*(part.strip() for part in before.split(",") if given), *plain]
        players = ",".join(filter(None, plain))
        return f"Write the players as one word or in quotes, separated by commas: {options['players']} {players}"
    return f"See: {context.command_path} --help"


@click.command("help", hidden=True)
@click.argument("words", nargs=-1)
@click.pass_context
def show_help(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command: tongits help simulate."""
    above: Any = context.parent
    for word in [word for word in renamed(words) if not word.startswith("-")]:
        group = above.command
        command = group.get_command(above, word) if isinstance(group, click.Group) else None
        if command is None:
            names = group.list_commands(above) if isinstance(group, click.Group) else ()
            raise click.exceptions.NoSuchCommand(word, possibilities=names, ctx=above)
        above = click.Context(command, info_name=word, parent=above)
    click.echo(above.get_help())


@click.command("version", hidden=True)
def show_version() -> None:
    """Show the version."""
    from tongits_sim.version import VERSION

    click.echo(f"tongits {VERSION}")


@click.command("learn", hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1)
def gone(words: tuple[str, ...]) -> None:
    """Name the successor of learned."""
    from strategies.registry import GONE

    raise click.UsageError(GONE["learned"])


HIDDEN = {"help": show_help, "version": show_version, "learn": gone}
"""Commands that no help lists: some that people try."""
