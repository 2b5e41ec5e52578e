import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from strategies import load_player, load_players
from strategies.chart import CHART
from tests.playing import job, play
from tests.strategies.situations import LEFT, ME, RIGHT, answer, view
from tongits_sim.strategy import Player

OWN = (ME, "7c 7d 7h")
ONE = (LEFT, "4s 5s 6s")
TWO = (RIGHT, "4c 5c 6c")


HANDS = {
    19: "Ks 9d",
    20: "Ks Qd",
    36: "Ks Qd Jh 6c",
    37: "Ks Qd Jh 7c",
    43: "Ks Qd Jh Th 3c",
    44: "Ks Qd Jh Th 4c",
}
"""Loose cards by what they count."""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / 'my, "odd" (chart) é.json'
    path.write_text(json.dumps({"title": "x", "call_at": [[130] * 3] * 18, "challenge_at": [[3] * 12 + [3.5]] * 18}))
    return path


def _spec(path: Path) -> str:
    return f"chart(file={json.dumps(str(path))})"


@pytest.mark.parametrize(
    ("others", "stock", "hand", "calls"),
    [
        ([], 0, "Ks Kd Kc 9h", 1),
        ([], 13, "Ks Qd Jh Th Tc 3s", 1),
        ([], 13, "Ks Qd Jh Th Tc 4s", 0),
        ([ONE], 3, "Ks Qd Jh Th 9d 9c 4s", 1),
        ([ONE], 3, "Ks Qd Jh Th 9d 9c 5s", 0),
        ([ONE, TWO], 9, "Ks Qd Jh Th", 1),
        ([ONE, TWO], 9, "Ks Qd Jh Th Ac", 0),
        ([ONE, TWO], 0, "Ks Qd Jh Th Ac", 1),
    ],
)
def test_r9_calls_by_its_own_table(others: list[tuple[int, str]], stock: int, hand: str, calls: int) -> None:
    assert answer(CHART, "call", view(hand, stock_left=stock, table=[OWN, *others])) == calls


def test_r10_challenges_by_its_own_table() -> None:
    """The more cards the caller holds, the higher the count it dares to show."""
    for cards, most in ((2, 19), (6, 36), (9, 43)):
        for hand, fights in ((most, 1), (most + 1, 0)):
            seen = view(HANDS[hand], stock_left=10, table=[OWN, ONE])
            seen.caller = LEFT
            seen.hand_size[LEFT] = cards
            assert answer(CHART, "respond", seen) == fights


def test_a_file_replaces_the_tables_whatever_its_name(chart: Path) -> None:
    player = load_player(_spec(chart))
    assert player.params()["challenge_at"][0, 5].tolist() == [3] * 12 + [3.5]
    assert load_player(player.spec) == player
    assert pickle.loads(pickle.dumps(player)) == player
    assert load_players(f"greedy,{player.spec},chart")[1] == player


def test_the_digest_follows_the_files_content(chart: Path) -> None:
    player = load_player(_spec(chart))
    plain = load_player("chart")
    assert player.digest() != plain.digest()
    before = player.digest()
    chart.write_text(json.dumps({"call_at": [[9] * 3] * 18, "challenge_at": [[3] * 12 + [3.5]] * 18}))
    assert load_player(_spec(chart)).digest() != before


def test_any_bot_plays_by_the_tables_of_a_file(chart: Path) -> None:
    """Only its calls and challenges change; what the tables replace is no parameter any more."""
    player = load_player(f"expert(file={json.dumps(str(chart))}, out_worth=2)")
    assert load_player(player.spec) == player == pickle.loads(pickle.dumps(player))
    assert "expert(file=" in player.label
    hooks, own = player.strategy.hooks, load_player("expert").strategy.hooks
    assert (hooks.call, hooks.respond) == (CHART.hooks.call, CHART.hooks.respond)
    assert (hooks.draw, hooks.lay, hooks.sapaw, hooks.discard) == (own.draw, own.lay, own.sapaw, own.discard)
    seen = view("Ks 4d", stock_left=1, table=[OWN, (LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")])
    assert (answer(load_player("expert").strategy, "call", seen), answer_by(player, "call", seen)) == (0, 1)
    theirs = load_player(f"docs/examples/my_bots.py:shy(file={json.dumps(str(chart))})")
    assert theirs.tables == player.tables


def answer_by(player: Player, decision: str, seen: np.recarray) -> int:
    return int(getattr(player.strategy.hooks, decision)(seen, player.params().view(np.recarray)[0]))


def test_the_same_calls_as_chart(chart: Path) -> None:
    """greedy with a table is the chart bot with that table: the games are the same."""
    shown = json.dumps(str(chart))
    one, other, plain = (
        play(job(players=f"{name},bluffer,caller")).to_dict()["players_summary"][0]["payout"]["mean"]
        for name in (f"greedy(file={shown})", f"chart(file={shown})", "greedy")
    )
    assert one == other != plain
