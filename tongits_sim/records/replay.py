"""Replays a game record with the engine: verifies every event and compares every number (docs/reference/formats.md).

The record's events answer the engine's decisions in order; the engine's own actions must be in the record too. The
first error is raised with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from tongits_sim.cards import U, parse_card
from tongits_sim.compile.bits import game_stream, mix
from tongits_sim.game import state
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.deal import WORDS
from tongits_sim.game.settle import lowest_seats
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, action_code_of, event_of
from tongits_sim.records.file import Reading
from tongits_sim.records.form import checked_form, read_line
from tongits_sim.records.meld_lists import can_be_meld
from tongits_sim.records.schema import Record, RecordError, demand, hundredths
from tongits_sim.records.write import chain_of, is_path, result_of
from tongits_sim.rules import RuleError, RuleSet, load
from tongits_sim.rules.codes import DEAL_NEXT_DEALER_RANDOM, DEAL_NEXT_DEALER_WINNER

# The acts that answer a decision. Any other act answers 0 (no, stock, done), if 0 is an answer.
_ANSWERS = {
    state.DECISION_CALL: ("call",),
    state.DECISION_RESPOND: ("challenge", "fold"),
    state.DECISION_DRAW: ("take",),
    state.DECISION_LAY: ("lay", "secret"),
    state.DECISION_SAPAW: ("sapaw",),
    state.DECISION_DISCARD: ("discard",),
}
ANSWERS = {int(decision): acts for decision, acts in _ANSWERS.items()}
PART_RULES = dict(zip(state.PARTS, ("R14", "R14.2", "R14.3", "R5.3", "R15", "R15", "R15"), strict=True))
ENDING_RULES = {"tongits": "R8", "spread": "R1.3", "draw": "R11", "challenge": "R11", "stock_out": "R12", "void": "R12"}
_NO_END = 1 << 60


def replay(record: Mapping[str, Any]) -> list[str]:
    """The first error of a record, as a sentence that starts with the rule's number; empty if the record is valid."""
    try:
        verify(checked_form(record))
    except RecordError as error:
        return [str(error)]
    return []


def verify(record: Record) -> None:
    """Replay a record of checked form (`checked_form`, `read_line`). Raises RecordError."""
    board = dealt_board(record)
    play_events(board, record["events"])
    board.finish()
    _check_result(record, board)
    _check_after(record, board)


def dealt_board(record: Record, chance: Sequence[bool] = (False, False, False)) -> Board:
    """Deal the cards of a record of checked form on a board. Raises RecordError.

    Args:
        record: perhaps of a stopped game.
        chance: by seat, whether its bot uses random words. These equal the words of the game if the record has the
            game's seed and numbers.
    """
    rules = rules_of(record)
    board = Board(rules)
    _check_deal(record, rules.jokers.count)
    _check_before(record, board)
    if any(chance):
        board.begin_match(record["seed"], record["match"], record["game"] + 1)
        key = game_stream(board.match.key, U(record["game"]), WORDS)
        for seat in range(3):
            board.game.words[seat] = mix(U(key) + U(seat))
        board.game.chance[:] = chance
    _set_match(record, board)
    board.deal_deck(_deck(record))
    if any(chance):
        board.game.private_fields = 1
    return board


# ---- before the game ------------------------------------------------------------------------------------------------


def rules_of(record: Record) -> RuleSet:
    """The rules of a record. If they are named after a preset, their knobs must equal the preset's. Raises
    RecordError.
    """
    knobs = record["rules"]["knobs"]
    compound = [knob for knob, value in knobs.items() if isinstance(value, list | dict)]
    demand(not compound, f"{compound[0] if compound else ''} cannot be a list or an object", "part 2")
    items = tuple((knob, type(value), value) for knob, value in knobs.items())
    return _rules_of(record["rules"]["name"], items)


