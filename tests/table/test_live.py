import dataclasses
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import load_players
from tests.naive.melds import face_melds
from tests.playing import BAD_BOTS
from tests.referee import check_record
from tests.table.people import a_match, decided, legal_events, play_by_chance
from tongits_sim.cards import card_text, cards_in
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISION_RESPOND
from tongits_sim.records.events import events_of
from tongits_sim.records.replay import replay
from tongits_sim.records.schema import HIDDEN
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.run.faults import BotFault
from tongits_sim.table.action_numbers import all_melds
from tongits_sim.table.live_match import (
    LiveBots,
    LiveMatch,
    legal_takes,
    ways_to_add,
    ways_to_lay,
)
from tongits_sim.table.saved import MatchSaver, SaveError, load_match
from tongits_sim.table.seat_view import SeatView, events_so_far, melds_on_table, redacted, seat_view


def play_deal(board: Board, bots: LiveBots, seed: int, match: int) -> None:
    board.begin_match(seed, match, 1)
    bots.deal(board)
    while board.advance() != DECISION_OVER:
        bots.play(board)


@pytest.mark.parametrize("players", ["greedy,caller,hunter", "random,bluffer,expert"])
def test_play_as_in_a_batch(players: str) -> None:
    rules = load("pagat")
    loaded = load_players(players)
    for record in play_records(rules, loaded, 4, 7, fixed_seats=True):
        board = Board(rules)
        play_deal(board, LiveBots(loaded, rules), 7, record["match"])
        events = events_of(board.rows, [])
        assert [{**event, "melds": 0} for event in events] == [{**event, "melds": 0} for event in record["events"]]


@pytest.mark.parametrize(("name", "what"), [("late", "broke rule R2"), ("raises", "failed at its")])
def test_a_fault_names_the_bot(name: str, what: str) -> None:
    loaded = load_players(f"{BAD_BOTS}:{name},greedy,caller")
    rules = load("pagat")
    board = Board(rules)
    bots = LiveBots(loaded, rules)

    def play() -> None:
        for match in range(400):
            play_deal(board, bots, 1, match)

    with pytest.raises(BotFault, match=what) as info:
        play()
    assert info.value.fault.label == name


RULES = ("pagat", "sjs", "wikipedia", "rulesofcards", "online", "casino_x+joker", "ecoins", "wars+joker+progressive")


def state(match: LiveMatch) -> tuple[bytes, int, bytes]:
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


def test_an_illegal_move_changes_nothing_and_names_its_rule() -> None:
    refused: dict[str, set[str]] = {}
    for match in decided("pagat", 12):
        sight = seat_view(match.board, match.rows())
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
            before = state(match)
            decision = match.decision
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
        again.resume(json.loads(json.dumps(match.record_so_far()))["events"])
        assert state(again)[0] == state(match)[0]
        moves = random.Random(1), random.Random(1)
        play_by_chance(match, moves[0])
        play_by_chance(again, moves[1])
        assert match.finish() == again.finish()


def saved_match(path: Path, games: int = 2) -> Path:
    match = a_match(seed=5, games=10)
    keeper = MatchSaver(path, 0, 10, stake="20 peso", lang="tl")
    for _ in range(games):
        match.deal()
        play_by_chance(match, random.Random(1))
        keeper.add(match.finish())
    match.deal()
    while match.over:
        keeper.add(match.finish())
        match.deal()
    keeper.save(match.record_so_far())
    return path


