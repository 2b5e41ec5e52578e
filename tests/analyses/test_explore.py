"""House rules to explore: what is played, what is kept, and whether players would play otherwise."""

from __future__ import annotations

import pytest

from analyses.answers.explore import ExploreAnswer
from analyses.explore import explore
from analyses.exploring.parts import ExploreError
from tests.playing import job, play
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

HOW = How(workers=1, notice=silent)


@pytest.fixture(scope="module")
def answer() -> ExploreAnswer:
    return explore(job(games=300, seed=4), ["call.timing=end", "draw.take_discard=free"], HOW, 400, 20)


def test_every_combination_of_switches_is_played(answer: ExploreAnswer) -> None:
    assert [dict(each.settings) for each in answer.variants] == [
        {"call.timing": timing, "draw.take_discard": take}
        for timing in ("start", "end")
        for take in ("new_meld", "free")
    ]
    assert [each.knob for each in answer.switches] == ["call.timing", "draw.take_discard"]
    for variant in answer.variants:
        assert (variant.games, variant.matches) == (300, 300)
        assert {grid.question for grid in variant.grids} <= {"calls", "challenges"}
    last = play(job("pagat", games=300, seed=4))
    assert dict(answer.variants[0].endings) == last.to_dict()["endings"]
    assert "--set call.timing=end --set draw.take_discard=free" in answer.variants[3].rules_option
    assert "--switch call.timing=end" in answer.command_line


def test_only_bots_that_look_at_payments_would_play_otherwise(answer: ExploreAnswer) -> None:
    assert not any(each.moves for each in answer.amounts)
    what = job(players="tests/bots/payment_bots.py:payer,greedy,greedy", games=40)
    moves = {each.name: each.moves for each in explore(what, (), HOW, 0).amounts}
    assert "play otherwise" in moves["pay.fold"]
    assert moves["pay.tongits"] == ""
    solved = explore(job(players="solved,greedy,greedy", games=40), (), HOW, 0)
    assert all(each.moves for each in solved.amounts)  # its profile is for these rules only
    assert solved.variants[0].grids == ()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["pay.fold=2"], "not a rule of play"),
        (["fees.antes=0.1"], "not a rule of play"),
        (["call.timing=start"], "is there twice, or is the base"),
        (["pay.mode=deadwood_total"], "a payout has other parts"),
        (["call.timing=end", "call.timing=end"], "is there twice"),
        (
            [f"deal.next_dealer={each}" for each in ("rotate", "random")]
            + ["call.meld_age=0", "call.timing=end", "draw.take_discard=free", "discard.restriction=not_sapawable"],
            "at most 16",
        ),
    ],
)
def test_switches_that_cannot_be(settings: list[str], message: str) -> None:
    with pytest.raises(ExploreError, match=message):
        explore(job(games=60), settings, HOW, 0)
