"""docs/reference/cli.md: every command and option, as the program has them now."""

from __future__ import annotations

import click

from cli import main
from reports.commands.reference import contexts, page
from tests.playing import ROOT, command

DOCS = ROOT / "docs" / "reference" / "cli.md"


def test_the_page_is_up_to_date() -> None:
    assert DOCS.read_text(encoding="utf-8") == page(main, "tongits"), (
        "write it: tongits reference docs/reference/cli.md"
    )


def test_every_command_and_option_is_there() -> None:
    text = DOCS.read_text(encoding="utf-8")
    commands = list(contexts(main, "tongits"))
    assert len(commands) > len(main.commands) + 7
    for context in commands:
        part = text.partition(f"# {context.command_path}\n")[2].partition("\n#")[0]
        options = [each for each in context.command.params if isinstance(each, click.Option) and not each.hidden]
        for option in options:
            assert option.help, f"{context.command_path} {option.opts[0]} has no help"
            assert f"{option.opts[-1]}" in part, f"{context.command_path} {option.opts[-1]}"


def test_help_fits_a_line_of_the_list() -> None:
    for context in contexts(main, "tongits"):
        if context.parent is not None and context.command.name not in ("sunog", "luck"):
            assert not context.command.get_short_help_str(66).endswith("..."), context.command_path


def test_the_listing_says_what_the_commands_say() -> None:
    for name, line in main.listing.items():
        assert main.commands[name].get_short_help_str(66) == line


def test_is_written_by_the_program() -> None:
    assert command("reference") == (0, DOCS.read_text(encoding="utf-8"), "")
    assert "reference" not in command("--help")[1]
