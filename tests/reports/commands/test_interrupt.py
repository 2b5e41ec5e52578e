"""Ctrl-C shows what was played, marked as that, and how to go on; twice, it ends at once without a traceback."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
from pathlib import Path

import pytest

from reports.commands.interrupt import answered, caution, going_on, marked, sentence
from tests.playing import command, job
from tests.terminals import stopped_on_terminal
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.halt import Halt
from tongits_sim.run.work import Run

LONG = {
    "simulate": ("--games", "1G"),
    "compare": ("greedy", "caller", "--deals", "100M"),
    "whatif": ("--change", "call.timing=end", "--deals", "100M"),
    "analyze sunog": ("--games", "100M"),
    "mahjong analyze claims": ("--games", "64k"),  # of 100M a block would take seconds
}
real = pytest.mark.skipif(os.name == "nt", reason="signals")
BAR = r"\x1b\[\?25l"
"""What a bar begins with: it hides the cursor."""
SIMULATE = ("simulate", "--games", "1G")


def long(name: str) -> list[str]:
    """A command that plays for long."""
    return [*name.split(), *LONG[name]]


def stopped_halt(cut: int = 0) -> Halt:
    """A halt that Ctrl-C used."""
    halt = Halt()
    halt.run, halt.cut = Run(job(), BatchTotals()), cut
    return halt


def test_words() -> None:
    assert caution(None) == caution(Halt()) == ""
    assert caution(stopped_halt()) == "Stopped by Ctrl-C after 0 of 300 games: this is what those say."
    assert "of one part; what has to follow it was cut to a second" in caution(stopped_halt(cut=2))
    assert marked({"a": 1}, None) == {"a": 1}
    assert marked({}, stopped_halt()) == {"stopped": {"by": "Ctrl-C", "games": 0, "of": 300, "later_parts_cut": 0}}
    assert going_on(["simulate"]) == ""
    assert going_on(["simulate", "--out", "a b"]) == "tongits simulate --out 'a b' --resume"
    assert going_on(["simulate", "--out=a", "--resume"]) == "tongits simulate --out=a --resume"
    assert sentence(None, []) == "Interrupted."
    assert sentence(None, ["x", "--out=a"]) == "Interrupted; resume with: tongits x --out=a --resume"


def test_too_little_for_an_answer_is_an_interrupt() -> None:
    assert answered(None, lambda: 1) == 1
    with pytest.raises(ZeroDivisionError):
        answered(Halt(), lambda: 1 // 0)
    with pytest.raises(Interrupted):
        answered(stopped_halt(), lambda: 1 // 0)


@real
@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_shows_what_was_played_and_how_to_go_on(name: str, tmp_path: Path) -> None:
    call = [*long(name), "--out", str(tmp_path / "run")]
    loading = None if name == "simulate" else long(name)  # one from nothing
    end = stopped_on_terminal(*call, signals=[signal.SIGINT], loading=loading)
    assert end.code == 130
    assert end.out.startswith("\nStopped by Ctrl-C after ")
    assert "as planned" not in end.out
    assert "fixed before the start" not in end.out
    last = end.screen.rsplit("\x1b[2K", 1)[-1]
    assert last.startswith("Interrupted after ")
    assert f"resume with: tongits {shlex.join(call)} --resume" in last
    assert end.screen.rindex("\x1b[?25h") > end.screen.rindex("\x1b[?25l")
    assert not list(tmp_path.rglob("results.json"))


@real
@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_in_json_the_answer_is_marked(name: str) -> None:
    end = stopped_on_terminal(*long(name), "--format", "json", signals=[signal.SIGINT], loading=long(name))
    document = json.loads(end.out)["stopped"]
    assert document["by"] == "Ctrl-C"
    assert 100 <= document["games"] < document["of"]
    assert "nothing was saved" in end.screen


@real
@pytest.mark.slow
def test_a_request_to_end_just_ends_it() -> None:
    call = long("analyze sunog")
    end = stopped_on_terminal(*call, signals=[signal.SIGTERM], loading=call)
    assert (end.code, end.out) == (143, "")
    assert end.screen.rindex("\x1b[?25h") > end.screen.rindex("\x1b[?25l")


@real
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ctrl_c_twice_leaves_no_traceback() -> None:
    chance = random.Random(5)
    for number in range(12):
        call = long(list(LONG)[number % len(LONG)])
        wait, between = chance.random() * 0.3, chance.choice((0.0, 0.001, 0.01, 0.1, 0.4))
        signals = [signal.SIGINT] * chance.choice((2, 2, 3))
        end = stopped_on_terminal(*call, signals=signals, wait=wait, between=between, shown=BAR, loading=call)
        assert end.code == 130, end
        assert "Traceback" not in end.screen + end.out, end
        assert "Exception ignored" not in end.screen, end
        assert end.screen.rindex("\x1b[?25h") > end.screen.rindex("\x1b[?25l"), end


@real
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ctrl_c_while_it_starts_leaves_no_traceback() -> None:
    chance = random.Random(6)
    for part in range(5):  # anywhere in each fifth of 1.5 seconds
        end = stopped_on_terminal(
            *SIMULATE, "--workers", "1", "--log-level", "info", signals=[signal.SIGINT] * 2,
            wait=(part + chance.random()) * 0.3, between=chance.random() * 0.2, shown="",
        )  # fmt: skip
        assert end.code in (130, -signal.SIGINT), end
        assert "Traceback" not in end.screen + end.out, end


@real
@pytest.mark.slow
def test_records_are_whole_games_when_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    end = stopped_on_terminal(
        "records", "--games", "1M", "-o", str(path), signals=[signal.SIGINT], wait=0.2, shown=BAR, loading=SIMULATE
    )
    assert end.code == 130
    lines = path.read_text().splitlines()
    assert f"Interrupted: wrote {len(lines):,} of 1,000,000 games to {path}" in " ".join(end.screen.split())
    assert [json.loads(line)["game"] for line in lines] == [0] * len(lines)
    assert [each.name for each in tmp_path.iterdir()] == ["games.jsonl"]
    path.write_text("\n".join([*lines[:50], *lines[50:][-50:]]) + "\n")
    assert command("replay", str(path))[0] == 0


@real
@pytest.mark.slow
@pytest.mark.parametrize("keep", [True, False])
def test_report_says_what_it_keeps(tmp_path: Path, keep: bool) -> None:
    out, page = ("--out", str(tmp_path / "parts")) if keep else (), tmp_path / "page.html"
    call = ("report", "-o", str(page), "--scale", "5", *out)
    end = stopped_on_terminal(*call, signals=[signal.SIGINT], wait=0.2, shown=BAR, loading=SIMULATE)
    assert end.code == 130
    text = " ".join(end.screen.rsplit("\x1b[2K", 1)[-1].split())
    assert text.startswith("Interrupted with 0 parts finished; no page was written")
    line = f"resume with: tongits report -o {page} --scale 5 --out {tmp_path / 'parts'} --resume"
    assert (line if keep else "nothing was kept: with --out FOLDER finished parts are") in text
    assert not page.exists()
