"""The random player under every preset, overlay and knob: the referee accepts its records, and no spoiled ones."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.naive import DEFAULTS, KNOBS, PRESETS, knob_problems, preset
from tests.naive.knobs import AMOUNTS, CHOICES, SHARES
from tests.naive_player import STYLES, Style, deal, legal_events, play, play_match
from tests.referee import check_file, check_record
from tests.referee.game import begin, problem
from tests.referee.scenes import event, meld, table

Knobs = dict[str, Any]

WHOLE_VALUES = {
    "jokers.points": (0, 5, 20),
    "melds.max_voluntary": (0, 1, 2),
    "call.meld_age": (0, 1, 2, 4),
    "match.progressive_target": (0, 20, 100),
}

BASES: dict[str, Knobs] = {
    "free for all": preset("pagat+joker") | {"draw.take_discard": "free", "tongits.spread": "any_player"},
    "end calls": preset("sjs")
    | {
        "jokers.count": 1,
        "jokers.max_per_meld": 2,
        "draw.take_discard": "extend_any",
        "jackpot.streak": 3,
        "jackpot.second_hit_extra": 1,
        "stock_out.moment": "failed_draw",
    },
    "play on": preset("online") | {"tongits.exit": "no_discard"},
    "plain totals": preset("rulesofcards")
    | {
        "jokers.count": 2,
        "jokers.points": 0,
        "jokers.block_secret_bonus": False,
        "secrets.kinds": "set4_run",
        "bonus.secret_run": 1,
        "bonus.long_run": 0.5,
        "bonus.meld_scope": "any_own",
    },
}
"""Rules under which as many knobs as possible make a difference."""


def values(knob: str) -> tuple[Any, ...]:
    """Values to try for a knob: all of them, or some amounts."""
    if knob in AMOUNTS:
        return 0, 1, 0.25, 2.05
    if knob in SHARES:
        return 0, 0.05, 0.333, 1
    return CHOICES[knob] if knob in CHOICES else WHOLE_VALUES[knob]


def played(name: str, rules: Knobs, matches: int, games: int, rigged: float = 0.3) -> list[dict[str, Any]]:
    """Records of matches played at random; the name is the seed."""
    rng = Random(name)
    matched = [play_match(rng, rules, games=games, name=name, match=match, rigged=rigged) for match in range(matches)]
    return [one for match in matched for one in match]


def problems_of(records: list[dict[str, Any]]) -> list[str]:
    """What the referee says to the file of these records."""
    return check_file(json.dumps(one) for one in records)


def check_money(records: list[dict[str, Any]]) -> None:
    """Invariants of part 6: transfers sum to zero, and the winner pays nothing in base, sunog and bonus."""
    for one in records:
        parts, winner = one["result"]["parts"], one["result"]["winner"]
        for part in ("base", "sunog", "bonus", "sagasa", "pot"):
            assert round(100 * sum(parts[part])) == 0
            assert winner is None or part == "sagasa" or parts[part][winner] >= 0
        assert all(amount <= 0 for amount in parts["fees"])


# --- everything is accepted ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("overlay", ["", "+joker", "+progressive", "+joker+progressive"])
@pytest.mark.parametrize("name", PRESETS)
def test_presets_and_overlays(name: str, overlay: str) -> None:
    records = played(name + overlay, preset(name + overlay), matches=1, games=4)
    assert problems_of(records) == []
    check_money(records)


@pytest.mark.parametrize("base", BASES)
def test_every_value_of_every_knob(base: str) -> None:
    for knob in KNOBS:
        for value in values(knob):
            rules = BASES[base] | {knob: value}
            if not knob_problems(rules):
                records = played(f"{knob}={value}", rules, matches=1, games=1)
                assert problems_of(records) == [], f"{knob}={value}"


def any_rules(rng: Random) -> Knobs:
    """Every knob at random; rarely progressive, so that there is money."""
    rules = {knob: rng.choice(values(knob)) for knob in KNOBS}
    return rules | {"match.progressive_target": rng.choice((0, 0, 0, 50))}


def allowed_rules(rng: Random, number: int) -> Iterator[Knobs]:
    """That many rule sets that are not refused."""
    while number:
        rules = any_rules(rng)
        if not knob_problems(rules):
            number -= 1
            yield rules


def test_all_knobs_at_random() -> None:
    for number, rules in enumerate(allowed_rules(Random(1), 60)):
        records = played(f"random {number}", rules, matches=1, games=2)
        assert problems_of(records) == [], rules
        check_money(records)


@pytest.mark.slow
def test_all_knobs_at_random_for_long() -> None:
    for number, rules in enumerate(allowed_rules(Random(2), 400)):
        records = played(f"long {number}", rules, matches=1, games=3)
        assert problems_of(records) == [], rules
        check_money(records)


# --- what comes up ---------------------------------------------------------------------------------------------------


def test_all_endings_and_acts_come_up() -> None:
    endings: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    rules = BASES["free for all"] | {"secrets.kinds": "set4_run"}
    for one in played("variety", rules, matches=40, games=3, rigged=0.4):
        endings[one["result"]["ending"]] += 1
        for done in one["events"]:
            joker = "as" in done
            how = "cards" if "cards" in done else "onto" if "onto" in done else "hand"
            acts[f"take {how}" if done["act"] == "take" else done["act"]] += 1
            acts[f"{done['act']} joker"] += joker
    assert set(endings) == {"tongits", "draw", "challenge", "stock_out", "spread"}
    expected = {"take cards", "take onto", "take hand", "lay", "secret", "sapaw", "call", "challenge", "fold"}
    assert expected <= set(+acts)
    assert {"lay joker", "take joker", "secret joker", "sapaw joker"} <= set(+acts)


def test_void_comes_up() -> None:
    rules = DEFAULTS | {"stock_out.nobody_eligible": "void", "tongits.hand_melds": False}
    idle = Style(call=0, take=0, lay=0, tidy=0)
    rng = Random(1)
    (one,) = play_match(rng, rules, styles=[idle] * 3)
    assert one["result"]["ending"] == "void"
    assert check_record(one) == []


def test_the_120th_turn_comes_up() -> None:
    rules = DEFAULTS | {"draw.take_discard": "free", "tongits.hand_melds": False}
    hoarder = Style(call=0, take=1, lay=0, tidy=0)
    (one,) = play_match(Random(1), rules, styles=[hoarder] * 3)
    turns = sum(done["act"] == "discard" for done in one["events"])
    assert turns == 120
    assert one["result"]["ending"] == "stock_out"
    assert check_record(one) == []


def test_a_sagasa_comes_up() -> None:
    rules = preset("ecoins")
    state = table(rules, ("2c 5d 9h", "9c", "9d"), [meld(rules, 0, "8c 8d 8h")], phase="act", drawn="8s")
    state.hands[0].append("8s")
    assert event(0, "sapaw", card="8s", onto=0) in legal_events(state)


# --- legal moves -----------------------------------------------------------------------------------------------------


def test_legal_events_at_the_start_of_a_turn() -> None:
    state = table(DEFAULTS, ("7c 7d 7s 8h 9h", "", ""), [meld(DEFAULTS, 0, "2c 2d 2h")], offered="7h", stock="Kc Kd")
    acts = Counter(one["act"] for one in legal_events(state))
    # with 7h: two of the three sevens, all three of them, or 8h 9h
    assert acts == {"call": 1, "draw": 1, "take": 3 + 1 + 1}


def test_legal_events_are_legal_and_tongits_comes_alone() -> None:
    rng = Random(2)
    for _ in range(20):
        hands, stock = deal(rng, DEFAULTS, 0, rigged=True)
        state = begin(DEFAULTS, 0, hands, stock)
        events = legal_events(state)
        assert events
        assert all(problem(state, one) is None for one in events)
        assert ("tongits" in {one["act"] for one in events}) == (state.phase == "declare")


def test_same_seed_same_game() -> None:
    rules = preset("casino_x+joker")
    first, second = (list(play_match(Random(9), rules, games=2)) for _ in range(2))
    assert first == second


def test_play_ends() -> None:
    hands, stock = deal(Random(3), DEFAULTS, 1, rigged=False)
    state = begin(DEFAULTS, 1, hands, stock)
    assert play(state, Random(3), STYLES[:3])
    assert state.phase == "over"


# --- what is spoiled is refused --------------------------------------------------------------------------------------


def spoiled(one: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A copy with one change that can never be right."""
    bad = copy.deepcopy(one)
    events, outcome2 = bad["events"], bad["result"]
    part = rng.choice(sorted(outcome2["parts"]))
    seat = rng.randrange(3)
    needed = [
        place for place, done in enumerate(events) if done["act"] in ("draw", "discard", "take", "challenge", "fold")
    ]
    place = rng.choice(needed) if needed else None
    match rng.randrange(8):
        case 0:
            events.pop()
        case 1:
            events.append(copy.deepcopy(events[-1]))
        case 2 if place is not None:
            events.pop(place)
        case 3 if place is not None:
            events[place]["seat"] = (events[place]["seat"] + 1) % 3
        case 4 if place is not None:
            events.insert(place, copy.deepcopy(events[place]))
        case 5:
            outcome2["counts"][seat] += 1
        case 6:
            outcome2["burned"][seat] = not outcome2["burned"][seat]
        case _:
            outcome2["parts"][part][seat] = round(outcome2["parts"][part][seat] + rng.choice((-0.01, 0.01, 1)), 2)
    return bad


def test_spoiled_records_are_refused() -> None:
    rng = Random(7)
    for name in (*PRESETS, *(f"{name}+joker" for name in PRESETS)):
        for one in played(name, preset(name), matches=2, games=2):
            bad = spoiled(one, rng)
            assert check_record(one) == []
            assert check_record(bad) != [], (one, bad)
