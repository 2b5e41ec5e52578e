import copy
from collections import Counter
from random import Random
from typing import Any

from tests.naive import DEFAULTS, PRESETS, preset
from tests.naive_player import deal, legal_events, play_match
from tests.referee import check_record
from tests.referee.game import begin, problem
from tests.referee.scenes import meld, table

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


# --- what is spoiled is refused --------------------------------------------------------------------------------------


def spoiled(one: dict[str, Any], rng: Random) -> dict[str, Any]:
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
        for one in play_match(rng, preset(name), games=3, name=name):
            bad = spoiled(one, rng)
            assert check_record(one) == []
            assert check_record(bad) != [], (one, bad)