@lru_cache(maxsize=64)
def _rules_of(name: str, items: tuple[tuple[str, type, Any], ...]) -> RuleSet:
    knobs = {knob: _number(value) for knob, _, value in items}
    try:
        rules = RuleSet.from_knobs(knobs, name=name)
    except RuleError as error:
        raise RecordError("R9.4" if "R9.4" in str(error) else "part 2", str(error)) from None
    unknown = rules.payout and rules.payout.function is None
    demand(not unknown, f"the game is paid by {rules.payout}: name the rules that have it, --rules FILE", "R14")
    preset = _preset(name)
    if preset is not None:
        expected = preset.knobs()
        stated = rules.knobs()
        changed = next((knob for knob in {**stated, **expected} if expected.get(knob) != stated.get(knob)), "")
        has = expected.get(changed, "none")
        demand(not changed, f"{changed} is {stated.get(changed)}, but {name} has {has}", "part 3")
    return rules


def _number(value: Any) -> Any:
    """A JSON number as a value of a knob; a float only if the float is exact."""
    if not isinstance(value, Decimal):
        return value
    number = float(value)
    return number if Decimal(repr(number)) == value else str(value)


def _preset(name: str) -> RuleSet | None:
    try:
        return None if is_path(name) else load(name)
    except RuleError:
        return None


def _check_deal(record: Record, jokers: int) -> None:
    """R1: the deck is complete, each card once; 13 cards for the dealer, 12 for the others."""
    sizes = [len(hand) for hand in record["hands"]]
    expected = [13 if seat == record["dealer"] else 12 for seat in range(3)]
    demand(
        sizes == expected, f"the hands have {sizes} cards, with dealer {record['dealer']} it should be {expected}", "R1"
    )
    dealt = [card for hand in record["hands"] for card in hand] + record["stock"]
    double = [card for number, card in enumerate(dealt) if card in dealt[:number]]
    demand(not double, f"the card {double[0] if double else ''} was dealt twice", "R1")
    strange = [joker for joker in ("X1", "X2")[jokers:] if joker in dealt]
    demand(not strange, f"{' and '.join(strange)} with jokers.count = {jokers}", "R1")
    demand(len(dealt) == 52 + jokers, f"{len(dealt)} cards were dealt, not {52 + jokers}", "R1")


def _check_before(record: Record, board: Board) -> None:
    """R15: the money and the streak before the game are possible."""
    rules, before, game = board.rules, record["before"], record["game"]
    jackpot = hundredths(before["jackpot"])
    if game == 0:
        empty = jackpot == 0 and before["streak"] == 0 and not any(before["scores"])
        demand(empty, "before must be empty at game 0 of a match", "R15")
    endless = board.game.payout and not rules.jackpot_seed  # no jackpot ends a row of wins
    possible = (endless or before["streak"] < rules.jackpot_streak) and before["streak"] <= game
    demand(possible, f"a streak of {before['streak']} is impossible before game {game}", "R15")
    winner_deals = rules.deal_next_dealer == DEAL_NEXT_DEALER_WINNER
    if winner_deals and before["streak"]:
        demand(before["streak_seat"] == record["dealer"], "the winner of the last game is not the dealer", "R1.2")
    demand(_possible_jackpot(rules, jackpot, game), f"a jackpot of {before['jackpot']} is impossible here", "R15")
    target = int(rules.match_progressive_target)
    demand(target or not any(before["scores"]), "scores without match.progressive_target", "R15.2")
    demand(not target or max(before["scores"]) < target, "the match was over: a player had reached the target", "R15.2")


def _possible_jackpot(rules: Any, jackpot: int, game: int) -> bool:
    """Whether a jackpot (hundredths) can be the sum of a `seed` and later `add` stakes."""
    if jackpot == 0:
        return True
    seed = 3 * int(rules.jackpot_seed)
    add = 3 * int(rules.jackpot_add)
    more = jackpot - seed
    if rules.match_progressive_target > 0 or game == 0 or seed == 0 or more < 0:
        return False
    return more == 0 if add == 0 else more % add == 0 and more // add < game


def _set_match(record: Record, board: Board) -> None:
    match, before = board.match, record["before"]
    match.seed = 0
    match.match = 0
    match.game = record["game"]
    match.dealer = record["dealer"]
    match.jackpot = hundredths(before["jackpot"])
    match.streak = before["streak"]
    match.streak_seat = -1 if before["streak_seat"] is None else before["streak_seat"]
    match.scores[:] = before["scores"]
    match.last_game = record["game"] + 1 if record["match_over"] else _NO_END
    match.over = 0


