"""`tongits reference`: every command and option as a Markdown page, docs/reference/cli.md."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from reports.text.terminal import say
from tongits_sim.folders.files import write_output

_HEAD = """# Every command

Written by `tongits reference docs/reference/cli.md`; edit the help texts of the commands, not this page.

`tongits COMMAND --help` shows the same in a terminal. Whole numbers may be written `1000000`,
`1_000_000`, `1e6` or `1M`.
"""


@click.command("reference", hidden=True)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def reference(ctx: click.Context, file: Path | None) -> None:
    """Write the reference of all commands as Markdown."""
    root = ctx.find_root()
    text = page(root.command, root.info_name or "tongits")
    if file is None:
        click.echo(text, nl=False)
        return
    write_output(file, text)
    say(f"Wrote {file}.")


def page(program: click.Command, name: str) -> str:
    """The reference of a program and of every command in it, hidden ones left out."""
    return "\n".join([_HEAD, *(section(each) for each in contexts(program, name))])


def contexts(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[click.Context]:
    """A context for a command and for each command below it, also for those that a group makes on demand."""
    settings = {**command.context_settings, "terminal_width": 100}
    context = click.Context(command, info_name=name, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            subcommand = command.get_command(context, each)
            if subcommand is not None and not subcommand.hidden:
                yield from contexts(subcommand, each, context)


def section(context: click.Context) -> str:
    """One command: its help, its usage, its options."""
    command = context.command
    depth = 0 if context.parent is None else len(context.command_path.split())
    about = inspect.cleandoc(command.help or "").replace("\b\n", "")
    lines = [f"{'#' * max(depth, 2)} {context.command_path}", "", *_paragraphs(about)]
    lines += ["```", command.get_usage(context).removeprefix("Usage: "), "```", ""]
    if isinstance(command, click.Group):
        names = [name for name in command.list_commands(context) if _is_visible(command, context, name)]
        sections = getattr(command, "sections", {}) or {"Commands": names}
        for heading, commands in sections.items():
            lines += [f"{heading}: " + ", ".join(f"`{name}`" for name in commands) + ".", ""]
    records = [record for param in command.params if (record := param.get_help_record(context))]
    if records:
        lines += ["| Option | What it does |", "| --- | --- |"]
        lines += [f"| `{option.replace('|', chr(92) + '|')}` | {_cell(text)} |" for option, text in records]
        lines.append("")
    return "\n".join(lines)


def _is_visible(group: click.Group, context: click.Context, name: str) -> bool:
    command = group.get_command(context, name)
    return command is not None and not command.hidden


def _paragraphs(about: str) -> Iterator[str]:
    for paragraph in about.split("\n\n"):
        kind, colon, text = paragraph.partition(": ")
        if colon and kind in ("Example", "Examples", "Start with"):
            calls = [line.strip() for line in text.splitlines()]
            yield from (f"{kind}:", "", "```", *calls, "```", "")
        else:
            yield from (" ".join(paragraph.split()), "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
