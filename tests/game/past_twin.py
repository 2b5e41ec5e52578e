"""The slow, obvious twin of `game/match_history.py`: what the others may know of a game, then plain counting.

`shown` throws away everything of a record that not everybody saw; `remembered` reads nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]

FIELDS = (
    "past_calls",
    "past_shown",
    "past_call_points",
    "past_bluffs",
    "past_challenges",
    "past_folds",
    "past_showdowns",
    "past_showdown_points",
    "past_opened",
    "past_open_turns",
    "past_call_turns",
)


def shown(record: Record) -> dict[str, Any]:
    """What everybody at the table has seen of a game when it is over.

    Of events only who did what, without cards; who called, challenged and folded, but not who was asked; and the counts
    that were compared, which are those of players who had to lay their hands open.
    """
    events = []
    for event in record["events"]:
        meld = event["act"] == "take" and "cards" in event  # not into the hand, nor onto a meld
        events.append({"seat": event["seat"], "act": event["act"], "meld": meld})
    return {
        "knobs": record["rules"]["knobs"],
        "dealer": record["dealer"],
        "events": events,
        "counts": {seat: record["result"]["counts"][seat] for seat in compared(record)},
    }


def compared(record: Record) -> list[int]:
    """The seats whose hands are laid open at the end to be compared (R11, R12)."""
    knobs, ending = record["rules"]["knobs"], record["result"]["ending"]
    acts = {name: [e["seat"] for e in record["events"] if e["act"] == name] for name in ("call", "challenge", "fold")}
    if ending == "challenge" and knobs["showdown.who"] == "caller_and_challengers":
        return sorted(acts["call"] + acts["challenge"])
    if ending == "challenge":
        able = [seat for seat in range(3) if seat not in acts["call"] and may_challenge(record, seat)]
        return sorted(acts["call"] + able)
    if ending != "stock_out":
        return []
    if knobs["stock_out.eligible"] == "all":
        return [0, 1, 2]
    saves = knobs["stock_out.eligible"] == "open_or_secret" and knobs["secrets.saves_from_sunog"]
    seats = [seat for seat in range(3) if opened(record, seat) or (saves and has_secret(record, seat))]
    seats = seats or [0, 1, 2]
    return seats if len(seats) > 1 else []


def may_challenge(record: Record, seat: int) -> bool:
    """R10, with the hand known."""
    knobs = record["rules"]["knobs"]
    if opened(record, seat) or knobs["response.needs"] == "nothing":
        return True
    grants = knobs["response.needs"] == "open_or_secret" and knobs["secrets.grants"] != "none"
    return grants and has_secret(record, seat)


def opened(record: Record, seat: int) -> bool:
    return any(opens(event) for event in record["events"] if event["seat"] == seat)


def opens(event: Mapping[str, Any]) -> bool:
    return event["act"] == "lay" or (event["act"] == "take" and ("cards" in event or bool(event.get("meld"))))


def has_secret(record: Record, seat: int) -> bool:
    """R5.2: a secret laid face down, or with `privilege = held` four of a kind or a long run left in the hand."""
    knobs = record["rules"]["knobs"]
    if any(event["act"] == "secret" and event["seat"] == seat for event in record["events"]):
        return True
    return knobs["secrets.privilege"] == "held" and holds_secret(record, seat)


def holds_secret(record: Record, seat: int) -> bool:
    """Whether the cards left in a hand hold a secret of the kinds that count, jokers left aside."""
    knobs = record["rules"]["knobs"]
    hand = set(record["hands"][seat])
    for event in (event for event in record["events"] if event["seat"] == seat):
        if event["act"] == "draw":
            hand.add(event["card"])
        else:  # a card taken into the hand (R4 free) is never in a secret
            hand -= {*event.get("cards", []), event.get("card")}
    if knobs["secrets.kinds"] == "none":
        return False
    ranks = "A23456789TJQK"
    if any(all(rank + suit in hand for suit in "cdhs") for rank in ranks):
        return True
    if knobs["secrets.kinds"] != "set4_run":
        return False
    circle = {"low": ranks, "high": ranks[1:] + "A", "both": ranks + "A"}[knobs["melds.ace_runs"]]
    size = knobs["secrets.run_min"]
    starts = range(len(circle) - size + 1)
    return any(all(rank + suit in hand for rank in circle[at : at + size]) for suit in "cdhs" for at in starts)


def remembered(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    counts: dict[str, Any] = {name: [0, 0, 0] for name in FIELDS}
    counts["past_games"] = len(games)
    for game in games:
        for seat in range(3):
            for name, more in _of_seat(game, seat).items():
                counts[name][seat] += more
    return counts


def _of_seat(game: Mapping[str, Any], seat: int) -> dict[str, int]:
    knobs = game["knobs"]
    count = game["counts"].get(seat)
    own = [(event, turn) for event, turn in zip(game["events"], own_turns(game), strict=True) if event["seat"] == seat]
    acts = {event["act"] for event, _ in own}
    first = next((turn for event, turn in own if opens(event)), 0)
    grants = knobs["response.needs"] == "open_or_secret" and knobs["secrets.grants"] != "none"
    visible = first > 0 or knobs["response.needs"] == "nothing" or (grants and "secret" in acts)
    shown_call = "call" in acts and count is not None
    return {
        "past_calls": int("call" in acts),
        "past_shown": int(shown_call),
        "past_call_points": count if shown_call else 0,
        "past_bluffs": int(shown_call and count > 30),
        "past_challenges": int("challenge" in acts),
        "past_folds": int(visible and "fold" in acts),
        "past_showdowns": int(count is not None),
        "past_showdown_points": count or 0,
        "past_opened": int(first > 0),
        "past_open_turns": first,
        "past_call_turns": turns_begun(game, seat) - first if first else 0,
    }


def own_turns(game: Mapping[str, Any]) -> list[int]:
    """For each event the number of the turn of the seat in turn: a discard ends a turn."""
    turns, done = [], 0
    for event in game["events"]:
        turns.append(done // 3 + 1)
        done += event["act"] == "discard"
    return turns


def turns_begun(game: Mapping[str, Any], seat: int) -> int:
    """How many turns a seat has begun: all before the last discard, and the one that the game ended in."""
    events, knobs = game["events"], game["knobs"]
    acts = [event["act"] for event in events]
    begun = acts.count("discard")
    played = [act for act in acts if act not in ("challenge", "fold")]
    if played[-1] == "call":
        begun += knobs["call.timing"] != "end"
    elif played[-1] == "tongits":
        begun += len(played) < 2 or played[-2] != "discard"
    elif played[-1] == "draw":  # `at_draw`
        begun += 1
    elif played[-1] == "discard":
        begun += knobs["stock_out.moment"] == "failed_draw"
    return int(begun - (seat - game["dealer"]) % 3 + 2) // 3
