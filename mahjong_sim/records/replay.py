"""Replays game records: the engine verifies every act and computes every payment anew.

A record holds only acts. The next act shows if a seat could win or meld and did not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import numpy as np

from mahjong_sim.game import state
from mahjong_sim.game.board import Board
from mahjong_sim.game.legality import REASONS
from mahjong_sim.game.match import hand_value
from mahjong_sim.hands.value import ITEMS, item_names
from mahjong_sim.records.form import Event, action_of, event_of, read_line
from mahjong_sim.records.steps import ending_lines, steps_of
from mahjong_sim.records.write import chain_of, result_of
from mahjong_sim.rules import RuleError, RuleSet
from mahjong_sim.rules.record import CLAIM_CHOW_ANY
from mahjong_sim.tiles import NAMES, copies, parse_tile
from tongits_sim.records.file import Reading
from tongits_sim.records.frames import Step
from tongits_sim.records.schema import Record, RecordError, demand, hundredths, in_hundredths, named, seat_names
from tongits_sim.run.files import printable

_PARTS = {
    "hand": "for the hand (V10)",
    "flowers": "for flowers (V4)",
    "beauty": "for dragons in the first round (V8)",
    "news": "for winds in the first round (V8)",
    "kang": "for kangs (V7)",
    "secret": "for secrets (V7)",
    "sagasa": "for sagasas (V7)",
    "pot": "stakes, and what was taken out (V12)",
}


def playback(record: Record) -> Iterator[str]:
    """The lines of a verified record's text."""
    names = seat_names(record["players"])
    return (named(line, names) for line in _playback(record, names))


def _playback(record: Record, names: list[str]) -> Iterator[str]:
    yield from _heading(record, names)
    first, *moves = steps_of(record)
    for seat in range(len(names)):
        yield _hand(first, seat, "is dealt")
    for turn, steps in itertools.groupby(moves, key=lambda step: step.turn):
        acts = list(steps)
        seat = acts[0].seat
        left = acts[-1].stock
        yield ""
        yield f"Turn {turn}: seat {seat}, {left} tiles left in the wall"
        yield from (f"  {step.text}" for step in acts)
        yield f"  {_hand(acts[-1], seat, 'holds')}"
    yield ""
    yield from ending_lines(record)
    yield ""
    yield from _payments(record, names)
    over = "The match is over." if record["match_over"] else f"Seat {record['after']['next_mano']} is mano next."
    pot = record["after"]["pot"]
    yield (f"The pot holds {pot:g}. " if pot else "") + over


def _heading(record: Record, names: list[str]) -> Iterator[str]:
    over = ", the last of its match" if record["match_over"] else ""
    rules = printable(record["rules"]["name"])
    yield f"Game {record['game'] + 1} of match {record['match'] + 1}{over}. Seed {record['seed']}, rules {rules}."
    dice = " and ".join(map(str, record["dice"]))
    yield f"Players in turn order: {', '.join(names)}. Seat {record['mano']} is mano. The dice show {dice}."
    if record["before"]["pot"]:
        yield f"The pot holds {record['before']['pot']:g}."
    yield ""


def _hand(step: Step, seat: int, verb: str) -> str:
    melds = [f"[{' '.join(tiles)}]" for owner, tiles in step.table if owner == seat]
    return f"seat {seat} {verb} {' '.join([*step.hands[seat].loose, *melds]) or 'no tile'}"


def _payments(record: Record, players: list[str]) -> Iterator[str]:
    result = record["result"]
    rows = [(part, amounts, _PARTS[part]) for part, amounts in result["parts"].items() if any(amounts)]
    heads = [name[:12] for name in players]
    wide = max(9, *(len(name) + 2 for name in heads))
    yield f"{'In units':10}" + "".join(f"{name:>{wide}}" for name in heads)
    for name, amounts, why in [*rows, ("payout", result["payout"], "")]:
        yield (f"{name:10}" + "".join(f"{amount:>{wide}g}" for amount in amounts) + f"  {why}").rstrip()
    yield ""


