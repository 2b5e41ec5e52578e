"""Mahjong from Python: the same lazy face as that of Tongits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import mahjong_sim

mj: Any = mahjong_sim


def test_a_notebook_plays_asks_and_reports(tmp_path: Path) -> None:
    answer = mj.simulate(players="greedy,random,random,random", games=40)
    question = mj.analyze("payouts", games=12, session_games=4, players="random,random,random,random")
    page = mj.report([answer, question], tmp_path / "page.md")
    assert page.read_text(encoding="utf-8").startswith("# Visayan mahjong under visayan rules")
    rules, player = mj.load_rules("manila"), mj.load_player("defender(fold_at=3)")
    assert len(list(mj.records(rules, [player] * 4, 2, 1))) == 2


def test_every_name_is_there_and_listing_them_loads_nothing() -> None:
    assert {"simulate", "compare", "whatif", "analyze", "tune", "load_rules", "load_player", "records", "report"} == {
        *dir(mj)
    }
    assert all(callable(getattr(mj, name)) for name in dir(mj))
    code = "import sys, mahjong_sim; dir(mahjong_sim); print({'numba', 'numpy', 'click'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
