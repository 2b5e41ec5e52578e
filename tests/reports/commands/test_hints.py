"""What odd command lines are answered with: one sentence, and the way out."""

from __future__ import annotations

import click
import pytest

from cli import main
from reports.commands.hints import HIDDEN, refuse_twins, usage_message
from strategies import load_players
from tests.playing import command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("analyze call", "Did you mean 'calls'?"),
        ("analyze Calls", "Did you mean 'calls'?"),
        ("rules pagat", "Did you mean 'tongits rules show pagat'?"),
        ("strategies greedy", "Did you mean 'tongits strategies show greedy'?"),
        ("rules xyzzy", "See: tongits rules --help"),
        ("strategies xyzzy", "See: tongits strategies --help"),
        ("rules pay.fold", "Did you mean 'tongits rules knobs pay.fold'?"),
        ("xyzzy", "See: tongits --help"),
        ("help xyzzy", "No such command 'xyzzy'"),
        ("help rules shwo", "Did you mean 'show'?"),
        ("simulate greedy caller hunter", "separated by commas: --players greedy,caller,hunter"),
        ("simulate --players greedy, caller, hunter", "--players greedy,caller,hunter"),
        ("simulate --set call.timing end", "To change a house rule, write --set call.timing=end"),
        ("simulate pagat", "To choose house rules, write --rules pagat"),
        ("simulate --set call.timing=end pay.fold=2", "write --set pay.fold=2"),
        ("whatif call.timing=end", "To change a house rule, write --change call.timing=end"),
        ("compare", "Missing argument 'A B [C ...]'. See: tongits compare --help"),
        ("review", "See: tongits review --help"),
        ("--nonsense", "Options of a command come after it"),
        ("simulate 5", "See: tongits simulate --help"),
        ("--games 5 simulate", "Options of a command come after it: tongits simulate --games ..."),
    ],
)
def test_says_what_may_have_been_meant(line: str, message: str) -> None:
    code, out, err = command(*line.split())
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_help_and_version_are_commands_too() -> None:
    assert command("help")[1] == command("--help")[1]
    assert command("help", "simulate")[1] == command("simulate", "--help")[1]
    assert command("help", "rules", "show")[1] == command("rules", "show", "--help")[1]
    assert command("version") == command("--version")
    assert not set(HIDDEN) & set(main.commands)


def test_other_errors_stay_as_they_are() -> None:
    import click

    assert usage_message(click.UsageError("not like this")) == "not like this"


def test_a_bot_is_not_compared_with_itself() -> None:
    refuse_twins(load_players("greedy,greedy(call_at=5),caller"))
    for twins in ("greedy,caller,greedy", "greedy,caller,greedy(call_at=30)"):
        with pytest.raises(click.UsageError, match="greedy is named twice"):
            refuse_twins(load_players(twins))
