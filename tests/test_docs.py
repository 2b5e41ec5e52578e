"""The documentation says what the program does."""

from __future__ import annotations

import re

import pytest

from tests.playing import ROOT, command, job, play
from tongits_sim.designs.batch.totals import ARRAYS
from tongits_sim.game.state import DECISIONS, VIEW_DTYPE

README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
DEMO = re.search(r"<!-- output of: tongits (?P<call>[^\n]+) -->\n```\n(?P<output>.*?)\n```", README, re.DOTALL)


@pytest.mark.slow
def test_the_readme_shows_what_the_program_prints() -> None:
    assert DEMO is not None
    code, out, _ = command(*DEMO["call"].split())
    shown, printed = (text.strip("\n").splitlines() for text in (DEMO["output"], out))
    assert code == 0
    assert shown[:-1] == printed[:-1], f"put the output of `tongits {DEMO['call']}` into README.md"


def test_links_lead_somewhere() -> None:
    for name in ("README.md", "docs/bots.md", "docs/formats.md", "docs/rules.md", "docs/analyses.md"):
        path = ROOT / name
        for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{name} links to {target}"


def test_commands_of_the_readme_exist() -> None:
    for line in re.findall(r"^tongits .+$", README, re.MULTILINE):
        words = [word for word in line.split()[1:] if re.fullmatch(r"[a-z]+", word)]
        path = words[:2] if words[0] in ("rules", "strategies", "analyze") else words[:1]
        assert command(*path, "--help")[0] == 0, line
        help_text = command(*path, "--help")[1]
        for option in re.findall(r"--[a-z-]+", line):
            assert option in help_text, f"{option} of {line!r}"


def test_every_field_of_the_view_is_explained() -> None:
    told = set(re.findall(r"`([a-z_]+)(?:\[\d?\])?`", BOTS))
    assert VIEW_DTYPE.names is not None
    assert set(VIEW_DTYPE.names) <= told
    assert set(DECISIONS) <= told


def test_every_key_of_the_answer_is_explained() -> None:
    told = set(re.findall(r"`([a-z_0-9]+)`", FORMATS))
    answer = play(job(games=10)).to_dict()
    rows = [*answer["players_summary"], *answer["seats_summary"], answer["dealer_summary"]]
    keys = {*answer, *answer["leader"], *answer["endings"], *(key for row in rows for key in (*row, *row["parts"]))}
    assert keys <= told, keys - told
    assert set(ARRAYS) <= told


def test_the_example_bot_plays() -> None:
    (call,) = re.findall(r"^tongits simulate --players \"(docs/examples/[^\"]+)\" --games 1M$", BOTS, re.MULTILINE)
    code, out, err = command("simulate", "--players", call, "--games", "300", "--format", "json")
    assert code == 0, err
    assert "docs/examples/my_bots.py:shy" in out
