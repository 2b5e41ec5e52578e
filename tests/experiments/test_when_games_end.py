"""How long games last and when players lay their first meld, counted from the records of the same games."""

from collections import Counter

import pytest

from reports.questions.simulate import findings, laps, tables
from strategies import load_players
from tests.playing import job, play
from tongits_sim.experiments.batch_answer import LAST_FIRST_MELD
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.run.answers import mean_of

GAMES = 400


def first_turns(record: Record) -> list[int]:
    """By seat, the own turn in which it laid its first meld; 0 if it never did."""
    turns, first = [0, 0, 0], [0, 0, 0]
    last = None
    for event in record["events"]:
        seat = event["seat"]
        if event["act"] in ("call", "challenge", "fold", "tongits", "spread"):
            continue
        if last != seat:
            turns[seat] += 1
        last = None if event["act"] == "discard" else seat
        if event["act"] in ("lay", "secret") or (event["act"] == "take" and "cards" in event):
            first[seat] = first[seat] or min(turns[seat], LAST_FIRST_MELD)
    return first


@pytest.mark.parametrize(("rules", "players"), [("pagat", "greedy,caller,turtle"), ("sjs", "expert,hunter,greedy")])
def test_turns_of_first_melds_are_those_of_the_records(rules: str, players: str) -> None:
    counted, won = Counter[int](), Counter[int]()
    for record in play_records(load(rules), load_players(players), GAMES, 7):
        for seat, turn in enumerate(first_turns(record)):
            counted[turn] += 1
            won[turn] += seat == record["result"]["winner"]
    answer = play(job(rules, players, GAMES, seed=7)).answer
    assert {row.turn: row.players for row in answer.first_melds} == counted
    assert {row.turn: round(mean_of(row.wins) * row.players) for row in answer.first_melds} == {
        turn: won[turn] for turn in counted
    }
    assert len(counted) > 4


def test_lengths_add_up_and_are_shown() -> None:
    results = play(job("pagat", games=3000))
    answer = results.answer
    assert sum(row.games for row in answer.lengths) == 3000
    mean = sum(row.turns * row.games for row in answer.lengths) / 3000
    assert mean == pytest.approx(answer.turns_per_game)
    assert sum(mean_of(part) for _, part in laps(answer)) == pytest.approx(1)
    shown = {table.key: table for table in tables(answer)}
    assert [row[0] for row in shown["lengths"].rows][:3] == ["1–3", "4–6", "7–9"]
    assert [row[0] for row in shown["first_melds"].rows][:3] == ["never", "1", "2"]
    assert [each.key for each in findings(answer)] == ["forest", "lengths", "first_melds"]
    assert results.turns["games"].sum() == 3000
