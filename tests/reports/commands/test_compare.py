import csv
import io
import json
from pathlib import Path

import pytest

from tests.playing import EVERY_GAME, command, of
from tongits_sim.core.game import Game


@EVERY_GAME
def test_prints_words_json_and_csv_and_writes_a_page(game: Game, tmp_path: Path) -> None:
    asked, page = ("compare", "greedy,caller", "luck", "--as", "luck=random", "--deals", "20"), tmp_path / "page.md"
    code, out, err = of(game, *asked, "--report", str(page))
    assert code == 0, err
    assert "luck" in out
    assert "luck" in page.read_text(encoding="utf-8")
    document = json.loads(of(game, *asked, "--format", "json")[1])
    assert document["deals"] == 20
    assert sorted(row["player"] for row in document["ranking"]) == ["caller", "greedy", "luck"]
    assert document["ranking"][-1]["player"] == "luck"
    rows = csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1]))
    assert [row["player"] for row in rows] == [row["player"] for row in document["ranking"]]


def test_a_file_of_own_bots_is_a_tournament_with_ratings(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, _ = command(
        *("compare", "docs/examples/my_bots.py", "greedy", "caller", "--as", "mine=docs/examples/my_bots.py:shy"),
        *("--games", "30", "--format", "json", "--report", str(page)),
    )
    assert code == 0
    rows = json.loads(out)["ranking"]
    assert {row["player"] for row in rows} == {"mine", "quiet", "greedy", "caller"}
    assert sum(row["rating"]["mean"] for row in rows) / 4 == pytest.approx(1500)
    assert all(low < row["rating"]["mean"] < high for row in rows for low, high in [row["rating"]["ci95"]])
    assert "Rating: from games won" in page.read_text(encoding="utf-8")
