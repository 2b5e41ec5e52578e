"""Play a hand-written game through the engine. A complete game becomes a record; of an incomplete one only the moves
are checked.

Unknown cards are filled in at random so that every move is possible. A game is accepted if it is legal in at least one
of `DEALS` deals; else the illegal move is refused with its rule.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

from tongits_sim.cards import NATURALS, card_text, cards_in, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.state import DECISION_CALL, DECISION_DISCARD, DECISION_DRAW, DECISION_OVER, DECISION_RESPOND
from tongits_sim.records.diagnosis import why_not
from tongits_sim.records.events import Event, action_code_of, event_of, texts
from tongits_sim.records.form import FORMAT
from tongits_sim.records.notation import SEATS, Move, NotationError, NotationGame, TextLocation, each_sheet, is_notation
from tongits_sim.records.notation_sheet import (
    all_known,
    check_hands,
    dealer_of_sheet,
    played_moves,
    rules_of_sheet,
    with_draws,
)
from tongits_sim.records.replay import ANSWERS, READING, dealt_board, verify
from tongits_sim.records.schema import Record, RecordError, units
from tongits_sim.records.write import chain_of, record_of, rules_sheet
from tongits_sim.rules import RuleSet
from tongits_sim.rules.play_knobs import AceRuns, SecretKinds

DEALS = 60
"""How many deals of the unknown cards to try before a move is refused."""
_AUTOMATIC = ("tongits", "spread")


@dataclass
class PlayedNotation:
    """A written game after the engine played it."""

    rules: RuleSet  # the house rules
    record: Record | None  # the record; None if a card is unknown or the game has not ended
    # a record of the game as far as the writer saw it, never written to a file. Its moves are legal under this deal of
    # the unknown cards. `unknown`: seats with guessed cards; `result`: payouts (None: not written); `passed`: the last
    # move is a pass of a call; `lines`: the line of each event (0: an event by rule).
    partial_record: Record
    events: list[Event]  # the moves and the engine's own events; unknown cards are as in `board`
    board: Board  # the game after its last move, for a deal of the unknown cards
    unknown: tuple[int, ...] = ()  # seats with cards that were not written
    ended: bool = False
    notes: list[str] = field(default_factory=list)  # sentences about what is verified and what cannot be verified


Faces = tuple[tuple[str, str], ...]
"""Jokers and the cards they stand for."""


class _Illegal(TongitsError):  # noqa: N818 - caught here
    """A move is illegal in this deal."""

    def __init__(self, move: int, why: tuple[str, str]) -> None:
        super().__init__(why[1])
        self.move = move
        self.why = why


def play_sheet(sheet: NotationGame, rules: RuleSet | None = None) -> PlayedNotation:
    """Play a written game. Raises NotationError.

    Args:
        sheet: the game, from `read_sheet`.
        rules: override the rules of the sheet.
    """
    chosen = rules or rules_of_sheet(sheet)
    dealer = dealer_of_sheet(sheet)
    check_hands(sheet, dealer, chosen.jokers.count)
    sheet = replace(sheet, moves=with_draws(sheet, dealer))
    known = all_known(sheet, dealer, chosen)
    chance = random.Random(0)
    worst: _Illegal | None = None
    for _ in range(1 if known else DEALS):
        hands, stock, moves = _Filling(sheet, dealer, chosen, chance).cards()
        try:
            return _playback(replace(sheet, moves=moves), chosen, dealer, hands, stock, known)
        except _Illegal as illegal:
            worst = illegal if worst is None or illegal.move > worst.move else worst
    assert worst is not None
    raise _error(sheet, worst)


def _error(sheet: NotationGame, illegal: _Illegal) -> NotationError:
    """The error for an illegal or a missing move."""
    rule, reason = illegal.why
    reason = re.sub(r"\bseat ([0-2])\b", lambda match: sheet.name(int(match[1])), reason)
    moves = sheet.moves
    due = re.fullmatch(r"it is (?:the turn of )?(.+?)(?:'s decision)?", reason) if rule == "R2" else None
    if due is not None and illegal.move < len(moves):
        reason = f"it is the turn of {due[1]}; write a line of {due[1]} before this one, at least with the discard"
    if illegal.move < len(moves):
        return moves[illegal.move].place.error(f"{rule}: {reason}")
    place = moves[-1].place if moves else _first_place(sheet)
    return place.error(f"{rule}: {reason}", len(place.source) + 1)


# ---- unknown cards --------------------------------------------------------------------------------------------------


class _Filling:
    """An assignment of the unknown cards in which every seat holds the cards of its moves."""

    def __init__(self, sheet: NotationGame, dealer: int, rules: RuleSet, chance: random.Random) -> None:
        self.sheet = sheet
        self.rules = rules
        self.chance = chance
        jokers = rules.jokers.count
        self.deck = [card_text(card) for card in cards_in(int(NATURALS))] + ["X1", "X2"][:jokers]
        self.hands = [self._pad(sheet.hands.get(seat, []), 13 if seat == dealer else 12) for seat in range(3)]
        self.stock = self._pad(sheet.stock or [], 15 + jokers)
        self.places: dict[str, tuple[int, int]] = {}
        """The place of each known card: part (0 to 2: a hand, 3: the stock) and index."""
        self.played = {card for _, own in played_moves(sheet.moves) for card in own}

    @staticmethod
    def _pad(cards: Sequence[str], size: int) -> list[str]:
        return [*cards, *[""] * (size - len(cards))]

    def cards(self) -> tuple[list[list[str]], list[str], list[Move]]:
        """The dealt hands, the stock, and the moves with the cards of every secret. Raises NotationError."""
        for part, cards in enumerate([*self.hands, self.stock]):
            for index, card in enumerate(cards):
                if card:
                    self.places[card] = part, index
        self._place_draws()
        moves = self._place_plays()
        rest = [card for card in self.deck if card not in self.places]
        if self._order_is_unknown():
            self.chance.shuffle(rest)
        for cards in (*self.hands, self.stock):
            for index, card in enumerate(cards):
                if not card:
                    cards[index] = rest.pop(0)
        return self.hands, self.stock, moves

    def _order_is_unknown(self) -> bool:
        return any("" in hand for hand in self.hands) or any(
            not self.stock[number] for number in range(sum(move.act == "draw" for move in self.sheet.moves))
        )

    def _place_draws(self) -> None:
        """Put the cards that draws name into the stock, in order."""
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

    def _check_exists(self, card: str, place: TextLocation) -> None:
        if card not in self.deck:
            raise place.error(f"R1: there is no {card} in the deck of these rules")

    def _place_plays(self) -> list[Move]:
        """Give every seat the cards that it plays in place of unknown cards; return the moves.

        Secrets with unknown cards come last, because they use the remaining cards.
        """
        drawn: list[list[int]] = [[], [], []]
        number = 0
        moves = list(self.sheet.moves)
        secrets = list[tuple[int, list[int]]]()
        for at, (move, own) in enumerate(played_moves(moves)):
            if move.act == "draw":
                drawn[move.seat].append(number)
                number += 1
            if "" in move.cards:
                secrets.append((at, list(drawn[move.seat])))
                continue
            for card in own:
                self._hold(card, move, drawn[move.seat])
        for at, by_then in secrets:
            move = moves[at]
            cards, faces = self._secret(move, by_then)
            moves[at] = replace(move, cards=cards, faces=faces)
            for card in moves[at].cards:
                self._hold(card, move, by_then)
        return moves

    def _hold(self, card: str, move: Move, drawn: Sequence[int]) -> None:
        """Put an unknown card where the seat can hold it. Known cards stay, because the engine verifies them."""
        self._check_exists(card, move.place)
        if card in self.places:
            return
        free = self._free(move.seat, drawn)
        if not free:
            name = self.sheet.name(move.seat)
            raise move.place.error(f"R7: {name} cannot hold {card}: all its cards are known")
        part, index = self.chance.choice(free)
        (self.stock if part == 3 else self.hands[part])[index] = card
        self.places[card] = part, index

    def _free(self, seat: int, drawn: Sequence[int]) -> list[tuple[int, int]]:
        """The places of the unknown cards that a seat holds after these draws."""
        free = [(seat, index) for index, held in enumerate(self.hands[seat]) if not held]
        return free + [(3, number) for number in drawn if not self.stock[number]]

    def _secret(self, move: Move, drawn: Sequence[int]) -> tuple[tuple[str, ...], Faces]:
        """Choose the cards of a secret with unknown cards, and what its jokers stand for: a random meld that the seat
        may hold, with as few jokers as possible. Raises NotationError.
        """
        here = {(move.seat, index) for index in range(13)} | {(3, number) for number in drawn}
        shown = {card for card in move.cards if card}
        room = len(self._free(move.seat, drawn))
        for secrets in _secrets(len(move.cards), self.rules):
            fitting = [
                (cards, faces)
                for cards, faces in secrets
                if shown <= set(cards)
                and set(move.faces) <= set(faces)
                and not self.played.difference(shown).intersection(cards)
                and all(self.places[card] in here for card in cards if card in self.places)
                and sum(card not in self.places for card in cards) <= room
            ]
            if fitting:
                return self.chance.choice(fitting)
        raise move.place.error(f"R5.2: {self.sheet.name(move.seat)} cannot hold such a secret")


@lru_cache(maxsize=64)
def _secrets(size: int, rules: RuleSet) -> tuple[tuple[tuple[tuple[str, ...], Faces], ...], ...]:
    """The secrets of a size under the rules (R5.2): without a joker, with one, with two.

    A secret is its cards, and the cards that its jokers stand for.
    """
    jokers = ("X1", "X2")[: rules.jokers.count]
    groups = []
    for number in range(min(len(jokers), rules.jokers.max_per_meld, size - 2) + 1):
        secrets = [
            (_with_jokers(meld, faces, used), tuple(zip(used, faces, strict=True)))
            for meld in _natural_secrets(size, rules)
            for faces in combinations(meld, number)
            for used in permutations(jokers, number)
        ]
        groups.append(tuple(secrets))
    return tuple(groups)


def _with_jokers(meld: tuple[str, ...], faces: tuple[str, ...], jokers: tuple[str, ...]) -> tuple[str, ...]:
    """The meld with jokers in place of the cards that they stand for."""
    instead = dict(zip(faces, jokers, strict=True))
    return tuple(instead.get(card, card) for card in meld)


def _natural_secrets(size: int, rules: RuleSet) -> list[tuple[str, ...]]:
    """Sets of four and runs of a size that may be laid face down; if none may, all, and the engine says why not."""
    ranks = "A23456789TJQK"
    lines = {AceRuns.LOW: (ranks,), AceRuns.HIGH: (ranks[1:] + "A",), AceRuns.BOTH: (ranks, ranks[1:] + "A")}
    spans = dict.fromkeys(
        line[low : low + size] for line in lines[rules.melds.ace_runs] for low in range(len(line) - size + 1)
    )
    sets = [tuple(rank + suit for suit in "cdhs") for rank in ranks]
    runs = [tuple(rank + suit for rank in span) for suit in "cdhs" for span in spans]
    quadras = sets if size == 4 else []
    kinds = rules.secrets.kinds
    lawful_runs = runs if kinds == SecretKinds.SET4_RUN and size >= rules.secrets.run_min else []
    lawful = lawful_runs + (quadras if kinds != SecretKinds.NONE else [])
    return lawful or runs + quadras


_BEFORE = ("jackpot", "streak", "scores")
"""The lines that say what was before the game, and their keys in a record."""


def _first_place(sheet: NotationGame) -> TextLocation:
    """The place of the first hand, of the stock or a result, or of the first move."""
    cards = [place for words, place in sheet.places.items() if words not in _BEFORE]
    return next(iter([*cards, *(move.place for move in sheet.moves)]), TextLocation(1, 1, ""))


# ---- playing --------------------------------------------------------------------------------------------------------


def _playback(
    sheet: NotationGame, rules: RuleSet, dealer: int, hands: list[list[str]], stock: list[str], known: bool
) -> PlayedNotation:
    """Play the game with these cards. Raises NotationError, _Illegal."""
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
        "hands": [texts(sum(1 << parse_card(card) for card in hand)) for hand in hands],
        "stock": stock,
    }
    stated = [word for word in _BEFORE if word in sheet.places and before[word] not in (0, [0, 0, 0])]
    if stated and not begun["game"]:
        raise sheet.places[stated[0]].error(
            f"R15: the first game of a match has no {stated[0]} yet: write the number of the game, counted from 0, "
            "such as: game 1"
        )
    try:
        board = dealt_board(begun)
    except RecordError as error:
        word = next((word for word in stated if word.rstrip("s") in error.reason), "")
        raise (sheet.places.get(word) or _first_place(sheet)).error(f"{error.rule}: {error.reason}") from None
    unknown = tuple(seat for seat in range(3) if _has_unknown_cards(sheet, seat, dealer))
    driver = _Driver(board, sheet.moves, unknown)
    events, ended = driver.drive()
    lines = driver.lines
    payout = [float(sheet.results[seat]) if seat in sheet.results else None for seat in range(3)]
    partial_record = {
        **begun,
        "seed": sheet.numbers.get("seed", 0),
        "match": sheet.numbers.get("match", 0),
        "players": [sheet.name(seat) for seat in range(3)],
        "lines": [line for event, line in zip(events, lines, strict=True) if event["act"] not in _AUTOMATIC],
        "events": [event for event in events if event["act"] not in _AUTOMATIC],
        "result": {"payout": payout},
        "passed": bool(sheet.moves) and sheet.moves[-1].act == "pass",
        "unknown": unknown,
    }
    written = PlayedNotation(rules, None, partial_record, events, board, unknown, ended)
    if ended and known:
        written.record = _record(sheet, board, begun)
    written.notes = _notes(written, sheet, known)
    return written


def _record(sheet: NotationGame, board: Board, begun: Record) -> Record:
    board.match.seed = sheet.numbers.get("seed", 0)
    board.match.match = sheet.numbers.get("match", 0)
    before = chain_of(board)
    board.finish()
    if sheet.next_dealer is not None and begun["rules"]["knobs"]["deal.next_dealer"] == "random":
        board.match.dealer = sheet.next_dealer
    record = record_of(board, begun["rules"], [sheet.name(seat) for seat in range(3)], before)
    try:
        verify(record)
    except RecordError as error:
        raise NotationError(f"{error.rule}: {error.reason}") from None
    for seat, written in sheet.results.items():
        if Decimal(written) != Decimal(str(record["result"]["payout"][seat])):
            won = record["result"]["payout"][seat]
            raise sheet.places[f"result {SEATS[seat]}"].error(f"R14.4: {sheet.name(seat)} wins {won}, not {written}")
    return record


def _has_unknown_cards(sheet: NotationGame, seat: int, dealer: int) -> bool:
    """Whether a seat held cards that are not written."""
    hand = sheet.hands.get(seat, [])
    stock = sheet.stock or []
    number = 0
    for move in sheet.moves:
        if move.act == "draw":
            if move.seat == seat and not move.card and not (number < len(stock) and stock[number]):
                return True
            number += 1
    return len(hand) < (13 if seat == dealer else 12) or "" in hand


def _notes(written: PlayedNotation, sheet: NotationGame, known: bool) -> list[str]:
    count = len(sheet.moves)
    moves = f"{count} move{'' if count == 1 else 's'}"
    if known and written.ended:
        notes = [f"Verified: all {moves}, the end of the game and every payment."]
        undrawn = int(written.board.view.stock_left)
        size = int(written.board.game.stock_size)
        if undrawn and len(list(filter(None, sheet.stock or []))) < size:
            notes.append(f"The order of the {undrawn} cards that nobody drew is not known: they are in order of suit.")
        return notes
    if known:
        return [f"Verified: the {moves} so far. The game has not ended."]
    notes = [f"Possible: there is a deal of the unknown cards for which the {moves} are legal."]
    seats = ", ".join(sheet.name(seat) for seat in written.unknown)
    notes.append(
        f"Not verified, for cards of {seats or 'the stock'} are unknown: whether they held what they claim, counts"
        + (", who won and the payments." if written.ended else ".")
    )
    return notes


class _Driver:
    """Plays moves on a dealt board, and the engine's own events between moves."""

    def __init__(self, board: Board, moves: Sequence[Move], unknown: Sequence[int]) -> None:
        self.board = board
        self.moves = moves
        self.unknown = unknown
        self.next = 0
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.offer = -1
        self.melds: list[set[str]] = []

    def drive(self) -> tuple[list[Event], bool]:
        """Play all moves; returns the events, and whether the game is over. Raises _Illegal, NotationError."""
        board = self.board
        before = Snapshot(board)
        logged = 0  # a spread is in the log as soon as the cards are dealt
        while True:
            before.take(board)
            decision = int(board.advance())
            if not self._follow(logged, before):
                return self.events, self._only_claim_left()
            if decision == DECISION_OVER:
                break
            if self.next >= len(self.moves):
                return self.events, self._over_by_passing()
            if self._only_claim_left():
                return self.events, True
            if self.moves[self.next].act == "pass":
                self._pass(decision)
                continue
            logged = board.logged
            before.take(board)
            self._answer(decision)
            self._follow(logged, before)
            logged = board.logged
        if self.next < len(self.moves) and not self._only_claim_left():
            raise _Illegal(self.next, ("R2", "the game is over"))
        return self.events, True

    def _pass(self, decision: int) -> None:
        """Perform the next move, with which the seat passes a call. Raises _Illegal."""
        seat = self.moves[self.next].seat
        if decision != DECISION_CALL or seat != self.board.view.me:
            raise _Illegal(self.next, ("R9", f"seat {seat} cannot call here, so there is nothing to pass"))
        self.board.apply(0)
        self.next += 1

    def _only_claim_left(self) -> bool:
        """Whether the only remaining move is a Tongits of the seat that moved last, which has unknown cards."""
        if self.next != len(self.moves) - 1 or not self.events:
            return False
        move = self.moves[self.next]
        return move.act == "tongits" and move.seat in self.unknown and move.seat == self.events[-1]["seat"]

    def _over_by_passing(self) -> bool:
        """Play on without calls and takes; if the game does not end, restore the board and return False."""
        board = self.board
        here = Snapshot(board)
        logged = board.logged
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
        """Answer a decision with the next move, or with 0 if that move answers a later decision."""
        board = self.board
        event = self._event()
        word: Any = 0
        mine = event["seat"] == board.view.me
        if mine and event["act"] in ANSWERS[decision]:
            if decision == DECISION_CALL:
                word = 1
            elif decision == DECISION_RESPOND:
                word = int(event["act"] == "challenge")
            else:
                word = action_code_of(event)
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
        """The next move as an event with all keys that the tests of legality need."""
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
            event["cards"] = list(move.cards)
        if move.onto:
            event["onto"] = self._meld(move)
        if move.faces:
            event["as"] = dict(move.faces)
        return event

    def _meld(self, move: Move) -> int:
        for number, cards in enumerate(self.melds):
            if move.onto in cards:
                return number
        raise move.place.error(f"R6: no meld on the table holds {move.onto}")

    def _follow(self, logged: int, before: Snapshot) -> bool:
        """Compare the engine's events with the moves. If the engine went beyond the last move, restore it and return
        False.
        """
        board = self.board
        for number in range(logged, board.logged):
            done = event_of(board.rows[number], self.offer)
            move = self.moves[self.next] if self.next < len(self.moves) else None
            same = move is not None and move.seat == done["seat"] and move.act == done["act"]
            guessed = done["act"] in _AUTOMATIC and done["seat"] in self.unknown
            if not same and (done["act"] in _AUTOMATIC or done.get("forced")) and not guessed:
                self._note(done)
                self.lines.append(0)
                continue
            if move is None or (not same and self._only_claim_left()):
                board.restore(before, logged)
                return False
            if move.act == "pass":
                board.restore(before, logged)
                self._pass(int(DECISION_OVER))
            if not same or not self._fits(done, move):
                event = self._event()
                board.restore(before, logged)
                raise _Illegal(self.next, why_not(event, board, due=done))
            self.next += 1
            self._note(done)
            self.lines.append(move.place.line)
        return True

    @staticmethod
    def _fits(done: Event, move: Move) -> bool:
        """Whether the engine's event has the written cards."""
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
            self.melds.append(set() if done["act"] == "secret" else _naturals(done))
        elif "onto" in done:
            self.melds[done["onto"]] |= _naturals({**done, "cards": [done["card"]]})


