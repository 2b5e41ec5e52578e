import functools
from dataclasses import replace

import pytest

from reports.questions import command_line, simulate
from reports.questions.simulate import BatchReport, dealers_edge, headline, players
from tests.playing import job, play


@functools.cache
def report(rules: str = "pagat", players: str = "greedy,caller,hunter") -> BatchReport:
    return BatchReport.of(play(job(rules, players, games=600)))


def test_the_best_stand_first_and_a_lead_is_claimed_only_beyond_three_standard_errors() -> None:
    assert headline(report()).startswith("caller earns most: +")
    assert players(report()).rows[0][0] == "caller"
    leader = report().leader
    assert leader is not None
    for width, claimed in ((0.6, True), (0.7, False)):
        lead = replace(leader.lead, mean=1.0, ci95=(1 - width, 1 + width))
        assert ("earns most" in headline(replace(report(), leader=replace(leader, lead=lead)))) is claimed
    assert command_line(report(), simulate).startswith(
        "tongits simulate --rules pagat --players greedy,caller,hunter --games 600"
    )


def test_the_dealers_edge_is_over_the_mean_of_the_others_fees_or_not() -> None:
    for rules in ("pagat", "casino_x"):
        answer = report(rules)
        fees = answer.house.income.mean if answer.house else 0.0
        dealer = answer.dealer_summary.payout.mean or 0.0
        others = (-(fees or 0.0) - dealer) / 2
        assert dealers_edge(answer).mean == pytest.approx(dealer - others)
    assert players(report("casino_x")).rows[-1][0] == "house"


def test_nobody_is_too_close_to_call_alone() -> None:
    """After few games the intervals of single players may be far apart while the lead is not sure."""
    for seed in range(1, 30):
        said = headline(BatchReport.of(play(job(games=100, seed=seed))))
        assert "too close" not in said or " and " in said.partition(" are ")[0], said


def test_python_prints_the_sentence_and_the_table_of_the_command() -> None:
    results = play(job("pagat", "greedy,caller,hunter", games=600))
    printed = repr(results).splitlines()
    assert printed[1] == headline(BatchReport.of(results))
    assert [line.split()[0] for line in printed[3:]] == ["player", *(row[0] for row in players(report()).rows)]
