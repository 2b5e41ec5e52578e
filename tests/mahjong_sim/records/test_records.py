import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.game.state import DECISION_OVER, SEATS
from mahjong_sim.records import form
from mahjong_sim.records.form import ROTATED, LoggedTable, checked_form, events_of
from mahjong_sim.records.replay import READING, playback, verified_records, verify
from mahjong_sim.records.steps import steps_of
from mahjong_sim.records.write import chain_of, play_records, result_of
from mahjong_sim.rules import KNOBS, PRESETS, RuleSet, load
from mahjong_sim.tiles import NAMES, parse_tile
from tests.mahjong_sim.games import recorded
from tests.mahjong_sim.tables import table, wall
from tongits_sim.records.schema import RecordError, hundredths, named, seat_names


def sample() -> Any:
    return copy.deepcopy(recorded("visayan", "greedy,random,greedy,random")[0])


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(line: str) -> None:
    with pytest.raises(RecordError):
        form.read_line(line)


BOTS = "greedy,random,greedy,random"

RANDOM = "random,random,random,random"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bots", [BOTS, RANDOM])
def test_played_games_are_right(preset: str, bots: str) -> None:
    for record in recorded(preset, bots):
        paid = int(verify(json.loads(json.dumps(record))).result["payout"].sum())
        assert paid == 0 or preset == "visayan_jai_alai"  # a pot keeps what is paid into it


def test_jai_alai_chains_its_games() -> None:
    records = recorded("visayan", BOTS, 6, 6, "jai_alai.share=1", "jai_alai.markers=2", "sagasa.robbing=true")
    assert len(list(verified_records("", map(json.dumps, records)))) == 6
    wrong = copy.deepcopy(records[3])
    wrong["before"]["pot"] += 1
    with pytest.raises(RecordError, match=r"before\.pot differs"):
        READING.check_following(records[2], wrong)
    with pytest.raises(RecordError, match="game 4 cannot follow game 2"):
        READING.check_following(records[2], records[4])


@pytest.mark.parametrize("rules", PRESETS)
def test_every_move_has_a_step(rules: str) -> None:
    for record in recorded(rules, BOTS):
        steps = steps_of(record)
        assert [step.act for step in steps] == ["deal", *(event["act"] for event in record["events"])]
        turned = 0
        for step in steps:
            turned += step.act == "indicator"
            held = [tile for hand in step.hands for tile in hand.loose]
            laid = [tile for _, tiles in step.table for tile in tiles]
            robbed = step.act == "win" and record["events"][step.number - 1]["by"] in ("discard", "sagasa")
            assert len(held) + len(laid) + len(step.discards) + step.stock + turned == 144 + robbed * len(
                [frame for frame in steps[: step.number + 1] if frame.act == "win"]
            )
        text = "\n".join(playback(record))
        names = seat_names(record["players"])
        assert f"turn order: {', '.join(names)}." in text
        told = [line.strip() for line in text.splitlines()]
        assert [line for line in told if line in {named(step.text, names) for step in steps[1:]}] == [
            named(step.text, names) for step in steps[1:]
        ]
        assert all(f"\n{names[seat]} wins" in text for seat in record["result"]["winners"])


def first_of(record: Any, act: str) -> int:
    return next(at for at, event in enumerate(record["events"]) if event["act"] == act)


def changed(act: str, values: dict[str, Any]) -> Any:
    for record in recorded("visayan", BOTS, 12, 1):
        if any(event["act"] == act for event in record["events"]):
            other = copy.deepcopy(record)
            other["events"][first_of(other, act)] |= values
            return other
    raise AssertionError(act)


@pytest.mark.parametrize(
    ("act", "values", "rule"),
    [
        ("draw", {"tile": "F1"}, "V3"),
        ("flower", {"tile": "1s"}, "V4"),
        ("discard", {"tile": "F2"}, "V5"),
        ("discard", {"act": "win", "by": "discard"}, "V5"),
        ("meld", {"meld": "sagasa"}, "V6"),
        ("win", {"by": "sagasa"}, "V9"),
    ],
)
def test_wrong_events_break_their_rule(act: str, values: dict[str, Any], rule: str) -> None:
    with pytest.raises(RecordError) as error:
        verify(changed(act, values))
    assert error.value.rule == rule, str(error.value)


