"""Answers become JSON under the keys of the other game where they are the same thing."""

from __future__ import annotations

import json

import pytest

from tests.mahjong_sim.asked import asked

FORKED = ("claims", "discards", "open", "hands")


@pytest.mark.parametrize("name", [*FORKED, "mano", "payouts"])
def test_answers_are_json(name: str) -> None:
    document = json.loads(json.dumps(asked(name).to_dict(), allow_nan=False))
    basis = {"command", "question", "asks", "rules", "players", "games", "seed", "command_line", "bots", "knobs"}
    assert basis <= set(document)
    assert document["question"] == name
    assert document["command"] == "mahjong analyze"


@pytest.mark.parametrize("name", FORKED)
def test_cells_have_the_keys_of_cells(name: str) -> None:
    document = asked(name).to_dict()
    assert {"forks", "branches", "min_forks", "extremes"} <= set(document)
    assert {"n", "ev_diff", "ci95", "p_bh", "resolved"} <= set(document["cells"][0])
    assert {"most", "least", "games", "seed"} == set(document["extremes"]["cells"])
