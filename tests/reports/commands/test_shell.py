"""The edges of every command: one sentence, the right exit code, never a traceback."""

from __future__ import annotations

import sys

import click
import pytest

from reports.commands.shell import FAILED, INTERRUPTED, Shell, end
from tests.playing import job
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.errors import TongitsError
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.work import Run


@click.group(cls=Shell)
@click.option("--debug", is_flag=True, expose_value=False)
def program() -> None:
    """A program."""


@program.command()
@click.argument("kind")
def fail(kind: str) -> None:
    """Fail in one way or another."""
    folder = "runs/x" if kind == "stored" else ""
    errors: dict[str, BaseException] = {
        "known": TongitsError("the deck is\nwet"),
        "usage": click.UsageError("not like this"),
        "bug": ZeroDivisionError("by zero"),
        "interrupt": KeyboardInterrupt(),
        "played": Interrupted(Run(job(), BatchTotals())),
        "stored": Interrupted(Run(job(), BatchTotals(), folder=folder)),
    }
    if kind in errors:
        raise errors[kind]
    click.echo("fine")


def outcome(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, output and errors."""
    with pytest.raises(SystemExit) as leaving:
        program(list(arguments), "program")
    return (int(leaving.value.code or 0), *capsys.readouterr())


@pytest.mark.parametrize(
    ("kind", "code", "message"),
    [
        ("known", FAILED, "Error: the deck is wet\n"),
        ("usage", FAILED, "Error: not like this\n"),
        ("interrupt", INTERRUPTED, "Interrupted.\n"),
        ("played", INTERRUPTED, "Interrupted after 0 of 300 games; nothing was saved.\n"),
        (
            "stored",
            INTERRUPTED,
            (
                "Interrupted after 0 of 300 games; finished blocks are saved in runs/x; "
                "resume with: the same and --resume\n"
            ),
        ),
    ],
)
def test_ends_with_a_sentence(kind: str, code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome("fail", kind, capsys=capsys) == (code, "", message)


def test_a_bug_is_a_sentence_with_a_way_to_see_more(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome("fail", "bug", capsys=capsys)
    assert code == FAILED
    assert err.count("\n") == 1
    assert "ZeroDivisionError: by zero" in err
    assert "--debug" in err
    with pytest.raises(ZeroDivisionError):
        program(["--debug", "fail", "bug"], "program")


def test_what_works_ends_with_nothing_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome("fail", "not", capsys=capsys) == (0, "fine\n", "")
    assert outcome("--help", capsys=capsys)[0] == 0


def test_names_what_may_have_been_meant(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome("fial", capsys=capsys)
    assert (code, "Did you mean 'fail'?" in err) == (FAILED, True)
    assert outcome(capsys=capsys)[0] in (0, FAILED)


def test_end_flushes_and_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    sys.stdout.write("kept")
    with pytest.raises(SystemExit) as leaving:
        end("Error: x", 7)
    assert leaving.value.code == 7
    assert capsys.readouterr() == ("kept", "Error: x\n")