def test_wrong_payments_break_their_rule() -> None:
    record = next(record for record in recorded("visayan", BOTS, 12, 1) if record["result"]["winners"])
    winner = record["result"]["winners"][0]
    for path, rule in (
        (("values", winner), "V10"),
        (("payout", winner), "V11"),
        (("parts", "hand", winner), "V11"),
        (("parts", "pot", 0), "V12"),
    ):
        other = copy.deepcopy(record["result"])
        inner: Any = other
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] += 1
        with pytest.raises(RecordError) as error:
            verify({**record, "result": other})
        assert error.value.rule == rule
    with pytest.raises(RecordError, match=r"V2: after\.next_mano"):
        verify({**record, "after": {**record["after"], "next_mano": (record["after"]["next_mano"] + 1) % 4}})


def test_a_seat_out_of_turn_that_passes_a_pung_for_a_chow_is_right() -> None:
    rules = load("visayan", ["claim.chow=any"])
    players = load_players("caller,caller,caller,caller")
    (record,) = play_records(rules, players, 1, 3, first_match=252)
    taken = [
        (event, record["events"][at - 1]) for at, event in enumerate(record["events"]) if event.get("meld") == "chow"
    ]
    assert any(event["seat"] != (discard["seat"] + 1) % 4 for event, discard in taken)
    verify(record)


def test_a_declared_wait_is_in_the_record() -> None:
    declared = 0
    for record in recorded("visayan", "greedy,greedy,random,random", 6, 1, "wait.declared=true"):
        at = next((at for at, event in enumerate(record["events"]) if "declared" in event), None)
        if at is not None:
            declared += 1
            verify(json.loads(json.dumps(record)))
            other = copy.deepcopy(record)
            other["rules"]["knobs"]["wait.declared"] = False
            with pytest.raises(RecordError, match=f"V10: event {at + 1}, .* declared: only a hand that waits"):
                verify(other)
    assert declared > 1


def test_a_knob_that_a_record_lacks_has_its_default_and_an_unknown_one_is_refused() -> None:
    record = json.loads(json.dumps(recorded("visayan", BOTS)[0]))
    defaults = RuleSet().knobs()
    knobs = {name: value for name, value in record["rules"]["knobs"].items() if value != defaults[name]}
    verify({**record, "rules": {"name": "visayan", "knobs": knobs}})
    with pytest.raises(RecordError, match="rules: unknown knob 'wait\\.secretly'\\."):
        verify({**record, "rules": {"name": "visayan", "knobs": {**knobs, "wait.secretly": True}}})


def laid(hand: str, tile: str) -> Any:
    """The record of a game in which mano discards a tile, and the next seat wins with it."""
    board = table()
    board.deal_deck(wall(tile, hand))
    while (decision := board.advance()) != DECISION_OVER:
        assert board.apply({0: 1, 3: parse_tile(tile)}.get(decision, 0)) == 0
    board.finish()
    record = recorded("visayan", BOTS, 1, 1)[0]
    result = {"events": events_of(board.rows), "result": result_of(board.result)}
    after = {**chain_of(board.match), "next_mano": int(board.match["mano"])}
    deck = [NAMES[kind] for kind in board.game["deck"]]
    return {**record, **result, "mano": 0, "dice": [1, 2], "joker_dice": [1, 1], "wall": deck, "after": after}


def test_any_reading_of_a_hand_that_is_worth_as_much_is_right() -> None:
    """The tile completes a middle or, beside a chow, the eye, which are paid alike; the order says nothing."""
    record = laid("2s 3s 3s 4s 1d 2d 3d 4d 5d 6d 7d 7d 7d 8c 8c 8c", "3s")
    (items,) = [items for items in record["result"]["items"] if items]
    common = [item for item in items if item != "paninigit"]
    assert len(common) < len(items)
    for said, right in (
        (items, True),
        (items[::-1], True),
        ([*common, "single_wait"], True),
        ([*common, "back_to_back"], False),
        ([*items, "single_wait"], False),
        (common, False),
        ([*items, items[0]], False),
    ):
        other = copy.deepcopy(record)
        other["result"]["items"][1] = said
        if right:
            verify(other)
        else:
            with pytest.raises(RecordError, match=r"V10: result\.items"):
                verify(other)


