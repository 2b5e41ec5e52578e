"""Why an event of a record could not happen where it stands: the rule and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tongits_sim.game import legality
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.legality import REASONS
from tongits_sim.records.events import word_of
from tongits_sim.rules.codes import (
    CALL_TIMING_START,
    CALL_ZERO_COUNT_FIGHT_ONLY_AT_ZERO,
    DRAW_TAKE_DISCARD_FREE,
)

Event = Mapping[str, Any]
Why = tuple[str, str]
Table = Board | Snapshot

_RULES = {
    "draw": "R4",
    "take": "R4",
    "lay": "R5",
    "secret": "R5.2",
    "sapaw": "R6",
    "discard": "R7",
    "call": "R9",
    "challenge": "R10",
    "fold": "R10",
    "tongits": "R8",
    "spread": "R1.3",
}


def why_not(event: Event | None, before: Table, reason: int = 0, due: Event | None = None) -> Why:
    """Why the event is refused. `reason`: the engine's code, if it has judged it; `due`: what must be done instead."""
    if event is None:
        return "R2", "the record ends before the game does"
    if due is not None and due["act"] in ("tongits", "spread"):
        if due["act"] == event["act"] and due["seat"] == event["seat"]:
            return _RULES[due["act"]], "the melds shown are not the cards still held, all in melds"
        return _RULES[due["act"]], f"seat {due['seat']} has won by {due['act']}, which must be declared now"
    if due is not None and due["act"] == "fold":
        return "R10", f"seat {due['seat']} may not challenge and must fold (forced) now"
    if reason:
        return _adapted(event, reason)
    if due is not None and due["act"] == "draw" and event["act"] in ("lay", "secret", "sapaw", "discard"):
        return "R2", f"seat {due['seat']} must draw or take a card first"
    return _wrong_seat(event, before, due) or _judged(event, before) or _otherwise(event, due)


def _adapted(event: Event, code: int) -> Why:
    """The reason in words; adding the discard to a meld is R4, not R6."""
    rule, sentence = REASONS[code]
    if event["act"] == "take" and rule in ("R2", "R5", "R6"):
        rule = "R4"
    elif event["act"] == "sapaw" and rule in ("R2", "R7"):
        rule = "R6"
    return rule, sentence


def _wrong_seat(event: Event, before: Table, due: Event | None) -> Why | None:
    if event["act"] == "call" and before.view.seat == event["seat"]:
        return None  # the call that comes with the discard: R9 says why not
    if due is not None and due["seat"] != event["seat"]:
        return "R2", f"it is the turn of seat {due['seat']}"
    if due is None and before.view.me != event["seat"]:
        rule = "R10" if event["act"] in ("challenge", "fold") else "R2"
        return rule, f"it is for seat {before.view.me} to decide"
    return None


def _otherwise(event: Event, due: Event | None) -> Why:
    if due is not None and due["act"] == event["act"] and "card" in due:
        return _RULES[event["act"]], f"the card is {due['card']}, not {event.get('card')}"
    rule = _RULES[event["act"]] if event["act"] in ("draw", "take") else "R2"
    return rule, "this is not possible now"


def _judged(event: Event, before: Table) -> Why | None:
    """What the rules say of the event itself, at that place."""
    act = event["act"]
    if act == "call":
        return _call(event, before)
    if act == "challenge":
        allowed = before.view.caller >= 0 and legality.may_challenge(
            before.game, before.view, before.rules, event["seat"]
        )
        return None if allowed else ("R10", "the seat may not challenge")
    if act == "fold":
        return "R10", "nobody has to answer a call now" if before.view.caller < 0 else "the fold is not as it should be"
    if act in ("draw", "tongits", "spread"):
        return None
    reason = _reason(event, before)
    return _adapted(event, reason) if reason else None


def _reason(event: Event, before: Table) -> int:
    """The reason code of a take, lay, secret, sapaw or discard; 0 where there is none."""
    game, view, rules, seat = before.game, before.view, before.rules, event["seat"]
    if event.get("onto", 0) >= max(int(view.n_melds), 1):
        return legality.NO_SUCH_MELD
    word = word_of(event)
    if event["act"] in ("lay", "secret"):
        return int(legality.check_lay(game, view, rules, seat, word)[0])
    if event["act"] == "sapaw":
        return int(legality.check_sapaw(game, view, rules, seat, word))
    if event["act"] == "discard":
        return int(legality.check_discard(game, seat, legality.legal_discards(game, view, rules, seat), word))
    if view.offer < 0 or view.offer_taken:
        return legality.TAKE_WITHOUT_DISCARD
    if "cards" in event:
        return int(legality.check_take_meld(game, view, rules, seat, word)[0])
    if "onto" in event:
        return int(legality.check_extend(view, rules, seat, word))
    return 0 if rules.draw_take_discard == DRAW_TAKE_DISCARD_FREE else legality.TAKE_NOT_ALLOWED


def _call(event: Event, before: Table) -> Why:
    """R9, in the order of its parts."""
    game, view, rules, seat = before.game, before.view, before.rules, event["seat"]
    begun = view.seat == seat  # his turn had begun, as under `end` timing
    turns = int(view.turns[seat]) + (0 if begun else 1)
    if begun == (rules.call_timing == CALL_TIMING_START) and view.turn > 0:
        return "R9", f"a draw is called at the {'start' if begun else 'end'} of a turn only"
    if turns < 2:
        return "R9.1", f"seat {seat} may not call on its first turn"
    if legality.is_blocked(view, rules, seat):
        return "R9.3", f"seat {seat} may not call after that sapaw or long meld"
    only_at_zero = rules.call_zero_count_fight == CALL_ZERO_COUNT_FIGHT_ONLY_AT_ZERO
    if only_at_zero and legality.showdown_count(game, rules, seat) != 0:
        return "R9.4", f"seat {seat} may call only with a count of 0"
    return "R9.2", f"seat {seat} lacks the meld that a call needs (call.needs, call.meld_age)"
