"""Games until the better bot leads: counted in sessions, and true of sessions of other cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.comparison_text import ahead, ranking_table
from analyses.matchups import compare
from strategies import load_players
from tests.experiments.census.counting import counted
from tongits_sim.experiments.census import CensusJob
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

HOW = How(workers=1, notice=silent)


@pytest.mark.parametrize(("players", "match"), [("greedy,caller,hunter", 1), ("expert,greedy", 5)])
def test_after_so_many_games_it_leads_in_19_of_20_sessions(players: str, match: int) -> None:
    answer = compare("pagat", players, 15_000, how=HOW, match_games=match).answer
    (lead, *_) = answer.leads
    assert (lead.a, lead.b) == tuple(row.player for row in answer.ranking[:2])
    games = -(-(lead.games or 0) // match) * match
    assert 5 < games < lead.longest
    others = [row.player for row in answer.ranking if row.player not in (lead.a, lead.b)]
    seated = tuple(load_players(",".join([lead.a, lead.b, *others, lead.b][:3])))
    job = CensusJob(load("pagat"), seated, 3000 * games, 77, match, False, (games,), games // match)
    assert counted(job).led(0) == pytest.approx(0.95, abs=0.025)
    assert lead.led > 0.95


def test_only_certain_pairs_have_a_number_and_few_games_none() -> None:
    few = compare("pagat", "greedy,caller,hunter", 30, how=HOW).answer
    assert few.leads == ()
    assert "Ahead after" not in ranking_table(few)[0]
    close = compare("pagat", "expert,expert(call_two=1.2),greedy", 2_000, how=HOW).answer
    unsure = {(row.a, row.b) for row in close.pairs if row.verdict == "inconclusive"}
    assert unsure.isdisjoint((row.a, row.b) for row in close.leads)
    assert compare("pagat", "greedy,miser", 2_000, how=HOW, sessions=False).answer.leads == ()


def test_a_lead_that_is_not_reached_is_said_to_take_longer() -> None:
    answer = compare("pagat", "expert,caller", 1_000, how=HOW).answer
    (lead,) = answer.leads
    later = replace(answer, leads=(replace(lead, games=None, longest=588),))
    assert ahead(later, lead.a) == "over 590 games"
    assert ahead(answer, lead.b) == ""
