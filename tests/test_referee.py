import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.edits import put
from tests.naive import preset
from tests.referee import check_record
from tests.referee.scenes import deal, event, record
from tests.referee.settle import Match
from tongits_sim.records.replay import replay

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
    """The rule numbers of the problems that the referee finds, where the engine finds one too."""
    found = {problem.split(":")[0] for problem in check_record(changed)}
    assert bool(replay(changed)) == bool(found)
    return found


def after_change(change: Change) -> set[str]:
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
    "ending": (put("result.ending", "draw"), "R11"),
    "winner": (put("result.winner", 0), "R11"),
    "counts": (put("result.counts.0", 1), "R3"),
    "burned": (put("result.burned.0", False), "R13"),
    "base": (put("result.parts.base.0", -2), "R14"),
    "sunog": (put("result.parts.sunog.0", 0), "R14.2"),
    "bonus": (put("result.parts.bonus.0", 1), "R14.3"),
    "sagasa": (put("result.parts.sagasa.0", 1), "R5.3"),
    "pot": (put("result.parts.pot.0", 1), "R15"),
    "jackpot": (put("result.parts.jackpot.0", -2), "R15"),
    "fees": (put("result.parts.fees.0", -0.01), "R15"),
    "payout": (put("result.payout.0", 0), "R14.4"),
    "after.jackpot": (put("after.jackpot", 6), "R15"),
    "after.streak": (put("after.streak", 2), "R15"),
    "after.scores": (put("after.scores", [1, 0, 0]), "R15.2"),
    "after.next_dealer": (put("after.next_dealer", 0), "R1.2"),
    "match_over": (put("match_over", False), "R15"),
}


@pytest.mark.parametrize("what", RESULT)
def test_every_number_of_the_result_is_checked(what: str) -> None:
    change, rule = RESULT[what]
    assert rule in after_change(change)


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