_RULES = {"flower": "V4", "draw": "V3", "back": "V3", "indicator": "V12", "discard": "V5", "win": "V9", "void": "V3"}
_MELD_RULES = {"chow": "V6", "pung": "V6", "kang": "V7", "secret": "V7", "sagasa": "V7", "beauty": "V8", "news": "V8"}
_ANSWERS = {
    int(state.DECISION_CLAIM): "meld",
    int(state.DECISION_DECLARE): "declare",
    int(state.DECISION_DISCARD): "discard",
}


def verify(record: Record) -> Board:
    """Replay a record of checked form; returns the board after the game.

    Raises:
        RecordError: an act, a payment or another value breaks a rule, which the error names.
    """
    board = begin(record)
    at, done = 0, 0
    while True:
        decision = board.advance()
        at, done = _compare_events(board, record, at, done)
        if decision == state.DECISION_OVER:
            break
        reason = board.apply(_answer(board, decision, record["events"], at))
        if reason:
            rule, why = REASONS[reason]
            raise RecordError(rule, f"event {at + 1}, {_short(record['events'][at])}: {why}")
    extra = record["events"][at:]
    demand(not extra, f"event {at + 1}: the game is over, nothing may follow", _rule_of(extra[0]) if extra else "")
    board.finish()
    _compare_results(board, record)
    return board


def begin(record: Record) -> Board:
    """A board on which the game of a record is dealt.

    Raises:
        RecordError: the rules or the wall are impossible.
    """
    stated: dict[str, Any] = record["rules"]["knobs"]
    knobs = {name: float(value) if isinstance(value, Decimal) else value for name, value in stated.items()}
    try:
        rules = RuleSet.from_knobs(knobs, name=record["rules"]["name"])
    except RuleError as error:
        raise RecordError("format", f"rules: {error}") from None
    wall = [parse_tile(text) for text in record["wall"]]
    for kind in range(len(NAMES)):
        demand(wall.count(kind) == copies(kind), f"the wall has {wall.count(kind)} {NAMES[kind]}", "V1")
    board = Board(rules)
    before = record["before"]
    board.begin_match(record["seed"] % 2**64, record["match"], record["game"] + (1 if record["match_over"] else 2))
    board.match["game"] = record["game"]
    board.match["mano"] = record["mano"]
    board.match["pot"] = hundredths(before["pot"])
    board.match["markers"][:] = before["markers"]
    board.match["staked"][:] = [hundredths(amount) for amount in before["staked"]]
    dice, joker_dice = (6 * (record[key][0] - 1) + record[key][1] - 1 for key in ("dice", "joker_dice"))
    board.deal_deck(wall, dice, joker_dice)
    return board


def _compare_events(board: Board, record: Record, at: int, done: int) -> tuple[int, int]:
    """Compare the engine's rows from `done` on with the events from `at` on; returns the next `at` and `done`."""
    rows = board.rows
    for row in rows[done:]:
        if row[state.Column.act] != state.ACT_DECISION:
            wanted = event_of(row)
            event = record["events"][at] if at < len(record["events"]) else None
            if event != wanted:
                _stop(at, event, wanted)
            at += 1
    return at, len(rows)


def _stop(at: int, event: Event | None, wanted: Event) -> None:
    """Raise the error for an event other than the event that the rules require."""
    if event is None:
        raise RecordError(_rule_of(wanted), f"the record ends after {at} events; {_short(wanted)} must follow")
    if (event["seat"], event["act"]) == (wanted["seat"], wanted["act"]):
        raise RecordError(_rule_of(event), f"event {at + 1}, {_short(event)}: it must be {_short(wanted)}")
    raise RecordError(
        _rule_of(event), f"event {at + 1}, {_short(event)}: that is not possible here, {_short(wanted)} must follow"
    )


