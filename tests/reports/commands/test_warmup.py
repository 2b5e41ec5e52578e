from pathlib import Path

import click

from cli import main
from reports.commands.warmup import steps
from strategies.registry import REGISTRY


def test_every_step_is_a_command_that_can_be_read() -> None:
    commands = list(steps(Path("folder"), main))
    for words in commands:
        command: click.Command = main
        context, rest = click.Context(main, info_name="tongits", help_option_names=["-h", "--help"]), list(words)
        while isinstance(command, click.Group) and (inner := command.get_command(context, rest[0])) is not None:
            command, rest = inner, rest[1:]
        command.make_context(words[0], rest, parent=context)
        assert command is not main
    played = {bot for words in commands if words[0] == "simulate" for bot in words[-1].split(",")}
    assert played >= set(REGISTRY)