def test_walls_and_ends() -> None:
    record = recorded("visayan", BOTS)[0]
    wall = list(record["wall"])
    wall[5], wall[6] = wall[6], wall[6]
    if wall != record["wall"]:
        with pytest.raises(RecordError, match="V1: the wall has"):
            verify({**record, "wall": wall})
    with pytest.raises(RecordError, match=r"the record ends|must discard"):
        verify({**record, "events": record["events"][:-1]})
    with pytest.raises(RecordError, match="nothing may follow"):
        verify({**record, "events": [*record["events"], record["events"][-1]]})
    with pytest.raises(RecordError, match="rules: unknown knob"):
        verify({**record, "rules": {"name": "x", "knobs": {"no.such": 1}}})


def mutated(chance: random.Random, record: Any) -> Any:
    """A copy of a record with one event left out, repeated, exchanged with another or given to another seat."""
    other = copy.deepcopy(record)
    events = other["events"]
    at = chance.randrange(len(events))
    way = chance.randrange(4)
    if way == 0:
        del events[at]
    elif way == 1:
        events.insert(at, events[at])
    elif way == 2:
        place = chance.randrange(len(events))
        events[at], events[place] = events[place], events[at]
    else:
        events[at]["seat"] = (events[at]["seat"] + chance.randint(1, 3)) % 4
    return other


def test_changed_games_are_refused_with_a_rule() -> None:
    """A change that leaves the events as they were, or makes another game by the rules, must not change the money."""
    chance = random.Random(3)
    rules = []
    for record in recorded("visayan", RANDOM, 8, 1):
        for _ in range(12):
            other = mutated(chance, record)
            if other["events"] == record["events"]:
                continue
            try:
                board = verify(other)
            except RecordError as error:
                rules.append(error.rule)
            else:
                assert [hundredths(amount) for amount in record["result"]["payout"]] == list(board.result["payout"])
    assert len(rules) > 80
    assert set(rules) <= {f"V{number}" for number in range(1, 13)}
    assert len(set(rules)) > 3


def test_a_game_again_is_the_same_and_another_is_not() -> None:
    table = LoggedTable(load("visayan"), load_players("random,random,random,random"), 9)
    logs = []
    for number in (0, 1, 0):
        table.begin_match(number, 1, 2)
        records = table.play()
        assert records.match.over
        assert sum(records.result.payout) == 0
        logs.append(table.rows.tolist())
    assert logs[0] == logs[2] != logs[1]
    assert table.seating == (2, 3, 0, 1)
    assert table.labels == ["random"] * 4


def test_records_are_whole_and_of_the_right_form() -> None:
    records = recorded("visayan", BOTS)
    places = [(record["match"], record["game"], record["match_over"]) for record in records]
    assert places == [(0, 0, False), (0, 1, True), (1, 0, False), (1, 1, True)]
    for record in records:
        assert checked_form(record) == record
        assert set(record["rules"]["knobs"]) == set(KNOBS)
        assert sum(record["result"]["payout"]) == 0
        assert record["players"] == BOTS.split(",")[record["match"] :] + BOTS.split(",")[: record["match"]]
        assert record["events"][-1]["act"] in ("win", "void")


def test_records_are_the_games_of_a_batch() -> None:
    """The same seed: what each player gains in five games, two of a match, is what the batch counts."""
    job = BatchJob(load("visayan"), load_players(BOTS), 5, 41, 2)
    worker = job.worker()
    blocks = [worker.play(block) for block in job.blocks()]
    gains = [0] * SEATS
    for record in recorded("visayan", BOTS, 5, 2):
        for seat, slot in enumerate(ROTATED[record["match"] % SEATS]):
            gains[slot] += hundredths(record["result"]["payout"][seat])
    assert gains == [sum(int(played.counts["x"][slot]) for played in blocks) for slot in range(SEATS)]
