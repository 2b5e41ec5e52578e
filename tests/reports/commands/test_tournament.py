import csv
import io
import json
from pathlib import Path

from tests.analyses.test_tournaments import SMALL
from tests.playing import command


def test_plays_a_file_in_every_format(tmp_path: Path) -> None:
    form = tmp_path / "small.toml"
    form.write_text(SMALL, encoding="utf-8")
    asked = ("tournament", str(form), "--events", "20", "--matches", "10", "--deals", "50", "--workers", "1")
    code, out, _ = command(*asked, "--report", str(tmp_path / "page.html"), "--out", str(tmp_path / "run"))
    assert code == 0
    assert "3 greedy, 6 random · 20 tournaments" in " ".join(out.split())
    assert "Does this format" in (tmp_path / "page.html").read_text(encoding="utf-8")
    code, out, _ = command(*asked, "--format", "json")
    document = json.loads(out)
    assert (document["command"], document["events"], document["best"]) == ("tournament", 20, "greedy")
    code, out, _ = command(*asked, "--format", "csv")
    assert [row["player"] for row in csv.DictReader(io.StringIO(out))] == ["greedy", "random"]
    code, _, _ = command("report", str(tmp_path / "run"), "-o", str(tmp_path / "again.html"))
    assert code == 0
    assert "Nine players" in (tmp_path / "again.html").read_text(encoding="utf-8")


def test_plays_a_format_that_ships() -> None:
    assert command("tournament", "tcc-2024", "--events", "2", "--matches", "0", "--deals", "50")[0] == 0
