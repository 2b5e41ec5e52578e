"""`tongits completion`: the script of each shell."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from cli import main
from reports.commands.completing import SHELLS, script
from tests.playing import ROOT, command


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed(shell: str) -> None:
    assert command("completion", shell) == (0, script(shell, main), "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_reads_the_script() -> None:
    text = command("completion", "bash")[1] + "complete -p tongits\n"
    run = subprocess.run(["bash", "--norc"], input=text, capture_output=True, text=True, check=True)
    assert run.stdout == "complete -o nosort -F _tongits_completion tongits\n"
    assert run.stderr == ""


def test_another_shell_is_refused() -> None:
    assert command("completion", "tcsh")[0] == 2


def test_the_line_that_installs_it_is_documented() -> None:
    page = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    help_text = " ".join(command("completion", "--help")[1].split())
    for line in ("echo 'eval \"$(tongits completion bash)\"' >> ~/.bashrc", "tongits completion fish >"):
        assert line in page
        assert line in help_text
