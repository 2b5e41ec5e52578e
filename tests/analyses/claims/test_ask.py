"""Claims asked, small; and how verdicts come about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from analyses.answer_folder import KeptError
from analyses.claims.ask import ALPHA, ask, judged
from analyses.claims.listed import CLAIMS
from tests.analyses.answers.test_claims import row
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

BY_KEY = {claim.key: claim for claim in CLAIMS}
FEW = tuple(BY_KEY[key] for key in ("low calls", "tracking helps", "tracking, 48 %", "3.7 % a draw", "hesitation"))


def test_a_few_claims_on_two_seeds(tmp_path: Path) -> None:
    how = How(workers=1, notice=silent, out=tmp_path / "run")
    answer = ask("pagat", 60, 20, claims=FEW, how=how)
    assert [each.key for each in answer.claims] == [claim.key for claim in FEW]
    assert answer.tested == 3
    low = answer.claim("low calls")
    assert low.number is not None
    assert low.check is not None
    assert low.number != low.check
    assert answer.claim("3.7 % a draw").verdict == "false"
    assert answer.claim("hesitation").verdict == "undecided"
    assert answer.games_played == 3 * (60 + 20 * 6)
    assert type(answer).from_dict(answer.to_dict()) == answer
    again = ask("pagat", 60, 20, claims=FEW, how=replace(how, resume=True))
    assert again.claims == answer.claims
    with pytest.raises(KeptError):
        ask("pagat", 61, 20, claims=FEW, how=replace(how, resume=True))


def verdicts(*rows: tuple[float, float, float, float]) -> list[str]:
    """The verdicts of tested claims: number, check, and their p-values before the correction; true from 50 on."""
    claims = [
        row(number=Estimate(first), check=Estimate(second), p=p, p_check=q, verdict="undecided")
        for first, second, p, q in rows
    ]
    judgements, tested = judged(claims, [BY_KEY["low calls"]] * len(claims))
    assert tested == len(claims)
    return [each.verdict for each in judgements]


def test_both_seeds_must_say_it_by_the_same_margin() -> None:
    sure = ALPHA / 10
    assert verdicts((60, 61, sure, sure)) == ["true"]
    assert verdicts((40, 41, sure, sure)) == ["false"]
    assert verdicts((60, 61, sure, 0.2)) == ["undecided"]
    assert verdicts((60, 61, 0.2, sure)) == ["undecided"]
    assert verdicts((60, 41, sure, sure)) == ["undecided"]


def test_many_claims_make_it_harder() -> None:
    alone = ALPHA / 2
    assert verdicts((60, 61, alone, alone)) == ["true"]
    many = verdicts((60, 61, alone, alone), *[(60, 61, 0.5, 0.5)] * 9)
    assert many[0] == "undecided"
