import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import load_players
from tests.edits import put
from tests.game.scenes import Script, house
from tests.playing import BAD_BOTS, command, job
from tests.referee import check_file, check_record
from tongits_sim.records.events import events_of
from tongits_sim.records.file import FaultedGame
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import replay, verified_records, verify
from tongits_sim.records.schema import RecordError, hundredths
from tongits_sim.records.stopped import is_stopped, playback_of_stopped, read_stopped, stopped_record
from tongits_sim.records.write import play_job_records, play_records
from tongits_sim.rules import load


@cache
def good_line() -> str:
    records = play_records(load("casino_x+joker"), load_players("random,random,random"), 40, 5)
    return json.dumps(max(records, key=lambda record: len(record["events"])))


def good() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(good_line())
    return document


def refusal(line: str) -> str:
    try:
        verify(read_line(line))
    except RecordError as error:
        return str(error) if one_sentence(error) else "more than one sentence"
    return ""


def one_sentence(error: RecordError) -> bool:
    return str(error).startswith(f"{error.rule}: ") and "\n" not in str(error)


def the_second_card_first(record: dict[str, Any]) -> None:
    record["stock"][0] = record["stock"][1]


def knob(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a knob of the rules."""
    return lambda record: record["rules"]["knobs"].update({name: value})


EDITS: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("missing key", lambda r: r.pop("seed"), "lacks seed"),
    ("format", put("format", "tongits-game/0"), "must be tongits-game/1"),
    ("true is not a number", lambda r: r["events"][0].update(seat=True), "seat must be 0, 1 or 2"),
    ("card", lambda r: r.update(stock=["1x", *r["stock"][1:]]), "must be a card"),
    ("too many events", lambda r: r.update(events=r["events"] * 100), "more than a game can have"),
    ("amount", put("result.payout.0", 0.001), "at most two decimals"),
    ("streak", put("before.streak", 2), "null exactly when"),
    ("unknown knob", knob("call.tempo", 1), "part 2: unknown knob 'call.tempo'"),
    ("knob value", knob("call.timing", "never"), "part 2: call.timing must be"),
    ("preset", knob("pay.tongits", 9), "part 3: pay.tongits is 9"),
    ("card twice", the_second_card_first, "R1: the card"),
    ("card lost", lambda r: r["stock"].pop(), "R1: "),
    ("dealer", lambda r: r.update(dealer=(r["dealer"] + 1) % 3), "R1: the hands have"),
    ("before", put("before.jackpot", 3), "R15: before must be empty"),
    ("jackpot", lambda r: (r.update(game=3), r["before"].update(jackpot=4)), "R15: a jackpot of 4"),
    ("refused knob", knob("call.zero_count_fight", "pays_double"), "R9.4"),
]


@pytest.mark.parametrize(("edit", "message"), [entry[1:] for entry in EDITS], ids=[entry[0] for entry in EDITS])
def test_edited_records(edit: Callable[[dict[str, Any]], object], message: str) -> None:
    record = good()
    edit(record)
    assert message in refusal(json.dumps(record))
    assert message in replay(record)[0]
    assert check_record(record)


def test_ten_may_be_written_with_two_digits() -> None:
    def tens(value: Any) -> Any:
        if isinstance(value, dict):
            return {tens(key): tens(item) for key, item in value.items()}
        if isinstance(value, list):
            return [tens(item) for item in value]
        is_ten = isinstance(value, str) and len(value) == 2 and value[0] == "T" and value[1] in "cdhs"
        return f"10{value[1]}" if is_ten else value

    record = good()
    for key in ("hands", "stock", "events"):
        record[key] = tens(record[key])
    assert "10" in json.dumps(record["stock"] + record["hands"])
    record["result"]["payout"] = [float(amount) for amount in record["result"]["payout"]]
    assert replay(record) == check_record(record) == []


def test_amounts_are_exact() -> None:
    assert [hundredths(value) for value in (0.29, -1.1, 3, 0.1)] == [29, -110, 300, 10]
    line = good_line().replace('"seed": 5', '"seed": 123456789012345678901234567890')
    assert refusal(line) == ""


leaf = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["7h", "X1", "lay"])
)
anything = leaf | st.lists(leaf, max_size=3) | st.dictionaries(st.text(max_size=4), leaf, max_size=3)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [place for key, item in items for place in ((*path, key), *places(item, (*path, key)))]


@given(st.data())
def test_any_value_anywhere_is_answered_in_a_sentence(data: st.DataObject) -> None:
    record = good()
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(record)))
        target = record
        for key in path[:-1]:
            target = target[key]
        value = data.draw(anything)
        if data.draw(st.booleans()):
            target[path[-1]] = value
        else:
            target.pop(path[-1])
    problems = replay(record)
    assert all("\n" not in problem for problem in problems)
    assert refusal(json.dumps(record)) != "more than one sentence"


@given(st.text(max_size=40))
def test_any_text_is_answered_in_a_sentence(text: str) -> None:
    assert refusal(text)


@given(st.data())
def test_any_cut_or_changed_line_is_answered_in_a_sentence(data: st.DataObject) -> None:
    line = good_line()
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 30)))
    assert refusal(line[:start] + data.draw(st.text(max_size=5)) + line[end:]) != "more than one sentence"


@cache
def lines() -> tuple[str, ...]:
    records = play_records(load("sjs"), load_players("greedy,random,caller"), 9, 4, 3)
    return tuple(json.dumps(record) for record in records)


def read_refusal(chosen: list[str]) -> str:
    """What is said about a file; "" if nothing is wrong. The referee must agree that something is wrong."""
    try:
        list(verified_records("f", chosen))
    except RecordError as error:
        assert check_file(chosen)
        return str(error)
    assert not check_file(chosen)
    return ""


def test_whole_files_and_files_that_stop_anywhere() -> None:
    for stop in range(1, 10):
        assert read_refusal(list(lines()[:stop])) == ""


def edited(number: int, edit: Callable[[dict[str, Any]], object]) -> list[str]:
    chosen = list(lines())
    record = json.loads(chosen[number])
    edit(record)
    chosen[number] = json.dumps(record)
    return chosen


@pytest.mark.parametrize("order", [[0, 2], [1], [0, 1, 3], [0, 1, 2, 3, 4, 5, 0], [0, 0], [8, 1, 2, 1]])
def test_games_may_be_cut_copied_and_joined(order: list[int]) -> None:
    assert read_refusal([lines()[number] for number in order]) == ""


def test_the_next_game_of_a_match_is_compared_with_the_one_before() -> None:
    other = json.loads(lines()[1])
    other["before"] |= {"streak": 0, "streak_seat": None}
    assert "before.streak" in read_refusal([lines()[0], json.dumps(other)])


def test_the_chain_of_a_match() -> None:
    assert read_refusal(edited(1, put("before.jackpot", 0))).startswith("R15: ")
    assert read_refusal(edited(1, lambda r: r.update(match_over=True))).startswith("R15: ")
    assert "line 2" in read_refusal(edited(1, put("result.counts.0", 99)))


@pytest.fixture(scope="module")
def stopped() -> dict[str, Any]:
    with pytest.raises(FaultedGame) as caught:
        list(play_job_records(job(players=f"greedy,{BAD_BOTS}:late,caller", games=400)))
    return stopped_record(caught.value.record, caught.value.fault)


def test_it_is_read_back_with_its_fault(stopped: dict[str, Any]) -> None:
    line = json.dumps(stopped)
    assert is_stopped(line)
    record, fault = read_stopped(line)
    assert "result" not in record
    assert (fault.label, fault.decision) == ("late", "discard")
    assert fault.failure == stopped["fault"]["failure"]
    text = "\n".join(playback_of_stopped(record, fault))
    assert "Here the bot late" in text
    assert "What late saw there:" in text
    assert "Asked: discard\n  view.legal = " in text


def test_its_moves_and_its_fault_are_verified(stopped: dict[str, Any]) -> None:
    fault = stopped["fault"]
    for change, message in (
        ({"fault": fault | {"decision": "respond"}}, "no respond of seat"),
        ({"fault": fault | {"seat": 3}}, "not a seat"),
        ({"events": stopped["events"][1:]}, r"^R\d"),
    ):
        with pytest.raises(RecordError, match=message):
            read_stopped(json.dumps(stopped | change))


def test_records_writes_it_beside_the_others_and_replay_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, _, err = command(*f"records --players {BAD_BOTS}:late,greedy,caller --games 400 -o {path}".split())
    assert code == 2
    assert f"Wrote that game to {tmp_path / 'games.stopped.json'}" in err
    code, out, _ = command("replay", str(tmp_path / "games.stopped.json"))
    assert code == 0
    assert "Here the bot late" in out
    assert len(list(verified_records(str(path)))) == 2


SCRIPTS = [
    ("pagat", ("7c 7d 7h 2c", "2d 2h 7s", ""), "0 lay 7c 7d 7h; 0 discard 2c; 1 take 2c = 2c 2d 2h; 1 sapaw 7s > 0"),
    ("casino_x+joker", ("7c 7d X1 2c 7s", "", ""), "0 lay 7c 7d X1(7h); 0 discard 7s; 1 take 7s > 0"),
    ("sjs+joker", ("7c 7d X1 7s 2c", "X2", ""), "0 secret 7c 7d 7s X1(7h); 0 discard 2c"),
    (
        "sjs+joker",
        ("4c 5c 6c X1 2d", "X2", ""),
        "0 lay 4c 5c 6c; 0 sapaw X1(7c) > 0; 0 discard 2d; 1 draw; 1 sapaw X2(8c) > 0",
    ),
]


@pytest.mark.parametrize(("rules", "hands", "script"), SCRIPTS)
def test_logged_events_are_the_played_moves(rules: str, hands: tuple[str, str, str], script: str) -> None:
    knobs = house(rules, jokers__max_per_meld=2) if "joker" in rules else load(rules)
    scene = Script(knobs, hands)
    expected = scene.events(script)
    logged = events_of(scene.play(script).rows, [])[: len(expected)]
    for event in (*expected, *logged):
        event["cards"] = sorted(event.get("cards", []))
    assert logged == expected
