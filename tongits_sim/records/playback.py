"""Prints a game record for people: turns, hands after each turn, ending and payments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tongits_sim.cards import U, card_text, cards_in, parse_card
from tongits_sim.game.board import Board
from tongits_sim.game.legality import showdown_count
from tongits_sim.records.events import Event, by_face, by_rank, with_face
from tongits_sim.records.meld_lists import arranged_melds
from tongits_sim.records.replay import rules_of
from tongits_sim.records.schema import Record, hundredths, named, seat_names
from tongits_sim.rules import RuleSet
from tongits_sim.run.faults import Fault
from tongits_sim.run.files import printable

_ENDINGS = {
    "tongits": "Tongits: seat {winner} has no card left outside melds (R8).",
    "draw": "A draw: nobody challenged, so seat {winner}, who called, wins and no hands are compared (R11).",
    "challenge": "A challenged draw: the lowest count wins, which is seat {winner}'s (R11).",
    "stock_out": "The stock has run out: of the seats that compete, seat {winner} has the lowest count and wins (R12).",
    "spread": "A spread: seat {winner} was dealt nothing but melds (R1.3).",
    "void": "The stock has run out and nobody may compete: the game is void (R12).",
}
_PARTS = {
    "base": "for the win (R14)",
    "sunog": "burned losers pay more (R14.2)",
    "bonus": "for the winner's aces, kings and secrets (R14.3)",
    "sagasa": "for sagasas on the way (R5.3)",
    "pot": "the antes (R15)",
    "jackpot": "stakes, and what was taken out (R15)",
    "fees": "kept by the house (R15)",
}


def playback(record: Record) -> Iterator[str]:
    """The lines of a record's text. The record must be of checked form (`form.checked_form`)."""
    names = seat_names(record["players"])
    return (named(line, names) for line in _playback(record))


def _playback(record: Record) -> Iterator[str]:
    yield from _heading(record)
    table = PlaybackTable(record)
    yield from table.hand_lines((0, 1, 2), "is dealt")
    for event in record["events"]:
        yield from table.play(event)
    yield from table.turn_end()
    yield from ending_lines(record)
    yield ""
    yield from _payments(record)
    yield from _afterwards(record)


def playback_stopped(record: Record, fault: Fault) -> Iterator[str]:
    """The lines of a game that a bot's fault ended: the moves, the hands and the table at the end, and the fault."""
    names = seat_names(record["players"])
    return (named(line, names) for line in _playback_stopped(record, fault))


def _playback_stopped(record: Record, fault: Fault) -> Iterator[str]:
    yield from _heading(record)
    table = PlaybackTable(record)
    yield from table.hand_lines((0, 1, 2), "is dealt")
    for event in record["events"]:
        yield from table.play(event)
    yield ""
    yield from table.hand_lines((0, 1, 2), "holds")
    for number, (owner, cards) in enumerate(zip(table.owners, table.melds, strict=True)):
        yield f"meld {number + 1}, seat {owner}'s: {' '.join(cards)}"
    detail = f" ({printable(fault.detail)})" if fault.detail else ""
    yield f"Here the bot {printable(fault.label)} {fault.failure}{detail}."


def describe_event(record: Record, number: int) -> str:
    """Describe event `number` (from 0) of a record of right form: `discards 9d`."""
    table = PlaybackTable(record)
    for event in record["events"][:number]:
        for _ in table.play(event):
            pass
    event = record["events"][number]
    return named(table.describe_event(event).removeprefix(f"seat {event['seat']} "), seat_names(record["players"]))


def _heading(record: Record) -> Iterator[str]:
    over = ", the last of its match" if record["match_over"] else ""
    rules = printable(record["rules"]["name"])
    yield f"Game {record['game'] + 1} of match {record['match'] + 1}{over}. Seed {record['seed']}, rules {rules}."
    yield f"Players in turn order: {', '.join(seat_names(record['players']))}. Seat {record['dealer']} deals."
    before = record["before"]
    if before["jackpot"]:
        yield f"The jackpot holds {_amount(before['jackpot'])} before this game's stakes."
    if before["streak"]:
        yield f"Seat {before['streak_seat']} has won the last {_count(before['streak'], 'game')}."
    if any(before["scores"]):
        yield f"Scores so far: {', '.join(map(str, before['scores']))}."
    yield ""


