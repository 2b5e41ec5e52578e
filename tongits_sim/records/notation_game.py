"""A written game played by the engine: a record if everything is known, else what can be verified of it.

Cards that nobody wrote down are filled in so that every move is possible, several times over. A move that is legal for
one of these deals is possible; one that is legal for none of many is refused with its rule.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tongits_sim.any_game.record_form import Record, RecordError, units
from tongits_sim.cards import NATURALS, card_text, cards_in, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.state import DECISION_CALL, DECISION_DISCARD, DECISION_DRAW, DECISION_OVER, DECISION_RESPOND
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, event_of, word_of
from tongits_sim.records.form import FORMAT
from tongits_sim.records.notation import SEATS, Move, NotationError, Place, Sheet
from tongits_sim.records.replay import ANSWERS, dealt_board, verify
from tongits_sim.records.write import chain_of, record_of, rules_sheet
from tongits_sim.rules import RuleError, RuleSet, load
from tongits_sim.rules.ruleset import KNOBS, find

DEALS = 60
"""Deals of the unknown cards that are tried before a move is refused."""
_STATED = sum(knob.since == 1 for knob in KNOBS.values())
"""Settings of a sheet that states every house rule; later ones may be missing."""
_AUTOMATIC = ("tongits", "spread")


@dataclass
class Written:
    """A written game, played.

    Attributes:
        rules: the house rules.
        record: the whole game; None if not everything is known.
        events: the moves, with what the rules did by themselves; cards that were not written are as in `board`.
        board: the game after its last move, for one deal of the unknown cards.
        unknown: hands (by seat) with cards that were not written.
        ended: the game is over.
        notes: what was verified and what cannot be, in sentences.
    """

    rules: RuleSet
    record: Record | None
    events: list[Event]
    board: Board
    unknown: tuple[int, ...] = ()
    ended: bool = False
    notes: list[str] = field(default_factory=list)


class _Illegal(TongitsError):  # noqa: N818 - caught here
    """A move that is illegal for this deal."""

    def __init__(self, move: int, why: tuple[str, str]) -> None:
        super().__init__(why[1])
        self.move = move
        self.why = why


def play_sheet(sheet: Sheet, rules: RuleSet | None = None) -> Written:
    """Play a written game.

    Args:
        sheet: as `read_sheet` gives it.
        rules: instead of those it names.

    Raises:
        NotationError: it cannot be; the place is that of the move or the line.
    """
    chosen = rules or rules_of_sheet(sheet)
    dealer = _dealer(sheet)
    _check_hands(sheet, dealer, int(chosen.knobs()["jokers.count"]))
    known = _all_known(sheet, dealer, chosen)
    chance = random.Random(0)
    worst: _Illegal | None = None
    for _ in range(1 if known else DEALS):
        hands, stock = _Filling(sheet, dealer, chosen, chance).cards()
        try:
            return _playback(sheet, chosen, dealer, hands, stock, known)
        except _Illegal as illegal:
            worst = illegal if worst is None or illegal.move > worst.move else worst
    assert worst is not None
    raise _error(sheet, worst)


def _error(sheet: Sheet, illegal: _Illegal) -> NotationError:
    """The error for an illegal move, or for one that is missing."""
    rule, reason = illegal.why
    moves = sheet.moves
    if illegal.move < len(moves):
        return moves[illegal.move].place.error(f"{rule}: {reason}")
    place = moves[-1].place if moves else next(iter(sheet.places.values()))
    return place.error(f"{rule}: {reason}", len(place.source) + 1)


# ---- what is written ------------------------------------------------------------------------------------------------


def rules_of_sheet(sheet: Sheet) -> RuleSet:
    """The rules that a sheet names; pagat if it names none. No file is read for it.

    Raises:
        NotationError: there are no such rules.
    """
    name = sheet.rules or "pagat"
    settings = [setting for setting, _ in sheet.settings]
    try:
        if not any(separator in name for separator in ("/", "\\")) and not name.lower().endswith(".toml"):
            try:
                return load(name, settings)
            except RuleError:
                if len(settings) < _STATED:
                    raise
        pairs = (setting.partition("=") for setting in settings)
        knobs = {key.strip(): find(key.strip()).parse(value.strip()) for key, _, value in pairs}
        if len(knobs) < _STATED:
            raise RuleError(f"{name!r} is not a preset: set every house rule, or name a preset")
        return RuleSet.stored(knobs, name=name)
    except RuleError as error:
        place = sheet.settings[-1][1] if sheet.settings else sheet.rules_place
        if place is None:
            raise NotationError(str(error)) from None
        raise place.error(str(error).rstrip(".")) from None


def _dealer(sheet: Sheet) -> int:
    """The dealer: as written, or whoever moves first."""
    if sheet.dealer is not None:
        return sheet.dealer
    if sheet.moves and sheet.moves[0].act != "spread":
        return sheet.moves[0].seat
    large = [seat for seat, hand in sheet.hands.items() if len(hand) == 13]
    return large[0] if large else 0


def _check_hands(sheet: Sheet, dealer: int, jokers: int) -> None:
    """Check the sizes of hands and stock, and that no card is in two places."""
    places: dict[str, str] = {}
    parts = [(f"hand {SEATS[seat]}", hand, 13 if seat == dealer else 12) for seat, hand in sheet.hands.items()]
    if sheet.stock is not None:
        parts.append(("stock", sheet.stock, 15 + jokers))
    for name, cards, most in parts:
        place = sheet.places[name]
        if len(cards) > most:
            raise place.error(f"R1: {name} has {len(cards)} cards, {most} is the most")
        for card in filter(None, cards):
            if card in places:
                raise place.error(f"R1: {card} is in {places[card]} and in {name}")
            if card.startswith("X") and int(card[1]) > jokers:
                raise place.error(f"R1: there is no {card} in the deck of these rules")
            places[card] = name


def _all_known(sheet: Sheet, dealer: int, rules: RuleSet) -> bool:
    """Whether every card that anybody held is written."""
    whole = all(
        "" not in sheet.hands.get(seat, [""]) and len(sheet.hands[seat]) == (13 if seat == dealer else 12)
        for seat in range(3)
    )
    if not whole:
        return False
    stock = sheet.stock or []
    draws = [move for move in sheet.moves if move.act == "draw"]
    drawn = all(move.card or (number < len(stock) and stock[number]) for number, move in enumerate(draws))
    secrets = all("" not in move.cards for move in sheet.moves)
    return drawn and secrets


# ---- cards nobody wrote ---------------------------------------------------------------------------------------------


class _Filling:
    """One way to fill in the cards that are not written: everybody holds what they play."""

    def __init__(self, sheet: Sheet, dealer: int, rules: RuleSet, chance: random.Random) -> None:
        self.sheet = sheet
        self.chance = chance
        jokers = int(rules.knobs()["jokers.count"])
        self.deck = [card_text(card) for card in cards_in(int(NATURALS))] + ["X1", "X2"][:jokers]
        self.hands = [self._padded(sheet.hands.get(seat, []), 13 if seat == dealer else 12) for seat in range(3)]
        self.stock = self._padded(sheet.stock or [], 15 + jokers)
        self.places: dict[str, tuple[int, int]] = {}
        """Where a card lies that is known: part (0 to 2 a hand, 3 the stock) and index."""

    @staticmethod
    def _padded(cards: Sequence[str], size: int) -> list[str]:
        return [*cards, *[""] * (size - len(cards))]

    def cards(self) -> tuple[list[list[str]], list[str]]:
        """The dealt hands and the stock. Raises NotationError."""
        for part, cards in enumerate([*self.hands, self.stock]):
            for index, card in enumerate(cards):
                if card:
                    self.places[card] = part, index
        self._known_draws()
        self._played_cards()
        rest = [card for card in self.deck if card not in self.places]
        if self._order_is_unknown():
            self.chance.shuffle(rest)
        for cards in (*self.hands, self.stock):
            for index, card in enumerate(cards):
                if not card:
                    cards[index] = rest.pop(0)
        return self.hands, self.stock

    def _order_is_unknown(self) -> bool:
        return any("" in hand for hand in self.hands) or any(
            not self.stock[number] for number in range(sum(move.act == "draw" for move in self.sheet.moves))
        )

    def _known_draws(self) -> None:
        """Put the cards that draws name where they were drawn."""
        number = 0
        for move in self.sheet.moves:
            if move.act != "draw":
                continue
            if number >= len(self.stock):
                raise move.place.error(f"R4: the stock has only {len(self.stock)} cards")
            stated = self.stock[number]
            if move.card:
                if stated and stated != move.card:
                    raise move.place.error(f"R4: the card is {stated}, not {move.card}")
                if not stated and move.card in self.places:
                    raise move.place.error(f"R1: {move.card} lies elsewhere already")
                self._check_exists(move.card, move.place)
                self.stock[number] = move.card
                self.places[move.card] = 3, number
            number += 1

    def _check_exists(self, card: str, place: Place) -> None:
        if card not in self.deck:
            raise place.error(f"R1: there is no {card} in the deck of these rules")

    def _played_cards(self) -> None:
        """Give everybody the cards that they play, from the unknown ones they may hold by then."""
        drawn: list[list[int]] = [[], [], []]
        number, offer = 0, ""
        for move in self.sheet.moves:
            if move.act == "draw":
                drawn[move.seat].append(number)
                number += 1
            own = [card for card in move.cards if card and not (move.act == "take" and card == offer)]
            if move.act in ("discard", "sapaw"):
                own = [move.card]
            if move.act == "secret" and "" in move.cards:
                own = self._secret(move)
            for card in own:
                self._hold(card, move, drawn[move.seat])
            if move.act == "discard":
                offer = move.card

    def _hold(self, card: str, move: Move, drawn: Sequence[int]) -> None:
        """Make sure that a seat can hold a card; the engine sees to cards that are known."""
        self._check_exists(card, move.place)
        if card in self.places:
            return
        free = [(move.seat, index) for index, held in enumerate(self.hands[move.seat]) if not held]
        free += [(3, number) for number in drawn if not self.stock[number]]
        if not free:
            raise move.place.error(f"R7: {SEATS[move.seat]} cannot hold {card}: all its cards are known")
        part, index = self.chance.choice(free)
        (self.stock if part == 3 else self.hands[part])[index] = card
        self.places[card] = part, index

    def _secret(self, move: Move) -> list[str]:
        """Four cards of one rank for a secret whose cards nobody saw, if there are four left."""
        if len(move.cards) != 4 or any(move.cards):
            return [card for card in move.cards if card]
        free = [rank for rank in "A23456789TJQK" if all(rank + suit not in self.places for suit in "cdhs")]
        return [self.chance.choice(free) + suit for suit in "cdhs"] if free else []


# ---- playing --------------------------------------------------------------------------------------------------------


def _playback(
    sheet: Sheet, rules: RuleSet, dealer: int, hands: list[list[str]], stock: list[str], known: bool
) -> Written:
    """The game played with these cards. Raises NotationError, _Illegal."""
    jackpot = Decimal(sheet.jackpot)
    before = {
        "jackpot": units(int(jackpot * 100)),
        "streak_seat": sheet.streak[0] if sheet.streak and sheet.streak[1] else None,
        "streak": sheet.streak[1] if sheet.streak else 0,
        "scores": list(sheet.scores),
    }
    begun = {
        "format": FORMAT,
        "rules": rules_sheet(rules),
        "game": sheet.numbers.get("game", 0),
        "match_over": sheet.last,
        "dealer": dealer,
        "before": before,
        "hands": [[card_text(card) for card in sorted(map(parse_card, hand), key=_order)] for hand in hands],
        "stock": stock,
    }
    try:
        board = dealt_board(begun)
    except RecordError as error:
        place = next(iter(sheet.places.values()), sheet.moves[0].place if sheet.moves else Place(1, 1, ""))
        raise place.error(f"{error.rule}: {error.reason}") from None
    events, ended = _Driver(board, sheet.moves).drive()
    unknown = tuple(seat for seat in range(3) if _seat_unknown(sheet, seat, dealer))
    written = Written(rules, None, events, board, unknown, ended)
    if ended and known:
        written.record = _record(sheet, board, begun)
    written.notes = _notes(written, sheet, known)
    return written


def _order(card: int) -> tuple[bool, int]:
    """The order of cards in a record: by suit and rank, jokers last."""
    return card & 15 >= 13, card


def _record(sheet: Sheet, board: Board, begun: Record) -> Record:
    """The record of a finished game. Raises NotationError."""
    board.match.seed = sheet.numbers.get("seed", 0)
    board.match.match = sheet.numbers.get("match", 0)
    before = chain_of(board)
    board.finish()
    if sheet.next_dealer is not None and begun["rules"]["knobs"]["deal.next_dealer"] == "random":
        board.match.dealer = sheet.next_dealer
    names = [sheet.names.get(seat, SEATS[seat]) for seat in range(3)]
    record = record_of(board, begun["rules"], names, before)
    try:
        verify(record)
    except RecordError as error:
        raise NotationError(f"{error.rule}: {error.reason}") from None
    return record


def _seat_unknown(sheet: Sheet, seat: int, dealer: int) -> bool:
    """Whether cards that a seat has held were not written."""
    hand = sheet.hands.get(seat, [])
    stock, number = sheet.stock or [], 0
    for move in sheet.moves:
        if move.act == "draw":
            if move.seat == seat and not move.card and not (number < len(stock) and stock[number]):
                return True
            number += 1
    return len(hand) < (13 if seat == dealer else 12) or "" in hand


def _notes(written: Written, sheet: Sheet, known: bool) -> list[str]:
    """What is verified and what cannot be."""
    count = len(sheet.moves)
    moves = f"{count} move{'' if count == 1 else 's'}"
    if known and written.ended:
        notes = [f"Verified: all {moves}, the end of the game and every payment."]
        undrawn, size = int(written.board.view.stock_left), int(written.board.game.stock_size)
        if undrawn and len(list(filter(None, sheet.stock or []))) < size:
            notes.append(f"The order of the {undrawn} cards that nobody drew is not known: they are in order of suit.")
        return notes
    if known:
        return [f"Verified: the {moves} so far. The game has not ended."]
    notes = [f"Possible: there is a deal of the unknown cards for which the {moves} are legal."]
    seats = ", ".join(SEATS[seat] for seat in written.unknown)
    notes.append(
        f"Not verified, for cards of {seats or 'the stock'} are unknown: whether they held what they claim, counts"
        + (", who won and the payments." if written.ended else ".")
    )
    return notes


class _Driver:
    """Plays moves on a dealt board, and what the rules do by themselves between them."""

    def __init__(self, board: Board, moves: Sequence[Move]) -> None:
        self.board = board
        self.moves = moves
        self.next = 0
        self.events: list[Event] = []
        self.offer = -1
        self.melds: list[set[str]] = []

    def drive(self) -> tuple[list[Event], bool]:
        """Play all moves; the events, and whether the game is over. Raises _Illegal, NotationError."""
        board = self.board
        before = Snapshot(board)
        logged = 0  # a spread is in the log as soon as the cards are dealt
        while True:
            before.take(board)
            decision = int(board.advance())
            if not self._follow(logged, before):
                return self.events, False
            if decision == DECISION_OVER:
                break
            if self.next >= len(self.moves):
                return self.events, self._lapses()
            logged = board.logged
            before.take(board)
            self._answer(decision)
            self._follow(logged, before)
            logged = board.logged
        if self.next < len(self.moves):
            raise _Illegal(self.next, ("R2", "the game is over"))
        return self.events, True

    def _lapses(self) -> bool:
        """Whether the game is over if nobody calls or takes any more; if it is not, the board stays as it is."""
        board = self.board
        here, logged = Snapshot(board), board.logged
        here.take(board)
        while int(board.view.decision) in (DECISION_CALL, DECISION_DRAW):
            board.apply(0)
            if board.logged == logged and board.advance() == DECISION_OVER:
                return True
            if board.logged != logged:
                break
        board.restore(here, logged)
        return False

    def _answer(self, decision: int) -> None:
        """Answer a decision with the next move, or with 0 if it answers a later one."""
        board, event = self.board, self._event()
        word: Any = 0
        mine = event["seat"] == board.view.me
        if mine and event["act"] in ANSWERS[decision]:
            if decision == DECISION_CALL:
                word = 1
            elif decision == DECISION_RESPOND:
                word = int(event["act"] == "challenge")
            else:
                word = word_of(event)
        elif decision in (DECISION_RESPOND, DECISION_DISCARD) or (
            decision == DECISION_DRAW and not (mine and event["act"] == "draw")
        ):
            raise _Illegal(self.next, self._why(event, decision))
        reason = board.apply(word)
        if reason:
            raise _Illegal(self.next, why_not(event, board, reason))

    def _why(self, event: Event, decision: int) -> tuple[str, str]:
        if decision == DECISION_DRAW and event["seat"] == self.board.view.me:
            return "R4", "first draw (+) or take the discard (<)"
        return why_not(event, self.board)

    def _event(self) -> Event:
        """The next move as an event, complete enough to be judged."""
        move = self.moves[self.next]
        event: Event = {"seat": move.seat, "act": move.act}
        if move.act == "fold":
            event["forced"] = False
        if move.act in ("draw", "discard", "sapaw"):
            event["card"] = move.card
        if move.act == "take":
            event["card"] = card_text(self.offer) if self.offer >= 0 else move.card or (move.cards or ("Ac",))[0]
            if move.card and move.card != event["card"]:
                raise move.place.error(f"R4: the discard is {event['card']}, not {move.card}")
        if move.cards:
            event["cards"] = self._cards(move)
        if move.onto:
            event["onto"] = self._meld(move)
        if move.faces:
            event["as"] = dict(move.faces)
        return event

    def _cards(self, move: Move) -> list[str]:
        """The cards of a meld; those of a secret that nobody saw are taken from the hand."""
        cards = list(move.cards)
        if "" not in cards:
            return cards
        hand = {card_text(card) for card in cards_in(self.board.game.hands[move.seat])}
        shown = [card for card in cards if card]
        for rank in "A23456789TJQK":
            four = [rank + suit for suit in "cdhs"]
            if len(cards) == 4 and set(four) <= hand and set(shown) <= set(four):
                return four
        raise move.place.error("R5.2: a secret whose cards nobody saw can only be read if it is four of a kind")

    def _meld(self, move: Move) -> int:
        for number, cards in enumerate(self.melds):
            if move.onto in cards:
                return number
        raise move.place.error(f"R6: no meld on the table holds {move.onto}")

    def _follow(self, logged: int, before: Snapshot) -> bool:
        """Compare what the engine did with the moves; False if it went beyond the last of them: then it is undone."""
        board = self.board
        for number in range(logged, board.logged):
            done = event_of(board.rows[number], self.offer)
            move = self.moves[self.next] if self.next < len(self.moves) else None
            same = move is not None and move.seat == done["seat"] and move.act == done["act"]
            if not same and (done["act"] in _AUTOMATIC or done.get("forced")):
                self._note(done)
                continue
            if move is None:
                board.restore(before, logged)
                return False
            if not same or not self._fits(done, move):
                event = self._event()
                board.restore(before, logged)
                raise _Illegal(self.next, why_not(event, board, due=done))
            self.next += 1
            self._note(done)
        return True

    @staticmethod
    def _fits(done: Event, move: Move) -> bool:
        """Whether the engine's events are those that are written, as far as they are."""
        if done["act"] in ("draw", "discard", "sapaw"):
            return not move.card or move.card == done["card"]
        return "cards" not in done or set(filter(None, move.cards)) <= set(done["cards"])

    def _note(self, done: Event) -> None:
        self.events.append(done)
        if done["act"] == "discard":
            self.offer = parse_card(done["card"])
        elif done["act"] == "take":
            self.offer = -1
        if done["act"] in ("lay", "secret", "take") and "cards" in done:
            self.melds.append(set() if done["act"] == "secret" else _shown(done))
        elif "onto" in done:
            self.melds[done["onto"]] |= _shown({**done, "cards": [done["card"]]})


def _shown(done: Event) -> set[str]:
    """The natural cards that a move puts on the table: each is in one place only."""
    return {card for card in done["cards"] if not card.startswith("X")}
