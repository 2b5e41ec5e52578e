"""The referee on whole records and files: what is fine passes, what is not is refused with its rule number."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.naive import DEFAULTS, preset
from tests.naive.knobs import LATER
from tests.naive_player import play_match
from tests.referee import check_file, check_record, shape
from tests.referee.scenes import deal, event, record
from tests.referee.settle import Match

Record = dict[str, Any]
Change = Callable[[Record], Any]
EventChange = Callable[[list[Any]], Any]


def short_game(rules: dict[str, Any] | None = None, **more: Any) -> Record:
    """Pagat: seat 1 deals and opens, 2 takes the discard, 0 draws, 1 calls; 2 challenges, 0 must fold."""
    knobs = rules or preset("pagat")
    starts = ("2d 4s 6h 8c 9d Jc Qs 2c 4d 6s 8h Tc", "5c 5d 5h Kh Ac Ad 3s 9c Td", "Kc Kd 7s 7d 2h 9h Qd 6c 8d 3h Js")
    hands, stock = deal(knobs, 1, starts, "7c Qc 8s")
    events = [
        event(1, "lay", cards="5c 5d 5h"),
        event(1, "discard", card="Kh"),
        event(2, "take", card="Kh", cards="Kc Kd Kh"),
        event(2, "discard", card="9h"),
        event(0, "draw", card="7c"),
        event(0, "discard", card="Qs"),
        event(1, "call"),
        event(2, "challenge"),
        event(0, "fold", forced=True),
    ]
    return record(knobs, 1, hands, stock, events, **more)


GOOD = short_game()


def rules_broken(changed: Record) -> set[str]:
    """The rule numbers of the problems found."""
    return {problem.split(":")[0] for problem in check_record(changed)}


def after_change(change: Change) -> set[str]:
    """The rule numbers after a change to the good record."""
    changed = copy.deepcopy(GOOD)
    change(changed)
    return rules_broken(changed)


def test_a_good_record_is_fine() -> None:
    assert check_record(GOOD) == []
    assert GOOD["result"]["ending"] == "challenge"
    assert GOOD["result"]["burned"] == [True, False, False]
    winner = GOOD["result"]["winner"]
    assert GOOD["result"]["counts"][winner] == min(GOOD["result"]["counts"][1:])
    assert sum(GOOD["result"]["payout"]) == 0
    assert check_record(json.loads(json.dumps(GOOD))) == []


@pytest.mark.parametrize(
    ("name", "rules"),
    [("pagat", set()), ("pagat+joker", {"part 3"}), ("mine", set()), ("mine+joker", set()), ("pagat+tip", set())],
)
def test_part_3_only_a_presets_name_promises_its_knobs(name: str, rules: set[str]) -> None:
    assert rules_broken(short_game(name=name)) == rules


def test_10h_is_accepted() -> None:
    text = json.dumps(GOOD).replace('"Th"', '"10h"').replace('"Tc"', '"10c"')
    assert check_record(json.loads(text)) == []


def test_amounts_may_be_written_with_decimals() -> None:
    changed = copy.deepcopy(GOOD)
    parts = changed["result"]["parts"]
    parts["base"] = [float(amount) for amount in parts["base"]]
    assert check_record(changed) == []


FORM: dict[str, tuple[Change, str]] = {
    "another format": (lambda r: r.update(format="tongits-game/0"), "format"),
    "no stock": (lambda r: r.pop("stock"), "format"),
    "an unknown key": (lambda r: r.update(extra=1), "format"),
    "no burned": (lambda r: r["result"].pop("burned"), "format"),
    "a part missing": (lambda r: r["result"]["parts"].pop("fees"), "format"),
    "two amounts": (lambda r: r["result"]["parts"]["base"].pop(), "format"),
    "half a hundredth": (lambda r: r["result"]["payout"].__setitem__(0, 0.005), "format"),
    "an unknown ending": (lambda r: r["result"].update(ending="drawn"), "format"),
    "an unknown act": (lambda r: r["events"][0].update(act="meld"), "format"),
    "seat 3": (lambda r: r["events"][0].update(seat=3), "format"),
    "an unknown event key": (lambda r: r["events"][0].update(why="because"), "format"),
    "a fold without forced": (lambda r: r["events"][-1].pop("forced"), "format"),
    "no card": (lambda r: r["events"][1].update(card="1h"), "format"),
    "two players": (lambda r: r["players"].pop(), "format"),
    "a streak of nobody": (lambda r: r["before"].update(streak=1), "format"),
    "a streak at game 0": (lambda r: r["before"].update(streak=1, streak_seat=1), "format"),
    "dealer is true": (lambda r: r.update(dealer=True), "format"),
    "a knob missing": (lambda r: r["rules"]["knobs"].pop("pay.fold"), "part 2"),
    "an unknown knob": (lambda r: r["rules"]["knobs"].update({"pay.tip": 1}), "part 2"),
    "a wrong knob": (lambda r: r["rules"]["knobs"].update({"call.timing": "middle"}), "part 2"),
    "a refused knob": (lambda r: r["rules"]["knobs"].update({"call.zero_count_fight": "pays_double"}), "R9.4"),
    "not that preset": (lambda r: r["rules"].update(name="sjs"), "part 3"),
    "another dealer": (lambda r: r.update(dealer=2), "R1"),
    "a card short": (lambda r: r["stock"].pop(), "R1"),
    "a card too many": (lambda r: r["stock"].append(r["stock"][0]), "R1"),
    "a card twice": (lambda r: r["hands"][0].__setitem__(0, r["hands"][1][0]), "R1"),
}


@pytest.mark.parametrize("what", FORM)
def test_form_rules_and_deal_are_checked(what: str) -> None:
    change, rule = FORM[what]
    assert after_change(change) == {rule}


EVENTS: dict[str, tuple[EventChange, str]] = {
    "the last answer missing": (lambda events: events.pop(), "R10"),
    "the call missing": (lambda events: events.pop(6), "R10"),
    "a discard missing": (lambda events: events.pop(1), "R2"),
    "a draw missing": (lambda events: events.pop(4), "R2"),
    "an event after the end": (lambda events: events.append({"seat": 0, "act": "draw", "card": "Qc"}), "R11"),
    "the dealer draws": (lambda events: events.insert(0, {"seat": 1, "act": "draw", "card": "7c"}), "R2"),
    "an untrue tongits": (lambda events: events.insert(0, {"seat": 1, "act": "tongits", "melds": []}), "R8"),
    "an untrue spread": (lambda events: events.insert(0, {"seat": 1, "act": "spread", "melds": []}), "R1.3"),
    "a card not held": (lambda events: events[0].update(cards=["5c", "5d", "5s"]), "R5"),
    "two cards as a meld": (lambda events: events[0].update(cards=["5c", "5d"]), "R3"),
    "a set of three as secret": (lambda events: events[0].update(act="secret"), "R5.2"),
    "a meld with another king": (lambda events: events[2].update(cards=["Kc", "Kd", "Ks"]), "R4"),
    "a take into the hand": (lambda events: events[2].pop("cards"), "R4"),
    "a discard not held": (lambda events: events[3].update(card="9d"), "R7"),
    "not the top of the stock": (lambda events: events[4].update(card="Qc"), "R4"),
    "another seat draws": (lambda events: events[4].update(seat=1), "R2"),
    "a sapaw that does not fit": (
        lambda events: events.insert(5, {"seat": 0, "act": "sapaw", "card": "7c", "onto": 0}),
        "R6",
    ),
    "onto no meld": (lambda events: events.insert(5, {"seat": 0, "act": "sapaw", "card": "7c", "onto": 9}), "R6"),
    "a call after the draw": (lambda events: events.insert(6, {"seat": 1, "act": "draw", "card": "Qc"}), "R9"),
    "a call on the first turn": (lambda events: events.insert(4, {"seat": 0, "act": "call"}), "R9.1"),
    "the wrong responder": (lambda events: events[7].update(seat=0), "R10"),
    "fold forced on who may challenge": (
        lambda events: events.__setitem__(7, {"seat": 2, "act": "fold", "forced": True}),
        "R10",
    ),
    "fold not forced on who may not": (lambda events: events[8].update(forced=False), "R10"),
    "challenge of who may not": (lambda events: events.__setitem__(8, {"seat": 0, "act": "challenge"}), "R10"),
}


@pytest.mark.parametrize("what", EVENTS)
def test_illegal_events_are_refused(what: str) -> None:
    change, rule = EVENTS[what]
    assert after_change(lambda changed: change(changed["events"])) == {rule}


RESULT: dict[str, tuple[Change, str]] = {
    "ending": (lambda r: r["result"].update(ending="draw"), "R11"),
    "winner": (lambda r: r["result"].update(winner=0), "R11"),
    "counts": (lambda r: r["result"]["counts"].__setitem__(0, 1), "R3"),
    "burned": (lambda r: r["result"]["burned"].__setitem__(0, False), "R13"),
    "base": (lambda r: r["result"]["parts"]["base"].__setitem__(0, -2), "R14"),
    "sunog": (lambda r: r["result"]["parts"]["sunog"].__setitem__(0, 0), "R14.2"),
    "bonus": (lambda r: r["result"]["parts"]["bonus"].__setitem__(0, 1), "R14.3"),
    "sagasa": (lambda r: r["result"]["parts"]["sagasa"].__setitem__(0, 1), "R5.3"),
    "pot": (lambda r: r["result"]["parts"]["pot"].__setitem__(0, 1), "R15"),
    "jackpot": (lambda r: r["result"]["parts"]["jackpot"].__setitem__(0, -2), "R15"),
    "fees": (lambda r: r["result"]["parts"]["fees"].__setitem__(0, -0.01), "R15"),
    "payout": (lambda r: r["result"]["payout"].__setitem__(0, 0), "R14.4"),
    "after.jackpot": (lambda r: r["after"].update(jackpot=6), "R15"),
    "after.streak": (lambda r: r["after"].update(streak=2), "R15"),
    "after.scores": (lambda r: r["after"].update(scores=[1, 0, 0]), "R15.2"),
    "after.next_dealer": (lambda r: r["after"].update(next_dealer=0), "R1.2"),
    "match_over": (lambda r: r.update(match_over=False), "R15"),
}


@pytest.mark.parametrize("what", RESULT)
def test_every_number_of_the_result_is_checked(what: str) -> None:
    change, rule = RESULT[what]
    assert rule in after_change(change)


# --- endings that happen by themselves -------------------------------------------------------------------------------


def passing(rules: dict[str, Any], turns: int) -> tuple[list[list[str]], list[str], list[Any]]:
    """A deal and the events of players who draw and discard a card that makes no meld with any other."""
    hands, stock = deal(rules, 0, ("2c 7c Qc", "2d 7d Qd", "2h 7h Qh"), "")
    events = [event(0, "discard", card=hands[0][-1])]
    events += [event(turn % 3, act, card=stock[turn - 1]) for turn in range(1, turns) for act in ("draw", "discard")]
    return hands, stock, events


def test_r12_after_turn() -> None:
    rules = DEFAULTS | {"call.needs": "nothing", "tongits.hand_melds": False}
    hands, stock, events = passing(rules, 16)
    over = record(rules, 0, hands, stock, events)
    assert over["result"]["ending"] == "stock_out"
    assert check_record(over) == []
    assert rules_broken(over | {"events": [*events, event(1, "call")]}) == {"R12"}
    assert rules_broken(over | {"events": events[:-2]}) == {"R2"}


def test_r12_failed_draw() -> None:
    rules = DEFAULTS | {"call.needs": "nothing", "tongits.hand_melds": False, "stock_out.moment": "failed_draw"}
    hands, stock, events = passing(rules, 16)
    over = record(rules, 0, hands, stock, events)
    assert check_record(over) == []
    called = [*events, event(1, "call"), event(2, "fold", forced=True), event(0, "fold", forced=True)]
    assert record(rules, 0, hands, stock, called)["result"]["ending"] == "draw"
    assert rules_broken(over | {"events": [*events, event(1, "draw", card="2c")]}) == {"R12"}
    assert rules_broken(over | {"events": events[:-2]}) == {"R2"}


def test_r12_the_end_call_comes_first() -> None:
    rules = DEFAULTS | {"call.needs": "nothing", "call.timing": "end", "tongits.hand_melds": False}
    hands, stock, events = passing(rules, 16)
    called = [*events, event(0, "call"), event(1, "fold", forced=True), event(2, "fold", forced=True)]
    assert record(rules, 0, hands, stock, called)["result"]["ending"] == "draw"
    assert record(rules, 0, hands, stock, events)["result"]["ending"] == "stock_out"


def test_r2_the_120th_turn() -> None:
    rules = DEFAULTS | {"draw.take_discard": "free", "tongits.hand_melds": False}
    hands, stock, events = passing(rules, 1)
    offered, held = events[0]["card"], [list(hand) for hand in hands]
    held[0].remove(offered)
    for turn in range(1, 120):
        seat = turn % 3
        gone = held[seat].pop(0)
        held[seat].append(offered)
        events += [event(seat, "take", card=offered), event(seat, "discard", card=gone)]
        offered = gone
    over = record(rules, 0, hands, stock, events)
    assert over["result"]["ending"] == "stock_out"
    assert check_record(over) == []
    again = [*events, event(0, "take", card=offered)]
    assert rules_broken(over | {"events": again}) == {"R12"}
    assert rules_broken(over | {"events": events[:-2]}) == {"R2"}


def test_r8_a_missing_or_wrong_declaration() -> None:
    hand = "4c 5c 6c 7c 8d 9d Td Jd Qd 2s 2h 2d 2c"
    hands, stock = deal(DEFAULTS, 0, (hand, "", ""), "")
    shown = event(0, "tongits", melds=["4c 5c 6c 7c", "8d 9d Td Jd Qd", "2s 2h 2d 2c"])
    good = record(DEFAULTS, 0, hands, stock, [shown])
    assert check_record(good) == []
    assert good["result"]["counts"][0] == 0
    assert rules_broken(good | {"events": []}) == {"R8"}
    assert rules_broken(good | {"events": [event(0, "discard", card="2c")]}) == {"R8"}
    assert rules_broken(good | {"events": [event(0, "tongits", melds=[])]}) == {"R8"}


# --- files -----------------------------------------------------------------------------------------------------------


def lines_of(name: str, games: int, matches: int = 2) -> list[str]:
    """A file of matches played at random."""
    rng = Random(name)
    played = [play_match(rng, preset(name), games=games, name=name, match=match) for match in range(matches)]
    return [json.dumps(one) for match in played for one in match]


def test_a_file_of_matches_is_fine() -> None:
    lines = lines_of("sjs", games=5, matches=3)
    assert len(lines) == 15
    assert check_file(lines) == []
    assert check_file(lines[:7]) == []  # it may stop anywhere


def test_a_file_that_skips_mixes_or_repeats_games_is_refused() -> None:
    lines = lines_of("sjs", games=3)
    for broken in (
        lines[1:],
        lines[:1] + lines[2:],
        lines[:2] + lines[3:],
        [lines[0], lines[3], lines[1]],
        lines[:3] + lines[:3],
        lines[:1] + lines,
        [*lines, "{"],
        ["[]"],
    ):
        assert check_file(broken) != []


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda r: r["after"].update(next_dealer=(r["after"]["next_dealer"] + 1) % 3), "R1.2"),
        (lambda r: r["rules"].update(name="other"), "format"),
        (lambda r: r["before"].update(jackpot=r["before"]["jackpot"] + 3), "R15"),
    ],
    ids=["next dealer", "rules", "jackpot"],
)
def test_the_chain_of_a_match_is_checked(change: Change, rule: str) -> None:
    records = [json.loads(line) for line in lines_of("sjs", games=3, matches=1)]
    change(records[1])
    problems = check_file(json.dumps(one) for one in records)
    assert any(problem.startswith(rule) and "(line " in problem for problem in problems)


@pytest.mark.parametrize(
    ("before", "rule"),
    [
        (Match(1800, 1, 1), None),
        (Match(600, 1, 1), None),
        (Match(0, None, 0), None),
        (Match(700, 1, 1), "R15"),
        (Match(3000, 1, 1), "R15"),  # more than three games can have put in
        (Match(600, 1, 2), "R15"),
        (Match(600, 2, 1), "R1.2"),
        (Match(600, 1, 1, [0, 1, 0]), "R15.2"),
    ],
    ids=str,
)
def test_r15_before_is_possible(before: Match, rule: str | None) -> None:
    played = short_game(before=before, game=3)
    assert rules_broken(played) == (set() if rule is None else {rule})


def test_r15_2_a_progressive_match_ends_at_the_target() -> None:
    rules = preset("pagat+progressive")
    played = short_game(rules, before=Match(0, None, 0, [95, 95, 95]), game=5, match_over=False)
    assert rules_broken(played) == {"R15.2"}
    assert rules_broken(short_game(rules, before=Match(0, None, 0, [95, 95, 95]), game=5)) == set()
    assert rules_broken(short_game(rules, before=Match(0, None, 0, [0, 0, 100]), game=5)) == {"R15.2"}


def test_a_record_of_an_earlier_version_means_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    knob, old = "call.block_long_meld", copy.deepcopy(GOOD)
    absent = old["rules"]["knobs"].pop(knob)
    monkeypatch.setattr(shape, "FORMATS", ("tongits-game/1", "tongits-game/2"))
    assert check_record(old) == [f"part 2: knob {knob} is missing"]
    monkeypatch.setitem(LATER, knob, (2, absent))
    assert check_record(old) == []
    assert check_record({**old, "format": "tongits-game/2"}) == [f"part 2: knob {knob} is missing"]
    (problem,) = check_record({**GOOD, "format": "tongits-game/1"})
    assert problem == f"part 2: knob {knob} came with a later version"
