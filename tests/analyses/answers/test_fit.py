"""The answer of `tongits analyze styles` as JSON and back."""

from __future__ import annotations

import json

from analyses.answers.fit import FitAnswer, FittedKind, FittedSituation
from analyses.answers.shared import Versions
from tongits_sim.run.answers import Estimate


def example(asked: int = 40) -> FitAnswer:
    """Lola, who calls a lot and was never called upon to challenge."""
    share = Estimate(0.6, (0.45, 0.74))
    call = FittedSituation("call", {"count": (23, 31), "rivals": (1, 1)}, asked, 24, share)
    cell = FittedSituation("call", {"rivals": (1, 1), "stock": (10, None), "count": (26, 28)}, asked, 24, share)
    kinds = (
        FittedKind("call", asked, 24, share, {"bold/shy": 0.9, "caller": 0.1}, 20.0),
        FittedKind("respond", 0, 0, Estimate(None, None), {}, 42.5),
    )
    return FitAnswer(
        rules="pagat",
        rules_option="--rules pagat",
        knobs={"pay.fold": 1},
        player="lola",
        source="games.jsonl",
        games=30,
        population=("bold/shy", "caller"),
        kinds=kinds,
        groups=(call,),
        situations=(cell,),
        play="expert",
        file="lola.profile",
        versions=Versions("0", "0"),
    )


def test_json_and_back() -> None:
    document = json.loads(json.dumps(example().to_dict()))
    assert document["command"] == "fit"
    assert FitAnswer.from_dict(document) == example()
