"""A person's match: whole actions, refusals with their rule, undo, and records that verify."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.live.people import a_match, legal_events, play_by_chance
from tests.referee import check_record
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.live.match import LiveMatch
from tongits_sim.live.sight import sight_of
from tongits_sim.records.replay import replay

RULES = ("pagat", "sjs", "wikipedia", "rulesofcards", "online", "casino_x+joker", "ecoins", "wars+joker+progressive")


def state(match: LiveMatch) -> tuple[bytes, int, bytes]:
    """Everything of a game that a refused action must leave alone."""
    return match.board.view_bytes(), match.board.logged, match.board.game.tobytes()


@pytest.mark.parametrize("rules", RULES)
def test_games_by_chance_are_right(rules: str) -> None:
    chance = random.Random(rules)
    match = a_match(rules, seed=3, seat=1, games=6)
    while not match.match_over:
        match.deal()
        play_by_chance(match, chance)
        record = json.loads(json.dumps(match.finish()))
        assert replay(record) == []
        assert check_record(record) == []
        assert record["players"] == ["caller", "you", "greedy"]


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = a_match(seed=9), a_match(seed=9, bots="expert,miser")
    for match in (one, other):
        match.deal()
    assert one.begun()["hands"] == other.begun()["hands"]
    assert one.begun()["stock"] == other.begun()["stock"]


def test_what_is_illegal_changes_nothing_and_names_its_rule() -> None:
    chance = random.Random(4)
    refused: dict[str, set[str]] = {}
    for seed in range(12):
        match = a_match("pagat", seed=seed)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            tries: list[dict[str, Any]] = [{"act": act} for act in ("draw", "call", "challenge", "fold", "pass")]
            tries += [{"act": "discard", "card": "Ks"}, {"act": "lay", "cards": list(sight.hand[:3])}]
            tries += [{"act": "secret", "cards": list(sight.hand[:4])}, {"act": "sapaw", "card": "5h", "onto": 0}]
            tries += [{"act": "take", "card": sight.offer or "Ac", "cards": ["Ac", "2c", "3c"]}]
            for event in tries:
                if not match.legal(event):
                    before = state(match)
                    refusal = match.act(event)
                    assert refusal is not None
                    assert state(match) == before
                    assert refusal.rule.startswith("R")
                    refused.setdefault(event["act"], set()).add(refusal.rule)
            assert match.act(chance.choice(legal_events(match))) is None
    assert set(refused) == {"draw", "call", "challenge", "fold", "pass", "discard", "lay", "secret", "sapaw", "take"}
    assert {"R9.1", "R9.2"} <= refused["call"]
    assert "R7" in refused["discard"]
    assert "R3" in refused["lay"]


def test_undo_takes_back_what_revealed_nothing_and_nothing_else() -> None:
    undone = 0
    for seed in range(60):
        chance = random.Random(seed)
        match = a_match("casino_x", seed=seed)
        match.deal()
        while not match.over:
            before, decision = state(match), match.decision
            event = chance.choice(legal_events(match))
            logged = match.board.logged
            match.act(event)
            fresh = match.rows(logged)
            others = any(done["act"] in ("draw", "discard") or done["seat"] for done in fresh)
            revealed = others or match.decision == DECISION_OVER
            if revealed:
                assert not match.undo()
            elif chance.random() < 0.5:
                assert match.undo()
                assert (state(match)[0], match.board.logged, match.decision) == (before[0], before[1], decision)
                undone += 1
        assert not match.undo()
    assert undone > 10


def test_a_game_is_resumed_where_it_was_left() -> None:
    for seed in range(6):
        chance = random.Random(seed)
        match = a_match("pagat", seed=seed, bots="bluffer,random")
        match.deal()
        for _ in range(4):
            if not match.over:
                match.act(chance.choice(legal_events(match)))
        if match.over:
            continue
        again = a_match("pagat", seed=seed, bots="bluffer,random")
        again.resume(json.loads(json.dumps(match.begun()))["events"])
        assert state(again)[0] == state(match)[0]
        moves = random.Random(1), random.Random(1)
        play_by_chance(match, moves[0])
        play_by_chance(again, moves[1])
        assert match.finish() == again.finish()
