"""The site of these pages: `make docs` builds it without a warning, links looked after."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for cli.py: an installed checkout has packages only

project = "tongits-sim"
author = copyright = "the tongits-sim authors"  # noqa: A001 - Sphinx's name
version = release = installed("tongits-sim")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "matplotlib.sphinxext.plot_directive",
]
root_doc = "index"
exclude_patterns = ["_build", "README.md", "package.md"]
html_theme = "furo"
html_title = "Tongits by the million"
html_extra_path = ["examples"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autosummary_generate = True
plot_html_show_source_link = plot_html_show_formats = False
plot_formats = ["svg"]


# ---- pages and parts of pages that are made here and not kept

_HEAD = """# Every command

`tongits COMMAND --help` shows the same in a terminal. Whole numbers may be written `1000000`,
`1_000_000`, `1e6` or `1M`.
"""


def setup(app: Any) -> None:
    """Sphinx calls it before it looks for pages."""
    from reports.cli import main

    file = Path(app.srcdir) / "reference" / "cli.md"
    file.write_text(page(main, "tongits"), encoding="utf-8")
    app.connect("source-read", lambda app, name, source: source.append(made(name, source.pop())))


def made(name: str, text: str) -> str:
    """The text of a page with all that is made from the program."""
    makers: dict[str, Callable[[str], str]] = {
        "reference/rulebook": lambda text: importlib.import_module("tongits_sim.rules.rulebook").BOOK.book(),
        "reference/mahjong-rulebook": lambda text: importlib.import_module("mahjong_sim.rules.rulebook").BOOK.book(),
        "reference/rules": lambda text: importlib.import_module("tongits_sim.rules.generated").filled(text),
        "reference/strategies": lambda text: text.replace("<!-- made: bots -->", bots()),
    }
    return makers[name](text) if name in makers else text


def bots() -> str:
    """A section about each bot, from its docstring, and the groups of bots."""
    from strategies.registry import REGISTRY, groups, names, strategy

    parts = []
    for name in names():
        bot = strategy(name)
        words = inspect.getdoc(importlib.import_module(REGISTRY[name].partition(":")[0])) or ""
        parts += [f"## `{name}`", bot.summary, words.strip()]
        numbers = [f"`{p.name}` = {p.default:g} ({p.low:g} to {p.high:g}): {p.meaning}" for p in bot.params]
        numbers += [f"`{t.name}`, a table of {t.shape[0]} x {t.shape[1]} numbers: {t.meaning}" for t in bot.tables]
        if numbers:
            parts.append("\n".join(f"* {line}" for line in numbers))
    parts.append("## Groups")
    parts.append("\n".join(f"* {fact.replace('_', ' ')}: {', '.join(of)}" for fact, of in groups().items()))
    return "\n\n".join(parts)


def page(program: click.Command, name: str) -> str:
    """The reference of a program and of every command in it, hidden ones left out."""
    return "\n".join([_HEAD, *(section(context) for context in contexts(program, name))])


def contexts(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[click.Context]:
    """A context for a command and for each command below it, also for those that a group makes on demand."""
    settings = {**command.context_settings, "terminal_width": 100}
    context = click.Context(command, info_name=name, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            subcommand = command.get_command(context, child)
            if subcommand is not None and not subcommand.hidden:
                yield from contexts(subcommand, child, context)


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
