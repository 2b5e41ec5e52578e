"""The bot that plays a chart."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from strategies import load_player, load_players
from strategies.chart import CHART
from tests.strategies.situations import LEFT, ME, RIGHT, answer, view
from tongits_sim.errors import TongitsError

OWN = (ME, "7c 7d 7h")
ONE = (LEFT, "4s 5s 6s")
TWO = (RIGHT, "4c 5c 6c")


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    """A chart in a file with an odd name: it calls at once, and challenges with 3."""
    path = tmp_path / 'my, "odd" (chart) é.json'
    path.write_text(json.dumps({"title": "x", "call_at": [[130] * 3] * 18, "challenge_at": [[3, 3, 3.5]] * 18}))
    return path


def _spec(path: Path) -> str:
    return f"chart(file={json.dumps(str(path))})"


@pytest.mark.parametrize(
    ("others", "stock", "hand", "calls"),
    [
        ([], 0, "Ks Kd Kc 9h", 1),
        ([ONE], 0, "Ks Qd 5c", 1),
        ([ONE], 0, "Ks Qd 6c", 0),
        ([ONE], 2, "Ks Qd 6c", 1),
        ([ONE, TWO], 0, "Ks", 1),
        ([ONE, TWO], 1, "Ks 4d", 0),
        ([ONE, TWO], 17, "Ks Qd 8c", 1),
    ],
)
def test_r9_calls_by_its_own_table(others: list[tuple[int, str]], stock: int, hand: str, calls: int) -> None:
    assert answer(CHART, "call", view(hand, stock_left=stock, table=[OWN, *others])) == calls


def test_r10_challenges_by_its_own_table() -> None:
    assert answer(CHART, "respond", view("Ks 4d", stock_left=0, table=[OWN, ONE])) == 1
    assert answer(CHART, "respond", view("Ks 5d", stock_left=0, table=[OWN, ONE])) == 0


def test_a_file_replaces_the_tables_whatever_its_name(chart: Path) -> None:
    player = load_player(_spec(chart))
    assert player.params()["challenge_at"][0, 5].tolist() == [3, 3, 3.5]
    assert load_player(player.label) == player
    assert pickle.loads(pickle.dumps(player)) == player
    assert load_players(f"greedy,{player.label},chart")[1] == player


def test_the_digest_follows_the_files_content(chart: Path) -> None:
    player, plain = load_player(_spec(chart)), load_player("chart")
    assert player.digest() != plain.digest()
    before = player.digest()
    chart.write_text(json.dumps({"call_at": [[9] * 3] * 18, "challenge_at": [[3, 3, 3.5]] * 18}))
    assert load_player(_spec(chart)).digest() != before


def test_plain_names_need_no_quotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chart: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-b.json").write_text(chart.read_text())
    assert load_player("chart( file = a-b.json )").label == "chart(file=a-b.json)"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("chart(file=)", "names no file"),
        ('chart(file="a)', "is not a player"),
        ("chart(file=a, file=b)", "'file' is set twice in 'chart(file=a, file=b)'"),
        ("chart(file=nowhere.toml)", "nowhere.toml cannot be read: No such file or directory"),
        ("greedy(file=x.toml)", "greedy reads no tables, so file= means nothing to it"),
        ("chart(call_at=5)", "chart has no parameters, so 'call_at' means nothing to it"),
    ],
)
def test_a_wrong_spec_is_answered_with_the_way_out(spec: str, sentence: str) -> None:
    with pytest.raises(TongitsError) as error:
        load_player(spec)
    assert sentence in str(error.value)
