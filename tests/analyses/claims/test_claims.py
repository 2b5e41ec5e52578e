"""Claims: what is said, the numbers, the verdicts."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyses.answer_folder import KeptError
from analyses.answers.claims import DEPENDS, ClaimCase, ClaimRow
from analyses.claims.ask import ALPHA, ask, judged
from analyses.claims.claim_list import CLAIMS, HEARD, Counted, Duel, Unsaid, Watched
from analyses.claims.counts import METRICS
from analyses.claims.estimates import Sample, distance, more_losses, more_wins, payoff_lead, side, won_against_two
from reports.questions.claims import range_words, verdict_words
from strategies import load_player
from tests.analyses.answers.test_answers import row
from tests.designs.tournament.fields import field
from tests.playing import play_work
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.paired.kernel import QUANTITIES
from tongits_sim.designs.paired.totals import moments_of
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.designs.tournament.kernel import QUANTITIES as TOURNAMENT
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.totals import Totals
from tongits_sim.run.warmup import silent
from tongits_sim.stats import Interval

# ---- Claims asked, small; and how verdicts come about ------------------------------------------------------------

BY_KEY = {claim.key: claim for claim in CLAIMS}

FEW = tuple(BY_KEY[key] for key in ("low calls", "tracking helps", "tracking, 48 %", "3.7 % a draw", "hesitation"))


def test_a_few_claims_on_two_seeds(tmp_path: Path) -> None:
    how = How(workers=1, notice=silent, out=tmp_path / "run")
    answer = ask("pagat", 60, 20, claims=FEW, how=how)
    assert [each.key for each in answer.claims] == [claim.key for claim in FEW]
    assert answer.tested == 6 + 1 + 1
    low = answer.claim("low calls")
    assert low.number is not None
    assert low.check is not None
    assert low.number != low.check
    assert answer.claim("3.7 % a draw").verdict == "false"
    assert answer.claim("hesitation").verdict == "undecided"
    assert answer.games_played == (2 * 6 + 1) * 60 + 3 * 20 * 6
    assert type(answer).from_dict(answer.to_dict()) == answer
    again = ask("pagat", 60, 20, claims=FEW, how=replace(how, resume=True))
    assert again.claims == answer.claims
    with pytest.raises(KeptError):
        ask("pagat", 61, 20, claims=FEW, how=replace(how, resume=True))


def case(first: float, second: float, p: float, q: float) -> ClaimCase:
    """A claim asked of three solved."""
    return ClaimCase(("solved",), Estimate(first), Estimate(second), p, q, "undecided")


def verdicts(*rows: tuple[float, float, float, float]) -> list[str]:
    """The verdicts of tested claims: number, check, and their p-values before the correction; true from 50 on."""
    claims = [row(verdict="undecided", cases=(case(*each),)) for each in rows]
    judgements, tested = judged(claims, [BY_KEY["low calls"]] * len(claims))
    assert tested == len(claims)
    return [each.verdict for each in judgements]


def test_both_seeds_must_say_it_by_the_same_margin() -> None:
    sure = ALPHA / 10
    assert verdicts((60, 61, sure, sure)) == ["true"]
    assert verdicts((40, 41, sure, sure)) == ["false"]
    for unsure in ((60, 61, sure, 0.2), (60, 61, 0.2, sure), (60, 41, sure, sure)):
        assert verdicts(unsure) == ["undecided"]


def test_a_claim_that_turns_with_the_players_depends_on_them() -> None:
    sure = ALPHA / 10
    lies, holds, doubtful = (40.0, 41.0, sure, sure), (60.0, 61.0, sure, sure), (60.0, 61.0, 0.5, 0.5)

    def together(*cases: tuple[float, float, float, float]) -> ClaimRow:
        asked = row(verdict="undecided", cases=tuple(case(*each) for each in cases))
        return judged([asked], [BY_KEY["low calls"]])[0][0]

    assert together(lies, holds, doubtful).verdict == DEPENDS
    assert together(lies, holds).range == (40, 60)
    assert together(lies, lies).verdict == "false"
    assert together(holds, doubtful).verdict == "undecided"
    assert verdict_words(together(lies, holds)) == "Depends on the players."
    assert "from 40 to 60" in range_words(together(lies, holds))


def test_a_claim_turns_in_play() -> None:
    """Who never calls above 40 loses beside players who fold, and wins beside players who challenge."""
    answer = ask("pagat", 60, 2_000, claims=[BY_KEY["never above 40"]], how=How(workers=1, notice=silent))
    (claim,) = answer.claims
    assert claim.verdict == DEPENDS
    assert [each.verdict for each in claim.cases][::3] == ["false", "true"]


def test_many_claims_make_it_harder() -> None:
    alone = ALPHA / 2
    assert verdicts((60, 61, alone, alone)) == ["true"]
    many = verdicts((60, 61, alone, alone), *[(60, 61, 0.5, 0.5)] * 9)
    assert many[0] == "undecided"


# ---- What claims count, against records of the same games read by hand -------------------------------------------

GAMES = 400


def job(games: int = GAMES) -> PairedJob:
    """Three greedy under pagat, watched."""
    rules, player = load("pagat"), load_player("greedy")
    return PairedJob((Arm(rules, (player,) * 3),), games, metrics=METRICS)


@functools.cache
def totals() -> Totals:
    """Their totals."""
    counts: Totals = play_work(job(), workers=1).totals
    return counts


def counted(name: str) -> int:
    """One count, over all games."""
    place = [metric.name for metric in METRICS].index(name)
    return int(totals()["sums"][0][len(QUANTITIES) + place])


def test_counts_agree_with_those_of_the_program() -> None:
    sums = dict(zip(QUANTITIES, totals()["sums"][0], strict=False))
    assert counted("dealer_edge") == sums["edge"]
    assert counted("burned_losers") <= sums["burned"]
    assert counted("decided") == GAMES
    assert counted("burned_losers") + counted("other_losers") == 2 * counted("decided")


def test_parts_are_parts() -> None:
    assert 0 < counted("low_calls_won") <= counted("low_calls") < GAMES
    assert 0 < counted("early_winners") <= counted("early_melds") <= 3 * GAMES
    assert counted("run_first") + counted("set_first") <= 3 * GAMES
    assert counted("run_first_won") + counted("set_first_won") <= GAMES
    assert counted("right_won") + counted("others_won") == counted("decided")
    assert all(0 < counted(name) <= GAMES for name in ("dealer_won", "forced", "short"))
    assert counted("burned_paid") + counted("other_paid") > 0


# ---- Ratios and their intervals: exact cases, coverage, and where a number lies ----------------------------------

AT = {metric.name: len(QUANTITIES) + number for number, metric in enumerate(METRICS)}


def sample(**columns: np.ndarray) -> Sample:
    """Deals with these counts."""
    deals = len(next(iter(columns.values())))
    values = np.zeros((deals, 1, len(QUANTITIES) + len(METRICS)), np.int64)
    for name, column in columns.items():
        values[:, 0, AT[name]] = column
    return Sample(job(), moments_of(values))


def test_exact_cases() -> None:
    counts = sample(low_calls=np.array([1, 1, 0, 1]), low_calls_won=np.array([1, 0, 0, 1]))
    assert counts.ratio(("low_calls_won", "low_calls"), 100).estimate == pytest.approx(200 / 3)
    assert counts.mean("low_calls", 100).estimate == 75
    assert math.isnan(float(counts.ratio(("low_calls_won", "forced")).estimate))
    same = counts.difference(("low_calls_won", "low_calls"), ("low_calls_won", "low_calls"))
    assert (same.estimate, same.half_width) == (0, 0)


def test_ratios_and_differences_hold_what_they_promise() -> None:
    rng = np.random.default_rng(5)
    held = [0, 0]
    for _ in range(300):
        x, z = rng.integers(1, 4, 200), rng.integers(1, 4, 200)
        y, w = rng.binomial(x, 0.3), rng.binomial(z, 0.5)
        counts = sample(low_calls=x, low_calls_won=y, run_first=z, run_first_won=w)
        held[0] += bool(counts.ratio(("low_calls_won", "low_calls")).contains(0.3))
        difference = counts.difference(("run_first_won", "run_first"), ("low_calls_won", "low_calls"))
        held[1] += bool(difference.contains(0.2))
    assert [share / 300 for share in held] == pytest.approx([0.95, 0.95], abs=0.035)


def test_two_bots_on_the_same_deals() -> None:
    what = field("greedy,random", 60)
    run = TournamentRun.of(play_work(what, workers=1), what)
    assert float(payoff_lead(run).low) > 0
    assert float(more_wins(run).low) > 0
    assert float(more_losses(run).high) < 0
    wins = [int(each) for each in run.sums.sums[:2, TOURNAMENT.index("wins")]]
    games = 60 * 2 * 3 * 3 // 2
    assert float(more_losses(run).estimate) == pytest.approx(100 * ((games - wins[0]) / (games - wins[1]) - 1))
    beside = won_against_two(run)
    assert 50 < float(beside.low) < float(beside.high) <= 110


def test_where_a_number_lies() -> None:
    near, far = Interval(5.0, 4.0, 6.0, 0.5, 100), Interval(5.0, 4.9, 5.1, 0.05, 100)
    assert distance(5, None, 7) == 2
    inside, p = side(near, 4, 5.5)
    assert inside
    assert p == pytest.approx(0.317, abs=0.001)
    assert side(far, 4, 5.5)[1] < 1e-9
    assert side(far, 6, None)[0] is False
    assert math.isnan(side(Interval(1.0, math.nan, math.nan, math.nan, 1), 0, None)[1])
    assert side(Interval(1.0, 1.0, 1.0, 0.0, 9), 0, None) == (True, 0.0)


# ---- The claims as they are written down -------------------------------------------------------------------------


def test_a_claim_says_where_it_is_said_and_what_would_bear_it_out() -> None:
    assert len(CLAIMS) == len(BY_KEY) == 20
    for claim in CLAIMS:
        assert claim.where == HEARD or claim.where.count(";") >= 2, claim.key
        assert isinstance(claim.ask, Unsaid) == (not claim.unit), claim.key
        assert isinstance(claim.ask, Unsaid) or (claim.low, claim.high) != (None, None), claim.key
        if isinstance(claim.ask, Duel):
            assert all(load_player(one).identity != load_player(other).identity for one, other in claim.ask.pairs)
        if isinstance(claim.ask, Watched):
            assert claim.ask.number(Sample(job(), totals())).defined, claim.key


def test_what_is_counted_is_so() -> None:
    numbers = {claim.key: claim.ask.number() for claim in CLAIMS if isinstance(claim.ask, Counted)}
    assert numbers["three of a suit"] == 100
    assert numbers["3.7 % a draw"] == pytest.approx(100 / 39)
