"""`best`: without thoughts it is its field, and it thinks with it."""

from __future__ import annotations

from strategies import load_player
from strategies.best import BEST
from strategies.rollout import FIELDS, ROLLOUT
from tests.playing import job, play


def test_its_field_is_deep() -> None:
    number = int(load_player("best").parameters()["field"])
    assert FIELDS[number].name == "deep"
    changed = {"field", "worlds"}
    others = [(ours.name, ours.default) for ours in BEST.params if ours.name not in changed]
    assert others == [(its.name, its.default) for its in ROLLOUT.params if its.name not in changed]


def test_its_thoughts_change_what_it_does() -> None:
    think, never = (
        play(job("pagat", f"mine=best(worlds={worlds}),greedy,greedy", games=60)).players_summary for worlds in (16, 1)
    )
    assert [row.payout.mean for row in think] != [row.payout.mean for row in never]
