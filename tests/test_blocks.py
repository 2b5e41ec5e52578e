"""Blocks that benches write into pages, and the tables they make of stored answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analyses.answers.shared import Bot, Versions
from analyses.answers.solving import ExploitAnswer, Meter
from strategies import load_player
from tongits_sim.run.answers import Estimate
from tools import exploitability, ladder, styles
from tools.blocks import block, marks, write_block

BOTS = tuple(Bot.of(load_player(name)) for name in ("folder", "expert"))


def answer(player: str, rules: str, cells: float, trained: float) -> ExploitAnswer:
    meters = tuple(
        Meter(name, Estimate(gain, (gain - 0.01, gain + 0.01)), "something", "everything", 500)
        for name, gain in (("cells", cells), ("trained", trained))
    )
    return ExploitAnswer("exploit", rules, "", {}, player, 1, 1, meters, 1.0, BOTS, Versions())


def test_a_block_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    begin, end = marks("styles")
    page.write_text(f"before\n\n{begin}\nold\n{end}\n\nafter\n", "utf-8")
    write_block(page, "styles", "new\n")
    assert page.read_text("utf-8") == f"before\n\n{begin}\n\nnew\n\n{end}\n\nafter\n"
    assert block(page, "styles") == f"{begin}\n\nnew\n\n{end}"
    assert "begin" in block(tmp_path / "none.md", "styles")
    with pytest.raises(SystemExit, match="has no block"):
        write_block(page, "other", "x")


def test_pages_have_their_blocks() -> None:
    for page, name in ((ladder.PAGE, exploitability.NAME), (styles.PAGE, styles.NAME)):
        text = page.read_text("utf-8")
        assert all(mark in text for mark in marks(name)), page


def test_rows_of_different_pools_make_no_table(tmp_path: Path) -> None:
    one, other = answer("folder", "pagat", 1.0, 1.5), answer("expert", "pagat", 0.5, 0.4)
    searched = Meter("thinkers", Estimate(0.9, (0.1, 1.7)), "best", "everything", 20)
    with pytest.raises(SystemExit, match="rows of pagat were measured by different pools"):
        exploitability.table([one, replace(other, meters=(*other.meters, searched))])


def test_the_table_of_exploitability(tmp_path: Path) -> None:
    for number, each in enumerate(
        (answer("folder", "pagat", 1.0, 1.5), answer("expert", "pagat", 0.5, 0.4), answer("expert", "sjs", 0.1, 0.2))
    ):
        (tmp_path / f"{number}.json").write_text(json.dumps(each.to_dict()), "utf-8")
    lines = exploitability.table(exploitability.answers(tmp_path)).splitlines()
    assert "| rules | three of | cells | trained |" in lines
    assert lines[-3] == "| pagat | `folder` | +1.000 ± 0.010 | +1.500 ± 0.010 |"
    assert lines[-1] == "| sjs | `expert` | +0.100 ± 0.010 | +0.200 ± 0.010 |"
