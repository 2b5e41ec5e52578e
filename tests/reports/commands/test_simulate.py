import csv
import io
import json
from pathlib import Path

from tests.playing import EVERY_GAME, of
from tongits_sim.core.game import Game


@EVERY_GAME
def test_answers_in_words_json_and_csv_and_writes_a_page(game: Game, tmp_path: Path) -> None:
    players = ",".join(["random"] * (game.seats - 1))
    asked = ("simulate", "--games", "60", "--players", f"bold,{players}", "--as", "bold=greedy", "--fixed-seats")
    page = tmp_path / "page.md"
    code, out, err = of(game, *asked, "--report", str(page))
    assert code == 0, err
    assert all(each in out.splitlines()[0] for each in (game.default_rules, "bold", "60 games", "fixed seats"))
    assert "bold" in page.read_text(encoding="utf-8")
    code, out, _ = of(game, *asked, "--format", "json", "--out", str(tmp_path / "run"))
    answer = json.loads(out)
    assert (f"tongits {answer['command']}", answer["games"]) == (f"{game.command} simulate", 60)
    assert json.loads((tmp_path / "run" / "results.json").read_text())["games"] == 60
    rows = list(csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1])))
    assert [row["player"] for row in rows] == ["bold", "random"]
