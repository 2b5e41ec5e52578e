"""The claims as they are written down."""

from __future__ import annotations

import pytest

from analyses.claims.counts import METRICS
from analyses.claims.estimates import Sample
from analyses.claims.listed import CLAIMS, HEARD, Claim, Counted, Duel, Unsaid, Watched
from strategies import load_player
from tests.analyses.claims.test_counts import job, totals


def test_there_are_twenty() -> None:
    assert len(CLAIMS) == len({claim.key for claim in CLAIMS}) == 20


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.key)
def test_a_claim_says_where_it_is_said_and_what_would_bear_it_out(claim: Claim) -> None:
    assert claim.says.endswith(".")
    assert claim.where == HEARD or claim.where.count(";") >= 2
    assert isinstance(claim.ask, Unsaid) or (claim.low, claim.high) != (None, None)
    assert isinstance(claim.ask, Unsaid) == (not claim.unit)
    if isinstance(claim.ask, Duel):
        assert load_player(claim.ask.one).identity != load_player(claim.ask.other).identity


WATCHED = [each for each in CLAIMS if isinstance(each.ask, Watched)]


@pytest.mark.parametrize("claim", WATCHED, ids=lambda claim: claim.key)
def test_what_is_watched_can_be_counted(claim: Claim) -> None:
    assert isinstance(claim.ask, Watched)
    number = claim.ask.number(Sample(job(), totals()))
    assert number.defined
    assert len(METRICS) > 10


def test_what_is_counted_is_so() -> None:
    numbers = {claim.key: claim.ask.number() for claim in CLAIMS if isinstance(claim.ask, Counted)}
    assert numbers["three of a suit"] == 100
    assert numbers["3.7 % a draw"] == 2.5
    assert numbers["80 % more losses"] == pytest.approx(120)