def _answer(board: Board, decision: int, events: list[Event], at: int) -> int:
    """The action code of the deciding seat that leads to the events from `at` on."""
    seat = int(board.view["mahjong_me"])
    if decision == state.DECISION_WIN:
        for event in events[at:]:
            if event["act"] != "win":
                break
            if event["seat"] == seat:
                return 1
        return 0
    event = events[at] if at < len(events) else {"seat": -1, "act": ""}
    if (event["seat"], event["act"]) == (seat, _ANSWERS[decision]):
        if decision == state.DECISION_CLAIM and event["meld"] == "chow" and _chow_comes_later(board, seat):
            return 0
        return action_of(event)
    if decision == state.DECISION_DISCARD:
        what = _short(event) if event["act"] else "the end"
        raise RecordError("V5", f"event {at + 1}, {what}: seat {seat} must discard")
    return 0


def _chow_comes_later(board: Board, seat: int) -> bool:
    """Whether a seat must first pass its pung before it may chow (V6)."""
    view = board.view
    in_turn = seat == (int(view["offered_by"]) + 1) % state.SEATS
    return bool(view["may_pung"]) and not in_turn and int(board.rules["claim_chow"]) == CLAIM_CHOW_ANY


def _compare_results(board: Board, record: Record) -> None:
    wanted = result_of(board.result)
    result = record["result"]
    for key, rule in (("ending", "V9"), ("winners", "V6"), ("discarder", "V11"), ("values", "V10")):
        _compare(f"result.{key}", result[key], wanted[key], rule)
    for seat in range(state.SEATS):
        _compare_items(board, seat, result["items"], wanted["items"])
    for part in state.PARTS:
        _compare(
            f"result.parts.{part}", result["parts"][part], wanted["parts"][part], "V12" if part == "pot" else "V11"
        )
    _compare("result.payout", result["payout"], wanted["payout"], "V11")
    after = {**chain_of(board.match), "next_mano": int(board.match["mano"])}
    for key, value in after.items():
        _compare(f"after.{key}", record["after"][key], value, "V2" if key == "next_mano" else "V12")


def _compare_items(board: Board, seat: int, items: list[list[str]], wanted: list[list[str]]) -> None:
    """Compare the items that a hand is paid for. Of several readings with the same value, each is right.

    To test a list, the hand is valued with prices that favour the list's items slightly over all lists of the same
    value.
    """
    stated = items[seat]
    right = set(stated) == set(wanted[seat])
    if not right and wanted[seat] and ("quick" in stated) == ("quick" in wanted[seat]):
        prices = board.rules.copy()
        for item in ITEMS:
            prices[f"hand_{item}"] = prices[f"hand_{item}"] * 2 * len(ITEMS) + (1 if item in stated else -1)
        by_draw = bool(board.result["mahjong_ending"] == state.ENDING_BUNOT)
        bits = int(hand_value(board.game, board.view, prices, np.int64(seat), by_draw)[1])
        right = set(stated) == set(item_names(bits)) and _worth(board, stated) == _worth(board, wanted[seat])
    demand(right and len(stated) == len(set(stated)), f"result.items is {_json(items)}, not {_json(wanted)}", "V10")


def _worth(board: Board, items: list[str]) -> int:
    return sum(int(board.rules[f"hand_{item}"]) for item in items)


def _compare(name: str, value: Any, wanted: Any, rule: str) -> None:
    demand(in_hundredths(value) == in_hundredths(wanted), f"{name} is {_json(value)}, not {_json(wanted)}", rule)


def _json(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_json, value))}]"
    return "null" if value is None else str(value)


def _rule_of(event: Event) -> str:
    return _MELD_RULES[event["meld"]] if "meld" in event else _RULES[event["act"]]


def _short(event: Event) -> str:
    """An event in short: `2 meld pung 5d`."""
    words = ("declared" if value is True else str(value) for value in event.values() if value is not None)
    return " ".join(words)


_FORM = "a line of JSON that `tongits mahjong records` wrote"
READING = Reading(read_line, verify, "mano", "V2", "V12", _FORM)
verified_records = READING.records
