"""What people mistype, and the sentence that says what to type."""

from pathlib import Path

import pytest

from tests.playing import command


def refused(*words: str) -> str:
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("line", "way_out"),
    [
        ("tune -o x.html", "--out DIR"),
        ("simulate -o runs", "--out DIR"),
        ("simulate --out page.html", "-o page.html"),
        ("simulate --report page.html", "write -o FILE"),
        ("status runs --export counts.parquet", "write -o FILE"),
        ("records --out games", "write -o FILE"),
        ("simulate --deals 20k", "write --games"),
        ("tournament match --games 20k", "write --events"),
        ("compare greedy caller --jobs 2", "write --workers"),
        ("compare greedy caller --json", "write --format json"),
        ("mahjong simulate --deals 20k", "write --games"),
    ],
)
def test_an_option_that_a_command_lacks(
    line: str, way_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert way_out in refused(*line.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["simulate", "compare", "whatif", "tournament", "report", "card", "review", "records", "web", "status"]
)
def test_every_command_that_writes_a_file_takes_o(name: str) -> None:
    assert "-o, --output FILE" in command(name, "--help")[1].replace("\n", " ")
