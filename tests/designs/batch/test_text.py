"""A batch in sentences."""

from __future__ import annotations

from dataclasses import replace

from tests.playing import job, play
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.text import asked, players_table, sentences
from tongits_sim.designs.batch.totals import BatchTotals


def test_says_who_leads_and_what_dealing_is_worth() -> None:
    leader, dealer = sentences(play(job(players="greedy,random,random", games=3000)).answer)
    assert "earns most" in leader
    assert dealer.startswith("The dealer wins ")
    assert sentences(Results(job(), BatchTotals()).answer) == ["No game was finished."]
    assert "score" in sentences(play(job("pagat+progressive", games=10)).answer)[0]


def test_says_what_was_played() -> None:
    answer = play(job(games=30)).answer
    assert asked(answer) == "30 games of Tongits · rules pagat · seed 1 · seats rotate"
    assert "in matches of 5" in asked(replace(answer, match_games=5))
    assert " points" in asked(play(job("pagat+progressive", games=10)).answer)


def test_players_are_a_table() -> None:
    headings, rows = players_table(play(job(players="greedy,caller,greedy", games=60)).answer)
    assert [row[0] for row in rows] == ["greedy ×2", "caller"]
    assert {len(row) for row in rows} == {len(headings)}


def test_the_house_is_a_party_where_it_takes_fees() -> None:
    answer = play(job("casino_x", games=600)).answer
    *_, house = sentences(answer)
    assert house.startswith("The house keeps 0.3")
    assert "what the three players together lose" in house
    headings, rows = players_table(answer)
    assert rows[-1][0] == "house"
    assert {len(row) for row in rows} == {len(headings)}
    alike = play(job("casino_x", players="greedy,greedy,greedy", games=60)).answer
    assert "the others lose" not in sentences(alike)[0]
    assert players_table(play(job(games=60)).answer)[1][-1][0] == "hunter"