def test_a_saved_match_reads_back(tmp_path: Path) -> None:
    path = saved_match(tmp_path / "games.jsonl")
    saved = load_match(path)
    assert len(saved.records) >= 2
    assert saved.in_progress is not None
    assert saved.in_progress["game"] == len(saved.records)
    assert (saved.seat, saved.games, saved.any_game["players"][0]) == (0, 10, "you")
    assert (saved.stake, saved.lang) == ("20 peso", "tl")
    MatchSaver(path, 0, 10, saved.records).save(None)
    assert load_match(path).in_progress is None
    MatchSaver(path, 0, 10).done()
    with pytest.raises(SaveError, match="played to its end"):
        load_match(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_any_damage_is_a_sentence(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "games.jsonl"
    if not path.exists():
        saved_match(path, 1)
        (tmp_path / "copy").write_bytes((tmp_path / "games.jsonl.unfinished").read_bytes())
    content = bytearray((tmp_path / "copy").read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
    (tmp_path / "games.jsonl.unfinished").write_bytes(bytes(content))
    try:
        saved = load_match(path)
    except TongitsError as error:
        assert str(error)  # noqa: PT017
    else:
        json.dumps(saved.in_progress)


def hidden_cards(match: LiveMatch) -> set[str]:
    """The cards that the person has no right to know: others' hands, the stock, others' secrets."""
    board, me = match.board, match.seat
    mask = sum(1 << int(card) for card in board.game.stock[int(board.game.stock_next) : int(board.game.stock_size)])
    for seat in range(3):
        if seat != me:
            mask |= int(board.game.hands[seat]) & ~int(board.view.known[seat])
    texts = {card_text(card) for card in cards_in(mask)}
    secrets = [event["cards"] for event in match.rows() if event["act"] == "secret" and event["seat"] != me]
    return texts.union(*secrets) if secrets else texts


def everything(sight: SeatView) -> set[str]:
    text = re.sub(r"(X[12])\(\w+\)", r"\1", repr(dataclasses.asdict(sight)))  # what a joker stands for is no card
    return set(re.findall(r"X[12]|[2-9TJQKA][cdhs]", text))


@pytest.mark.parametrize(("rules", "heard"), [("pagat", False), ("wikipedia", True)])
def test_an_answer_to_a_call_is_heard_before_the_own_one_only_where_players_answer_in_turn(
    rules: str, heard: bool
) -> None:
    found = set()
    for match in decided(rules, 25, bots="caller,hunter"):
        if match.decision == DECISION_RESPOND and match.rows()[-1]["act"] != "call":
            found.add(events_so_far(match.board)[-1]["act"] != "call")
    assert found == {heard}


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "online"])
def test_holds_no_hidden_card(rules: str) -> None:
    looked, secrets = 0, 0
    for match in decided(rules, 8, None, bots="random,random"):
        sight = seat_view(match.board, match.rows())
        assert not everything(sight) & hidden_cards(match)
        assert set(sight.hand) == {card_text(card) for card in cards_in(match.board.game.hands[match.seat])}
        assert sight.count == int(match.board.view.count)
        assert [meld.owner for meld in sight.table] == list(match.board.view.meld_owner[: len(sight.table)])
        shown = [len(meld.cards) for meld in sight.table]
        assert shown == list(match.board.view.meld_size[: len(sight.table)])
        looked += 1
        secrets += any(meld.secret and meld.owner != match.seat for meld in sight.table)
    assert looked > 15
    assert secrets


def test_the_offer_is_there_only_while_it_may_be_taken() -> None:
    offers = 0
    for match in decided("sjs", 8, None):
        sight = seat_view(match.board, match.rows())
        offers += bool(sight.offer)
        assert not sight.offer or not sight.drawn
        if sight.offer:
            assert sight.discards[-1] == ((match.seat + 2) % 3, sight.offer)
    assert offers


def test_hides_what_others_draw_and_lay_face_down() -> None:
    events = [
        {"seat": 0, "act": "draw", "card": "7c"},
        {"seat": 0, "act": "secret", "cards": ["8c", "8d", "8h", "8s"]},
        {"seat": 0, "act": "lay", "cards": ["4c", "5c", "X1"], "as": {"X1": "6c"}},
        {"seat": 1, "act": "sapaw", "card": "7c", "onto": 1},
    ]
    seen = redacted(events, 1)
    assert seen[0]["card"] == HIDDEN
    assert seen[1]["cards"] == [HIDDEN] * 4
    assert redacted(events, 0) == events
    secret, run = melds_on_table(events, 1)
    assert (secret.secret, secret.cards) == (True, (HIDDEN,) * 4)
    assert run.cards == ("4c", "5c", "X1(6c)", "7c")
    assert melds_on_table(events, None)[0].cards == ("8c", "8d", "8h", "8s")


@pytest.mark.parametrize(("ace_runs", "name"), [(0, "low"), (1, "high"), (2, "both")])
def test_melds_are_those_of_the_naive_twin(ace_runs: int, name: str) -> None:
    ours = {frozenset(card_text(card) for card in cards_in(meld)) for meld in all_melds(ace_runs)}
    assert ours == {faces for _, faces in face_melds(name)}


@pytest.mark.parametrize("rules", ["pagat", "casino_x+joker", "wikipedia"])
def test_every_way_is_legal_and_none_is_left_out(rules: str) -> None:
    kinds: set[str] = set()
    for match in decided(rules, 12):
        sight = seat_view(match.board, match.rows())
        takes = legal_takes(match, sight)
        lays = ways_to_lay(match, sight)
        adds = ways_to_add(match, sight.hand)
        for way in (*takes, *lays, *adds):
            assert match.legal(way)
            kinds.add(way["act"] + ("+" if "onto" in way else "") + ("*" if "as" in way else ""))
        if sight.offer and not any(card.startswith("X") for card in (*sight.hand, sight.offer)):
            takes_by_hand = (
                {"act": "take", "card": sight.offer, "cards": [*two, sight.offer]} for two in pairs(sight.hand)
            )
            by_hand = [sorted(event["cards"]) for event in takes_by_hand if match.legal(event)]
            assert sorted(by_hand) == sorted(sorted(w["cards"]) for w in takes if len(w.get("cards", ())) == 3)
    assert {"take", "lay", "sapaw+"} <= kinds
    assert rules != "casino_x+joker" or {"take*", "lay*"} <= kinds


def pairs(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(second, first) for number, second in enumerate(hand) for first in hand[:number]]
