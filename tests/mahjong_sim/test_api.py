from pathlib import Path
from typing import Any

import mahjong_sim

mj: Any = mahjong_sim


def test_a_notebook_plays_asks_and_reports(tmp_path: Path) -> None:
    answer = mj.simulate(players="greedy,random,random,random", games=40)
    question = mj.analyze_payouts(deals=12, session_games=4, players="random,random,random,random")
    page = mj.report([answer, question], tmp_path / "page.md")
    assert page.read_text(encoding="utf-8").startswith("# Visayan mahjong under visayan rules")
    rules = mj.load_rules("manila")
    player = mj.load_player("defender(fold_at=3)")
    assert len(list(mj.play_records(rules, [player] * 4, 2, 1))) == 2
