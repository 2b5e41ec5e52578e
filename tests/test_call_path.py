"""The way of `--rules` from the command line to the kernels is short. What is derived of rules and players is derived
once a run.
"""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from tests.sources import ROOT

MOST_FRAMES = 13
WATCHER = """
import collections, functools, json, sys
from pathlib import Path

root = Path.cwd()
called, frames = collections.Counter(), []


@functools.cache
def name(code):
    # Of a function of the program, its file and name; of all others, which are called millions of times, none.
    path = Path(code.co_filename)
    if root not in path.parents or ".venv" in path.parts or "site-packages" in path.parts:
        return None
    return f"{path.relative_to(root).as_posix()}:{code.co_qualname}"


def watch(frame, event, argument):
    if event != "call" or name(frame.f_code) is None:
        return
    called[name(frame.f_code)] += 1
    if frame.f_code.co_name == "filled_record" and not frames:
        while frame:
            if name(frame.f_code) is not None:
                frames.insert(0, name(frame.f_code))
            frame = frame.f_back


from cli import main

sys.setprofile(watch)
try:
    main(args=sys.argv[1:], prog_name="tongits", standalone_mode=False)
finally:
    sys.setprofile(None)
    print(json.dumps({"frames": frames, "called": called}), file=sys.stderr)
"""
"""Plays a command and prints which functions of the program called which when the record of rules was made, and how
often each function was called in the main thread.
"""


@pytest.fixture(scope="module")
def watched() -> dict[str, Any]:
    line = "simulate --rules pagat --games 300 --players greedy,greedy,greedy --seed 7"
    run = subprocess.run(
        [sys.executable, "-c", WATCHER, *line.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stderr.splitlines()[-1])
    return found


def test_rules_reach_the_kernels_by_few_calls(watched: dict[str, Any]) -> None:
    frames = watched["frames"]
    assert len(frames) <= MOST_FRAMES, "\n".join(frames)
    assert frames[-1] == "tongits_sim/knobs/fields.py:filled_record"


def test_the_calls_are_those_of_the_page(watched: dict[str, Any]) -> None:
    """The table `From the command line to the kernel` of design.md names calls of this way, in this order."""
    page = (ROOT / "docs/explanation/design.md").read_text(encoding="utf-8")
    table = page.partition("## From the command line to the kernel")[2].partition("\nOn the way back")[0]
    told = [at for frame in watched["frames"] if (at := table.find(f"`{frame}`")) >= 0]
    assert len(told) >= 6
    assert told == sorted(told)


def test_what_is_derived_of_rules_and_players_is_derived_once(watched: dict[str, Any]) -> None:
    called = Counter(watched["called"])
    assert called["tongits_sim/knobs/house_rules.py:HouseRules._values"] == 1
    assert called["tongits_sim/knobs/fields.py:filled_record"] == 1
    assert called["tongits_sim/bots/player.py:BasePlayer.label"] <= 3  # one a player
