import csv
import io
import json
from pathlib import Path

from tests.playing import EVERY_GAME, of
from tongits_sim.core.game import Game

FEW = ("whatif", "--deals", "60", "--workers", "1")


@EVERY_GAME
def test_changes_and_presets_are_measured_side_by_side(game: Game, tmp_path: Path) -> None:
    change, other = {"tongits": "pay.fold=2", "mahjong": "pay.discarder=1"}[game.name], game.other_rules
    asked = ("whatif", "--change", change, "--preset-to", other, "--deals", "20")
    planned = of(game, *asked, "--dry-run")[1]
    assert planned.startswith("3 rule sets on 20 deals: ")
    page = tmp_path / "page.md"
    code, out, err = of(game, *asked, "--format", "json", "--report", str(page))
    assert code == 0, err
    assert [row["change"] for row in json.loads(out)["changes"]] == [change, f"to {other}"]
    assert f"to {other}" in page.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1])))
    assert list(dict.fromkeys(row["change"] for row in rows)) == [change, f"to {other}"]