class PlaybackTable:
    """The hands and melds of a record's game, event by event."""

    def __init__(self, record: Record) -> None:
        self.rules: RuleSet = rules_of(record)
        self.board = Board(self.rules)
        self.hands = [{parse_card(card) for card in hand} for hand in record["hands"]]
        self.stock = len(record["stock"])
        self.melds: list[list[str]] = []
        self.owners: list[int] = []
        self.turn = 0
        self.seat = -1

    # ---- lines -----------------------------------------------------------------------------------------------------

    def play(self, event: Event) -> Iterator[str]:
        """Describe an event and perform it."""
        act, seat = event["act"], event["seat"]
        if act == "spread":
            yield f"Seat {seat} has a spread: {_melds(event['melds'])}"
            self.seat = -1
            return
        if seat != self.seat and act not in ("challenge", "fold"):
            yield from self.turn_end()
            self.turn += 1
            self.seat = seat
            yield f"Turn {self.turn}: seat {seat}, {_count(self.stock, 'card')} in the stock"
        yield f"  {self.describe_event(event)}"
        self.perform(event)

    def turn_end(self) -> Iterator[str]:
        """The line with the hand of the seat whose turn ends; nothing before the first turn."""
        if self.seat >= 0:
            yield from self.hand_lines((self.seat,), "holds", "  ")

    def hand_lines(self, seats: tuple[int, ...], verb: str, indent: str = "") -> Iterator[str]:
        """The hands of some seats, with melds in brackets."""
        for seat in seats:
            text, count = self.hand_text(seat)
            yield f"{indent}seat {seat} {verb} {text or 'no card'} (counts {count})"
        yield ""

    def hand_text(self, seat: int) -> tuple[str, int]:
        """A hand in its best arrangement, and its count."""
        melds, loose, count = self.arranged(seat)
        return " ".join([*(f"[{' '.join(meld)}]" for meld in melds), *loose]), count

    def arranged(self, seat: int) -> tuple[list[list[str]], list[str], int]:
        """A hand in its best arrangement: melds, other cards by rank, and its count."""
        game, rules = self.board.game, self.board.rules
        game.hands[seat] = U(sum(1 << card for card in self.hands[seat]))
        self.board.rearrange(seat)
        melds = arranged_melds(game, rules, seat)
        loose = self.hands[seat] - {card for meld in melds for card in meld}
        others = [card_text(card) for card in sorted(loose, key=by_rank)]
        return [[card_text(card) for card in meld] for meld in melds], others, int(showdown_count(game, rules, seat))

    def describe_event(self, event: Event) -> str:
        """One event in words."""
        act, seat = event["act"], event["seat"]
        if act == "draw":
            return f"draws {event['card']}"
        if act == "discard":
            return f"discards {event['card']}"
        if act in ("lay", "secret"):
            how = " face down, a secret" if act == "secret" else ""
            return f"lays {self._faces(event)}{how} (meld {len(self.melds) + 1})"
        if act == "sapaw":
            return f"adds {with_face(event, event['card'])} to {self._target(event)}"
        if act == "take":
            return f"takes the discard {event['card']} {self._use(event)}"
        if act == "call":
            return f"calls a draw, with a count of {self.hand_text(seat)[1]}"
        if act == "challenge":
            return f"seat {seat} challenges, with a count of {self.hand_text(seat)[1]}"
        if act == "fold":
            return f"seat {seat} folds{', for it may not challenge (R10)' if event['forced'] else ''}"
        return f"has Tongits{', showing ' + _melds(event['melds']) if event['melds'] else ''}"

    def _faces(self, event: Event) -> str:
        return " ".join(with_face(event, card) for card in event["cards"])

    def _target(self, event: Event) -> str:
        number = event["onto"]
        if number >= len(self.melds):
            return f"meld {number + 1}"
        owner = "its own" if self.owners[number] == event["seat"] else f"seat {self.owners[number]}'s"
        return f"{owner} meld {number + 1}, {' '.join(self.melds[number])}"

    def _use(self, event: Event) -> str:
        if "cards" in event:
            return f"for a new meld, {self._faces(event)} (meld {len(self.melds) + 1})"
        if "onto" in event:
            stands = f", standing for {event['as'][event['card']]}," if "as" in event else ""
            return f"and adds it{stands} to {self._target(event)}"
        return "into the hand"

    # ---- state -----------------------------------------------------------------------------------------------------

    def perform(self, event: Event) -> None:
        """Move the cards of an event (`draw`, `take`, `lay`, `sapaw`, `discard`, ...)."""
        act, hand = event["act"], self.hands[event["seat"]]
        if act == "draw":
            self.stock -= 1
            hand.add(parse_card(event["card"]))
        elif act in ("discard", "sapaw"):
            hand.discard(parse_card(event["card"]))
        elif act == "take" and "cards" not in event and "onto" not in event:
            hand.add(parse_card(event["card"]))
        if "cards" in event:
            hand.difference_update(parse_card(card) for card in event["cards"])
            self.melds.append([with_face(event, card) for card in event["cards"]])
            self.owners.append(event["seat"])
        if "onto" in event and event["onto"] < len(self.melds):
            meld = self.melds[event["onto"]]
            meld.append(with_face(event, event["card"]))
            meld.sort(key=by_face)


