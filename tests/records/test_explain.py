import json
import re

import numpy as np
import pytest

from strategies import load_players
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.records.explain import explain
from tongits_sim.records.form import read_line
from tongits_sim.records.history import remember_games
from tongits_sim.records.replay import dealt_board, decisions
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.strategy import Player


@pytest.fixture(scope="module")
def record() -> Record:
    return next(iter(play_records(load("pagat"), load_players("greedy,caller,hunter"), 1, 7)))


def test_every_move_is_explained(record: Record) -> None:
    for move, event in enumerate(record["events"], start=1):
        text = "\n".join(explain(record, move))
        name = record["players"][event["seat"]]
        assert text.startswith(f"Move {move} of game 1 of match 1, seed 7, rules pagat: {name} ")
        if event["act"] == "discard":
            assert "Asked: discard" in text
            assert f"Played: discard {event['card']}" in text


def test_fields_of_cards_are_written_as_cards(record: Record) -> None:
    number = next(n for n, e in enumerate(record["events"], start=1) if e["act"] == "draw" and n > 1)
    offer = next(e["card"] for e in reversed(record["events"][: number - 1]) if e["act"] == "discard")
    text = "\n".join(explain(record, number))
    seen = next(line for line in text.splitlines() if line.startswith("  view.offer"))
    assert seen.startswith(f"  view.offer = {offer}; view.melded = ")
    assert "view.fits = " in seen
    assert not re.search(r"0x|view\.\w+ = \d{3,}", seen)


def test_nothing_hidden_is_shown(record: Record) -> None:
    move = next(number for number, event in enumerate(record["events"], start=1) if event["act"] == "discard")
    seat = record["events"][move - 1]["seat"]
    text = "\n".join(explain(record, move))
    shown = {card for event in record["events"][:move] for card in [*event.get("cards", []), event.get("card", "")]}
    hidden = {card for opponent in range(3) if opponent != seat for card in record["hands"][opponent]} - shown
    assert hidden
    words = set(text.replace("[", " ").replace("]", " ").replace(";", " ").split())
    assert not hidden & words


def asked_again(player: Player, decision: int, view: np.record, rules: RuleSet) -> int:
    """The action code of a bot's compiled hook for a view."""
    own = new_record(VIEW_DTYPE)
    table = np.zeros(1, PLAYERS_DTYPE).view(np.recarray)
    params = player.params(rules)
    own[0] = view
    table["hooks"][0, 0, 0] = player.addresses()[decision]
    table["params"][0, 0] = params.ctypes.data
    word, reason = ask_bot(table[0], own[0], np.int64(0), np.int64(0))
    assert not reason
    return int(word)


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
    players = load_players(bots)
    rules = load(name)
    asked = 0
    records = [
        read_line(json.dumps(game))
        for game in play_records(rules, players, games, 4, match_games=games, fixed_seats=True)
    ]
    for number, game in enumerate(records):
        board = dealt_board(game, [player.strategy.uses_random for player in players])
        remember_games(board.view, records[:number])
        assert board.view.past_games == number
        for step in decisions(board, game["events"]):
            word = asked_again(players[int(board.view.me)], step.decision, board.view, rules)
            assert word == int(step.answer), (number, step)
            asked += 1
    assert asked > 12 * games