def _naturals(done: Event) -> set[str]:
    """The natural cards that a move puts on the table."""
    return {card for card in done["cards"] if not card.startswith("X")}


# ---- files ----------------------------------------------------------------------------------------------------------


HEAD = 50
"""Lines that tell whether a file holds records or written games."""


def games_of(
    path: str, lines: Iterable[str], rules: RuleSet | None = None, wanted: Collection[int] = ()
) -> Iterator[tuple[int, Record | RecordError | NotationError | None]]:
    """The games of a file with their numbers, from 1, as they are read; an error in place of a wrong game. A written
    game yields its record, or its partial record if incomplete. Raises TongitsError.

    Args:
        path: the file, for messages.
        lines: its lines.
        rules: override the rules of written games.
        wanted: numbers of games; empty: all. None stands in place of other games, and they are not kept.
    """
    rest = iter(lines)
    head = list(itertools.islice(rest, HEAD))
    if not is_notation("".join(head)):
        yield from READING.numbered(path, itertools.chain(head, rest), wanted)
        return
    for number, sheet in enumerate(each_sheet("".join([*head, *rest])), start=1):
        if wanted and number not in wanted:
            yield number, None
            continue
        game: Record | NotationError
        try:
            if isinstance(sheet, NotationError):
                raise sheet
            written = play_sheet(sheet, rules)
            game = written.record or written.partial_record
        except NotationError as error:
            game = error
        yield number, game