def _deck(record: Record) -> list[int]:
    hands = [record["hands"][(record["dealer"] + step) % 3] for step in range(3)]
    return [parse_card(card) for card in [*hands[0], *hands[1], *hands[2], *record["stock"]]]


# ---- the game -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReplayedDecision:
    """A decision on the board, before it is performed."""

    decision: int  # a code of DECISION_*
    event: int  # the number of the next event, from 0, which answers the decision if it can
    answer: Any  # the action code; 0 is no, draw from the stock, or nothing


def play_events(board: Board, events: Sequence[Event], to_the_end: bool = True) -> None:
    """Play a dealt game by its events.

    Without `to_the_end`, events may stop anywhere; the game then stops at the first decision without an answer. Raises
    RecordError.
    """
    for _ in decisions(board, events, to_the_end):
        pass


def decisions(board: Board, events: Sequence[Event], to_the_end: bool = True) -> Iterator[ReplayedDecision]:
    """`play_events`, but yield each decision while the board stands at it."""
    compared, offer = 0, -1
    before = Snapshot(board)
    while True:
        before.take(board)
        decision = board.advance()
        compared, offer = _compare(board, events, compared, offer, before, to_the_end)
        if decision == state.DECISION_OVER:
            break
        event = events[compared] if compared < len(events) else None
        if event is None and not to_the_end:
            return
        answer = _answer(board, decision, event, compared)
        yield ReplayedDecision(decision, compared, answer)
        reason = board.apply(answer)
        if reason:
            raise _refusal(event, compared, why_not(event, board, reason))
        compared, offer = _compare(board, events, compared, offer, before, to_the_end)
    if compared < len(events):
        rule = ENDING_RULES[("tongits", "draw", "challenge", "stock_out", "spread")[board.game.ending]]
        raise _refusal(events[compared], compared, (rule, "the game is over"))


def _refusal(event: Event | None, number: int, why: tuple[str, str]) -> RecordError:
    """The error for an illegal event; `number` counts from 0, the message from 1."""
    where = f" (event {number + 1}: {event['act']} of seat {event['seat']})" if event is not None else ""
    return RecordError(why[0], why[1] + where)


def _answer(board: Board, decision: int, event: Event | None, number: int) -> Any:
    """The action code with which the event answers the decision; 0 if the event does not answer."""
    if event is not None and event["seat"] == board.view.me and event["act"] in ANSWERS[decision]:
        if decision == state.DECISION_CALL:
            return 1
        if decision == state.DECISION_RESPOND:
            if event.get("forced"):
                raise _refusal(event, number, ("R10", "this fold is not forced: the seat may challenge"))
            return int(event["act"] == "challenge")
        if event.get("onto", 0) >= board.view.n_melds and "onto" in event:
            rule = "R4" if decision == state.DECISION_DRAW else "R6"
            raise _refusal(event, number, (rule, f"there is no meld {event['onto']}"))
        return action_code_of(event)
    if decision in (state.DECISION_RESPOND, state.DECISION_DISCARD):
        seat = int(board.view.me)
        what = "answer" if decision == state.DECISION_RESPOND else "discard"
        if event is None:
            rule = "R10" if decision == state.DECISION_RESPOND else "R2"
            raise RecordError(rule, f"the record ends before the {what} of seat {seat}")
        raise _refusal(event, number, why_not(event, board))
    return 0


def _compare(
    board: Board, events: Sequence[Event], compared: int, offer: int, before: Snapshot, to_the_end: bool
) -> tuple[int, int]:
    """Compare new rows of the engine's log with the events; returns the number of compared rows and the last
    discard.
    """
    rows = board.logged if to_the_end else min(board.logged, len(events))
    for number in range(compared, rows):
        done = event_of(board.rows[number], offer)
        event = events[number] if number < len(events) else None
        if event is None:
            missing = f"the record ends where seat {done['seat']} must {_due(done)}"
            raise RecordError(_rule_of(done), missing)
        if not _same(done, event, board):
            raise _refusal(event, number, why_not(event, before, due=done))
        if done["act"] == "discard":
            offer = parse_card(done["card"])
    return rows, offer


