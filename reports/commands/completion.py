"""`tongits setup completion SHELL`: the script that lets a shell complete commands, options and their values."""

from __future__ import annotations

import click

from reports.commands.completing import script


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands in a shell.

    One line installs it. In bash (4.4 or newer): echo 'eval "$(tongits setup completion bash)"' >> ~/.bashrc

    In zsh: echo 'eval "$(tongits setup completion zsh)"' >> ~/.zshrc

    In fish: tongits setup completion fish > ~/.config/fish/completions/tongits.fish

    The next shell that is opened completes commands, options, presets and overlays, knobs with their values, bots with
    their parameters, questions and files.

    Example: tongits setup completion bash
    """
    click.echo(script(shell, ctx.find_root().command))
