"""Explains why an event of a record is illegal at its position: the rule and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tongits_sim.game import legality, log
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.illegal_reasons import CALL_AFTER_LONG_MELD, CALL_AFTER_OWN_SAPAW, NO_SUCH_MELD, REASONS
from tongits_sim.records.events import action_code_of
from tongits_sim.rules.codes import CALL_TIMING_AFTER_DRAW, CALL_TIMING_END, CALL_TIMING_START

Event = Mapping[str, Any]
Why = tuple[str, str]
Position = Board | Snapshot

_IN_BETWEEN = -1
"""Timing of a call between the first lay and the discard."""

_DRAWN = {int(act) for act in (log.ACT_DRAW, log.ACT_TAKE, log.ACT_TAKE_ONTO, log.ACT_TAKE_FREE)}

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


def why_not(event: Event | None, before: Position, reason: int = 0, due: Event | None = None) -> Why:
    """The rule that an illegal event breaks, and a sentence.

    Args:
        event: the event; None at the end of the record. before: the position before the event. reason: the engine's
        reason code, if it has checked the event. due: the event that must happen instead.
    """
    if event is None:
        return "R2", "the record ends before the game does"
    if due is not None and due["act"] in ("tongits", "spread"):
        if due["act"] == event["act"] and due["seat"] == event["seat"]:
            return _RULES[due["act"]], "the melds listed are not the cards in the hand, all in melds"
        return _RULES[due["act"]], f"seat {due['seat']} has won by {due['act']}, which must be declared now"
    if due is not None and due["act"] == "fold":
        return "R10", f"seat {due['seat']} may not challenge and must fold (forced) now"
    if reason:
        return _rule_of_reason(event, reason)
    if due is not None and due["act"] == "draw" and event["act"] in ("lay", "secret", "sapaw", "discard"):
        return "R2", f"seat {due['seat']} must draw or take a card first"
    return _turn_error(event, before, due) or _own_error(event, before, due) or _impossible(event, due)


def _rule_of_reason(event: Event, code: int) -> Why:
    """The rule and sentence of a reason code. Adding the discard to a meld cites R4, not R6."""
    rule, sentence = REASONS[code]
    if event["act"] == "take" and rule in ("R2", "R5", "R6"):
        rule = "R4"
    elif event["act"] == "sapaw" and rule in ("R2", "R7"):
        rule = "R6"
    return rule, sentence


def _turn_error(event: Event, before: Position, due: Event | None) -> Why | None:
    if event["act"] == "call" and before.view.seat == event["seat"]:
        return None  # a call after the discard: the reason is in R9
    if due is not None and due["seat"] != event["seat"]:
        return "R2", f"it is the turn of seat {due['seat']}"
    if due is None and before.view.me != event["seat"]:
        rule = "R10" if event["act"] in ("challenge", "fold") else "R2"
        return rule, f"it is seat {before.view.me}'s decision"
    return None


def _impossible(event: Event, due: Event | None) -> Why:
    if due is not None and due["act"] == event["act"] and "card" in due:
        return _RULES[event["act"]], f"the card is {due['card']}, not {event.get('card')}"
    rule = _RULES[event["act"]] if event["act"] in ("draw", "take") else "R2"
    return rule, "this is not possible now"


def _own_error(event: Event, before: Position, due: Event | None) -> Why | None:
    """Why the event is illegal at the position; None if legal."""
    if event["act"] in ("draw", "tongits", "spread"):
        return None
    waiting = before.view.caller >= 0
    if event["act"] == "fold":
        return "R10", "this fold is not possible now" if waiting else "nobody has to answer a call now"
    if event["act"] == "challenge" and not waiting:
        return "R10", "nobody has to answer a call now"
    if event["act"] == "call" and waiting:
        return "R9", "a draw has been called already"
    reason = _reason(event, before, due)
    return _rule_of_reason(event, reason) if reason else None


def _reason(event: Event, before: Position, due: Event | None) -> int:
    """The reason code of a take, lay, secret, sapaw, discard, call or challenge; 0 if it is legal."""
    game, view, rules, seat, act = before.game, before.view, before.rules, event["seat"], event["act"]
    if act == "call":
        begun = view.seat == seat and view.turn > 0  # else the call opens the seat's turn
        turn = int(view.turns[seat]) + (0 if begun else 1)
        timing = _call_timing(event, before, due) if begun else CALL_TIMING_START
        reason = int(legality.check_call(game, view, rules, seat, turn, timing))
        if reason or timing != CALL_TIMING_AFTER_DRAW:
            return reason
        # The engine did not ask, so R9.3 forbade the call; its marks are already cleared.
        return CALL_AFTER_OWN_SAPAW if rules.call_block_own_sapaw else CALL_AFTER_LONG_MELD
    if act == "challenge":
        return int(legality.check_challenge(game, view, rules, seat))
    if event.get("onto", 0) >= max(int(view.n_melds), 1):
        return NO_SUCH_MELD
    word = action_code_of(event)
    if act in ("lay", "secret"):
        return int(legality.check_lay(game, view, rules, seat, word)[0])
    if act == "sapaw":
        return int(legality.check_sapaw(game, view, rules, seat, word))
    if act == "discard":
        return int(legality.check_discard(game, seat, legality.legal_discards(game, view, rules, seat), word))
    return int(legality.check_offer(view)) or _take_reason(event, before, word)


def _call_timing(event: Event, before: Position, due: Event | None) -> int:
    """The timing of a call within a turn; the end if another seat's turn has begun."""
    if due is not None and due["seat"] != event["seat"]:
        return CALL_TIMING_END
    just_drawn = isinstance(before, Board) and before.logged and log.LoggedAction.of(before.rows[-1]).act in _DRAWN
    return CALL_TIMING_AFTER_DRAW if just_drawn else _IN_BETWEEN


def _take_reason(event: Event, before: Position, word: np.uint64) -> int:
    """The reason code of taking the discard on offer."""
    game, view, rules, seat = before.game, before.view, before.rules, event["seat"]
    if "cards" in event:
        return int(legality.check_take_meld(game, view, rules, seat, word)[0])
    if "onto" in event:
        return int(legality.check_extend(view, rules, seat, word))
    return int(legality.check_take_free(rules))
