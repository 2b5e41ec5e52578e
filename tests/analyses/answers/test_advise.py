"""The answer of `tongits advise` as JSON and back."""

from __future__ import annotations

import json

from analyses.answers.advise import AdviceAnswer, AdvisedAction, PositionFacts, TableMeldFacts
from analyses.answers.shared import Versions
from tongits_sim.run.answers import Estimate


def action(text: str, behind: float, half: float) -> AdvisedAction:
    """An action so far behind."""
    gap = Estimate(behind, (behind - half, behind + half))
    return AdvisedAction(
        text, "discard", text[-2:], "discard", "1", Estimate(1.0, (0.5, 1.5)), gap, 0.5, 0.1, 0.2, 9, ""
    )


def position(*table: TableMeldFacts) -> PositionFacts:
    """A position at the discard, with these melds on the table."""
    return PositionFacts(
        seat=0,
        decision="discard",
        hand="Ks 7h",
        table=table,
        discards=("4c", "Qd"),
        unnamed_discards=1,
        offer=None,
        stock=3,
        sizes={"me": 2, "right": 4, "left": 5},
        known={"left": "4c"},
        caller=None,
    )


def answer(*actions: AdvisedAction, verdict: str = "close") -> AdviceAnswer:
    """An answer of some actions."""
    return AdviceAnswer(
        command="advise",
        rules="pagat",
        rules_option="",
        knobs={},
        position=position(TableMeldFacts("left", "", 4, True)),
        against={"right": "expert", "left": "greedy", "me": "expert"},
        seed=7,
        worlds=512,
        effective=300.0,
        candidates=9000,
        rollouts=1024,
        actions=actions or (action("discard Ks", 0.0, 0.0), action("discard 7h", -0.1, 0.2)),
        verdict=verdict,
        close=0.02,
        advice="Discard Ks.",
        used=("Calls.",),
        defaults=("No jackpot.",),
        elapsed_s=0.5,
        bots=(),
        versions=Versions.current(),
    )


def test_survives_json() -> None:
    one = answer()
    assert AdviceAnswer.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_the_best_action_is_the_first() -> None:
    actions = action("discard Ks", 0.0, 0.0), action("discard 7h", -0.1, 0.2), action("discard 2c", -1.0, 0.2)
    assert answer(*actions).best.action == "discard Ks"


def test_it_shows_itself_on_one_screen() -> None:
    shown = answer()
    lines = repr(shown).splitlines()
    assert lines[0] == "advise · discard · hand Ks 7h · rules pagat · 512 worlds"
    assert "Discard Ks." in lines
    assert [line.split()[:2] for line in lines[-2:]] == [["discard", "Ks"], ["discard", "7h"]]
    html = shown._repr_html_()
    assert html.count("<svg") == html.count("<table") == 1
    assert "expected value, units" in html
