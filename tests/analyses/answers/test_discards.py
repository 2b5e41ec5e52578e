"""The answer of discards is read back from its JSON."""

from __future__ import annotations

import json

from analyses.answers.discards import DiscardAverages, DiscardCell, DiscardsAnswer, RankSymmetry, Symmetry
from tests.analyses.answers.examples import HEAD
from tongits_sim.run.answers import Estimate


def test_it_is_read_back() -> None:
    cell = DiscardCell(
        at={"rank": "A", "own_turn": 1, "next_open": True}, n=5, ev_diff=1.0, ci95=None, resolved=False, danger=0.5
    )
    answer = DiscardsAnswer(
        question="discards",
        **HEAD,
        cells=(),
        ranks=(cell,),
        table=(),
        averages=DiscardAverages(all=Estimate(1.0), danger=Estimate(None)),
        symmetry=Symmetry(chi2=1.0, df=3, p=None, ranks=(RankSymmetry(rank="A", chi2=1.0, df=3, p_holm=0.5),)),
    )
    stored = json.loads(json.dumps(answer.to_dict()))
    assert DiscardsAnswer.from_dict(stored) == answer
    assert stored["ranks"][0]["next_open"] is True
    assert "share_yes" not in stored["ranks"][0]