def _due(done: Event) -> str:
    words = {"tongits": "win by tongits", "spread": "win by a spread", "fold": "fold"}
    return words.get(done["act"], f"{done['act']} {done.get('card', '')}").strip()


def _rule_of(done: Event) -> str:
    return {"tongits": "R8", "spread": "R1.3", "fold": "R10"}.get(done["act"], "R2")


def _same(done: Event, event: Event, board: Board) -> bool:
    """Whether an event matches the engine's."""
    if done["act"] != event["act"] or done["seat"] != event["seat"]:
        return False
    if done["act"] in ("tongits", "spread"):
        return _shows_hand(event, board)
    if "cards" in done and sorted(done["cards"]) != sorted(event.get("cards", [])):
        return False
    return all(done[key] == event.get(key) for key in done if key != "cards") and set(done) == set(event)


def _shows_hand(event: Event, board: Board) -> bool:
    """Whether `melds` hold each card of the hand once, all in melds."""
    rules = board.rules
    melds = [[parse_card(card) for card in meld] for meld in event["melds"]]
    cards = [card for meld in melds for card in meld]
    whole = len(set(cards)) == len(cards) and sum(1 << card for card in cards) == int(board.game.hands[event["seat"]])
    return whole and all(can_be_meld(m, int(rules.melds_ace_runs), int(rules.jokers_max_per_meld)) for m in melds)


# ---- after the game -------------------------------------------------------------------------------------------------


def _check_result(record: Record, board: Board) -> None:
    stated = record["result"]
    actual = result_of(board)
    rule = ENDING_RULES[actual["ending"]]
    _check(rule, "the ending", stated["ending"], actual["ending"])
    _check(_winner_rule(rule, board), "the winner", stated["winner"], actual["winner"])
    _check("R3", "counts", stated["counts"], actual["counts"])
    _check("R13", "burned", stated["burned"], actual["burned"])
    for part, part_rule in PART_RULES.items():
        _check_money(part_rule, part, stated["parts"][part], actual["parts"][part])
    _check_money("R14.4", "payout", stated["payout"], actual["payout"])


def _winner_rule(ending_rule: str, board: Board) -> str:
    """The rule that decides the winner: R11 or R12, or the rule of the tie if the lowest count is shared."""
    lowest = int(lowest_seats(board.game, board.view, board.rules, board.result))
    return f"{ending_rule}.2" if lowest.bit_count() > 1 else ending_rule


def _check(rule: str, what: str, stated: Any, actual: Any) -> None:
    demand(stated == actual, f"{what} should be {_json_text(actual)}, not {_json_text(stated)}", rule)


def _json_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_json_text(item) for item in value)}]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _check_money(rule: str, what: str, stated: list[Any], actual: list[Any]) -> None:
    same = [hundredths(amount) for amount in stated] == [hundredths(amount) for amount in actual]
    demand(same, f"{what} should be {_json_text(actual)}, not {_json_text(stated)}", rule)


def _check_after(record: Record, board: Board) -> None:
    stated = record["after"]
    actual = chain_of(board)
    _check_money("R15", "after.jackpot", [stated["jackpot"]], [actual["jackpot"]])
    _check("R15", "after.streak_seat", stated["streak_seat"], actual["streak_seat"])
    _check("R15", "after.streak", stated["streak"], actual["streak"])
    _check("R15.2", "after.scores", stated["scores"], actual["scores"])
    random_dealer = board.rules.deal_next_dealer == DEAL_NEXT_DEALER_RANDOM and board.result.winner >= 0
    if not random_dealer:
        _check("R1.2", "after.next_dealer", stated["next_dealer"], int(board.match.dealer))
    demand(
        bool(board.match.over) == record["match_over"], "a player has reached the target: the match is over", "R15.2"
    )


# ---- files ----------------------------------------------------------------------------------------------------------

_FORM = "a line of JSON that `tongits records` wrote, or is written by hand (docs/reference/notation.md)"
READING = Reading(read_line, verify, "dealer", "R1.2", "R15", _FORM)
"""Reads files of records, a game a line, and verifies each game and the sequence of games in a match."""
verified_records = READING.records
