import json

import pytest

from strategies import load_player, load_players
from tongits_sim.game.state import DECISIONS
from tongits_sim.records.explain import explain, remember_games
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import dealt_board, decisions
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import load


@pytest.fixture(scope="module")
def record() -> Record:
    return next(iter(play_records(load("pagat"), load_players("greedy,caller,hunter"), 1, 7)))


def test_every_move_is_explained(record: Record) -> None:
    players = [load_player(name) for name in record["players"]]
    for move, event in enumerate(record["events"], start=1):
        text = "\n".join(explain(record, move, players))
        name = record["players"][event["seat"]]
        assert text.startswith(f"Move {move} of game 1 of match 1, seed 7, rules pagat: {name} ")
        if event["act"] == "discard":
            assert "Asked: discard" in text
            assert f"Played: discard {event['card']}" in text
            assert f"answers: discard {event['card']}\n  at strategies/" in text
            assert "That is not what was played" not in text


def test_nothing_hidden_is_shown(record: Record) -> None:
    move = next(number for number, event in enumerate(record["events"], start=1) if event["act"] == "discard")
    seat = record["events"][move - 1]["seat"]
    text = "\n".join(explain(record, move, [None, None, None]))
    shown = {card for event in record["events"][:move] for card in [*event.get("cards", []), event.get("card", "")]}
    hidden = {card for other in range(3) if other != seat for card in record["hands"][other]} - shown
    assert hidden
    words = set(text.replace("[", " ").replace("]", " ").replace(";", " ").split())
    assert not hidden & words
    assert "answers:" not in text


@pytest.mark.parametrize(
    ("name", "bots", "games"),
    [
        ("pagat", "greedy,caller,hunter", 8),
        ("sjs+joker", "bluffer,random,expert", 8),
        ("pagat", "adaptive,caller,bluffer", 5),
        ("pagat", "search(worlds=8,player=expert),greedy,search(worlds=4,player=greedy)", 2),
    ],
)
def test_bots_answer_again_what_they_answered(name: str, bots: str, games: int) -> None:
    """Also those who remember earlier games of the match, and those who play games on in their minds."""
    players, rules, asked = load_players(bots), load(name), 0
    records = [
        read_line(json.dumps(each))
        for each in play_records(rules, players, games, 4, match_games=games, fixed_seats=True)
    ]
    for number, each in enumerate(records):
        board = dealt_board(each, [player.strategy.uses_random for player in players])
        remember_games(board, records[:number])
        assert board.view.past_games == number
        for step in decisions(board, each["events"]):
            answer = players[int(board.view.me)].ask_again(DECISIONS[step.decision], board.view, rules, program=True)
            assert answer.word == int(step.answer), (number, step)
            assert answer.source.startswith("strategies/")
            asked += 1
    assert asked > 12 * games