def _melds(melds: list[list[str]]) -> str:
    parts = [cards_in(sum(1 << parse_card(card) for card in meld)) for meld in melds]
    return " ".join(f"[{' '.join(card_text(card) for card in part)}]" for part in parts)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _amount(value: Any) -> str:
    cents = hundredths(value)
    sign = "-" if cents < 0 else ""
    cents = abs(cents)
    return f"{sign}{cents // 100}.{cents % 100:02}".removesuffix(".00")


# ---- the end ------------------------------------------------------------------------------------------------------


def ending_lines(record: Record) -> Iterator[str]:
    """Sentences on the winner, the reason and the counts."""
    result = record["result"]
    yield _ENDINGS[result["ending"]].format(winner=result["winner"])
    counts = ", ".join(f"seat {seat} {count}" for seat, count in enumerate(result["counts"]))
    burned = [f"seat {seat}" for seat in range(3) if result["burned"][seat]]
    yield f"Counts: {counts}.{' Burned (R13): ' + ' and '.join(burned) + '.' if burned else ''}"


def _payments(record: Record) -> Iterator[str]:
    result = record["result"]
    rows = [(part, amounts, _PARTS[part]) for part, amounts in result["parts"].items() if any(amounts)]
    names = [name[:14] for name in seat_names(record["players"])]
    wide = max(9, *(len(name) + 2 for name in names))
    yield f"{'In units':10}" + "".join(f"{name:>{wide}}" for name in names)
    for name, amounts, why in [*rows, ("payout", result["payout"], "")]:
        yield (f"{name:10}" + "".join(f"{_amount(amount):>{wide}}" for amount in amounts) + f"  {why}").rstrip()
    yield ""


def _afterwards(record: Record) -> Iterator[str]:
    after = record["after"]
    said = [f"The jackpot holds {_amount(after['jackpot'])}."] if after["jackpot"] else []
    if after["streak"]:
        said.append(f"Seat {after['streak_seat']} has won the last {_count(after['streak'], 'game')}.")
    if any(after["scores"]):
        said.append(f"Scores: {', '.join(map(str, after['scores']))}.")
    said.append("The match is over." if record["match_over"] else f"Seat {after['next_dealer']} deals next.")
    yield " ".join(said)
