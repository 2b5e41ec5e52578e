"""Games as values: a `Moment` is a point of one game, and a `Table` leads from moment to moment by the engine.

A game tree has many moments and one engine. A moment keeps the engine's records as bytes; the table copies them into
its board and plays on. Chance gives the cards one at a time: a hand's in rising order, since their order does not
matter, the stock's when they are drawn.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np

from tongits_sim.cards import U, card_text, cards_in, parse_card
from tongits_sim.designs.warmup import prepare_once
from tongits_sim.encoding.action_table import (
    CARDS,
    MELDS,
    MELDS_FROM,
    N_MELDS,
    NO,
    SECRETS_FROM,
    TAKE,
    TARGETS,
    YES,
    card_number,
    card_of,
    meld_number_of,
)
from tongits_sim.encoding.choices import (
    DONE,
    ILLEGAL,
    MORE,
    STEP_FIRST,
    begin_choice,
    choose,
    fill_mask,
    new_choice,
    new_mask,
    new_own,
)
from tongits_sim.encoding.observation import new_observation, show_seat, write_observation
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board
from tongits_sim.game.legality import reason_text
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_LAY,
    DECISION_OVER,
    DECISION_SAPAW,
    DECISIONS,
    GAME_DTYPE,
    MAX_STOCK,
    SEATS,
    VIEW_DTYPE,
    new_record,
)
from tongits_sim.jit import njit
from tongits_sim.live.sight import HIDDEN, seen_by
from tongits_sim.records.events import ACT_NAMES, Event, event_of, with_face
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.rules.codes import RESPONSE_ORDER_SEQUENTIAL

CHANCE, OVER = -1, -4  # as OpenSpiel counts its players
BY_LOT = -1
N_OUTCOMES = 54
MAX_STEPS = 1024
"""A bound on the steps of all players in a game: 120 turns, and the lays and additions of 54 cards."""
MAX_TOLD, TOLD = 512, 6
"""The messages to a seat as numbers: the last MAX_TOLD events, TOLD numbers each."""
_WHO = ("you", "right", "left")
_ACT_NUMBERS = {name: number for number, name in ACT_NAMES.items()}
_OWN_STEP = 32  # the act of a step of one's own that nobody else sees, plus its decision


@dataclass(frozen=True)
class Deck:
    """The cards of a game: the lowest `ranks` of the first `suits` (clubs, diamonds, hearts, spades), and jokers.

    `hand` is the number of cards of a hand; the dealer has one more. `dealer` is a seat, or BY_LOT.

    Raises:
        TongitsError: a number is out of range, or too few or too many cards are left for the stock.
    """

    ranks: int = 13
    suits: int = 4
    hand: int = 12
    dealer: int = BY_LOT
    jokers: int = 0

    def __post_init__(self) -> None:
        for name, low, high in (("ranks", 1, 13), ("suits", 1, 4), ("hand", 1, 12), ("dealer", BY_LOT, SEATS - 1)):
            if not low <= getattr(self, name) <= high:
                raise TongitsError(f"{name} must be from {low} to {high}, not {getattr(self, name)}")
        if not 1 <= self.stock <= MAX_STOCK:
            raise TongitsError(
                f"{self.ranks} ranks of {self.suits} suits and hands of {self.hand} leave {self.stock} cards for the "
                f"stock, which has 1 to {MAX_STOCK}: change ranks, suits or hand"
            )

    @property
    def numbers(self) -> list[int]:
        """The cards, as `encoding.action_table` numbers them."""
        naturals = [13 * suit + rank for suit in range(self.suits) for rank in range(self.ranks)]
        return naturals + list(range(52, 52 + self.jokers))

    @property
    def dealt(self) -> int:
        """The number of cards dealt."""
        return 3 * self.hand + 1

    @property
    def stock(self) -> int:
        """The number of cards left for the stock."""
        return self.ranks * self.suits + self.jokers - self.dealt


@dataclass(frozen=True)
class Moment:
    """A point of a game: a choice of a player, a card to come, or the end.

    Attributes:
        player: the seat that chooses, CHANCE or OVER.
        dealer: the seat, BY_LOT before the lot.
        cards: the numbers of the cards dealt and drawn so far: the hands from the dealer's on, then the draws.
        records: the engine's `GAME` and `VIEW`, empty during the deal.
        choice: the `CHOICE` record: the earlier steps of this decision.
        pending: the action word that waits for chance to draw a card; None for none.
        stories: the messages to each seat, as text.
        told: the same as numbers, int16[.., TOLD] as bytes; seats are relative.
        payouts: units by seat; all 0 before the end.
    """

    player: int = CHANCE
    dealer: int = BY_LOT
    cards: bytes = b""
    records: bytes = b""
    choice: bytes = b""
    pending: int | None = None
    stories: tuple[str, ...] = ("",) * SEATS
    told: tuple[bytes, ...] = (b"",) * SEATS
    payouts: tuple[float, ...] = (0.0,) * SEATS

    def __deepcopy__(self, memo: object) -> Moment:
        """Itself: a moment never changes, and OpenSpiel copies states all the time."""
        return self


@functools.cache
def table_of(rules: RuleSet, deck: Deck) -> Table:
    """The table for these rules and cards, one in a process; the first table compiles the kernels.

    Raises:
        TongitsError: the rules pay nothing for a single game.
    """
    if not largest_payment(rules):
        raise TongitsError(f"{rules.name} pays only at the end of a match: take rules without match.progressive_target")
    prepare_once("openspiel", (), lambda: _play_a_game(Table(rules, deck)))
    return Table(rules, deck)


def _play_a_game(table: Table) -> None:
    """Play a game of first choices, to compile."""
    moment = table.begin()
    while moment.player != OVER:
        table.observation(moment, 0)
        first = table.outcomes(moment)[0][0] if moment.player == CHANCE else table.legal(moment)[0]
        moment = table.after(moment, first)


class Table:
    """A board, and the moments of its games. One thread at a time may use it.

    Attributes:
        rules, deck: the house rules and the cards.
    """

    def __init__(self, rules: RuleSet, deck: Deck) -> None:
        self.rules, self.deck = rules, deck
        self.board = Board(rules)
        choices, owns, nothing = new_choice(), new_own(), new_choice()
        begin_choice(nothing[0])
        (self._mask, flags), (self._seen, row) = new_mask(), new_observation()
        self._chosen, self._views = (np.asarray(owns), np.asarray(choices)), self.board._playing[1]
        self._choice, self._nothing, self._flags, self._row = choices[0], nothing[0], np.asarray(flags), row[0]
        self._shown = new_record(VIEW_DTYPE)[0]
        game, view = self.board._bytes
        machine = [GAME_DTYPE.fields[name][1] for name in ("wild_kernel", "special")]  # type: ignore[index]
        self._parts = game[: machine[0]], game[machine[1] :], view[: VIEW_DTYPE.fields["rules"][1]]  # type: ignore[index]
        self._choice_bytes = choices.view(np.uint8)
        self._here: Moment | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (self.rules, self.deck)

    def __deepcopy__(self, memo: object) -> Table:
        return self

    # ---- chance ------------------------------------------------------------------------------------------------------

    def begin(self) -> Moment:
        """The first moment: before the lot, or with a fixed dealer, before the deal."""
        return Moment(dealer=self.deck.dealer)

    def outcomes(self, moment: Moment) -> list[tuple[int, float]]:
        """The outcomes of chance with probabilities: the dealer's seat, or the number of a card."""
        if moment.dealer == BY_LOT:
            return [(seat, 1 / SEATS) for seat in range(SEATS)]
        left = [number for number in self.deck.numbers if number not in moment.cards]
        missing = self._missing(moment)
        if not missing:
            return [(number, 1 / len(left)) for number in left]
        if missing not in (self.deck.hand + 1, self.deck.hand) or self._begun(moment):
            left = [number for number in left if number > moment.cards[-1]]
        ways = comb(len(left), missing)
        firsts = range(len(left) - missing + 1)
        return [(left[first], comb(len(left) - first - 1, missing - 1) / ways) for first in firsts]

    def _missing(self, moment: Moment) -> int:
        """The number of cards that the present hand of the deal lacks; 0 after the deal."""
        have, first = len(moment.cards), self.deck.hand + 1
        if have < first:
            return first - have
        return 0 if have >= self.deck.dealt else self.deck.hand - (have - first) % self.deck.hand

    def _begun(self, moment: Moment) -> bool:
        """Whether the present hand of the deal has a card already."""
        have, first = len(moment.cards), self.deck.hand + 1
        return have % first != 0 if have < first else (have - first) % self.deck.hand != 0

    # ---- choices -----------------------------------------------------------------------------------------------------

    def legal(self, moment: Moment) -> list[int]:
        """The legal actions of the seat that chooses, in rising order."""
        self._go_to(moment)
        _fill(self._views, *self._chosen, self._flags)
        actions: list[int] = np.flatnonzero(self._mask).tolist()
        return actions

    def after(self, moment: Moment, action: int) -> Moment:
        """The moment that an action, or an outcome of chance, leads to.

        Raises:
            TongitsError: the action is illegal.
        """
        if moment.player == CHANCE:
            if moment.dealer == BY_LOT:
                return replace(moment, dealer=action)
            return self._add_card(replace(moment, cards=moment.cards + bytes((action,))))
        self._go_to(moment)
        self._here = None
        decision, choice = int(self.board.view.decision), self._choice
        words = _action_words(self._decision_name(), action)
        status = _choose(self._views, *self._chosen, action)
        if status == ILLEGAL:
            raise TongitsError(f"action {action} ({words}) is no answer to this {DECISIONS[decision]}")
        word = int(choice.word)
        declined = status == DONE and not word and decision in (DECISION_CALL, DECISION_LAY, DECISION_SAPAW)
        if status == MORE or declined:  # the log has all other answers
            moment = _tell_seat(moment, moment.player, f"you: {words}", (1, _OWN_STEP + decision, action + 1, 0, 0, 0))
        if status == MORE:
            return replace(moment, choice=self._choice_bytes.tobytes())
        return self._play(moment, word)

    def _decision_name(self) -> str:
        """The decision of the seat that chooses, or `further step`."""
        return DECISIONS[self.board.view.decision] if self._choice.choice_step == STEP_FIRST else "further step"

    def word_of(self, moment: Moment, action: int) -> int | None:
        """The action word (tongits_sim/actions.py) that an action completes; None if another step follows."""
        self._go_to(moment)
        before = self._choice_bytes.copy()
        status = _choose(self._views, *self._chosen, action)
        word = int(self._choice.word)
        self._choice_bytes[:] = before
        return word if status == DONE else None

    def action_for(self, moment: Moment, word: int) -> int:
        """The action that is the next step towards an action word. Raises TongitsError: the word is not legal."""
        action = self._step_towards(moment, word)
        if action is None:
            raise TongitsError(f"{word} is no legal answer to this {DECISIONS[self.at(moment).view.decision]}")
        return action

    def _step_towards(self, moment: Moment, word: int) -> int | None:
        """The first step of those that complete an action word; None if none do."""
        for action in self.legal(moment):
            done = self.word_of(moment, action)
            if done == word or (done is None and self._step_towards(self.after(moment, action), word) is not None):
                return action
        return None

    # ---- playing on --------------------------------------------------------------------------------------------------

    def at(self, moment: Moment) -> Board:
        """The board at a moment after the deal, for reading."""
        self._go_to(moment)
        return self.board

    def _go_to(self, moment: Moment) -> None:
        if self._here is not moment:
            start = 0
            data = np.frombuffer(moment.records, np.uint8)
            for part in self._parts:
                part[:] = data[start : start + len(part)]
                start += len(part)
            self._choice_bytes[:] = np.frombuffer(moment.choice, np.uint8)
            self._here = moment

    def _add_card(self, moment: Moment) -> Moment:
        """The moment after chance has added a card."""
        numbers, dealt = moment.cards, self.deck.dealt
        if len(numbers) < dealt:
            return moment
        cards = [int(card_of(number)) for number in numbers]
        rest = [int(card_of(number)) for number in self.deck.numbers if number not in numbers]
        if len(numbers) > dealt:
            self._go_to(moment)
            self.board.game.stock[: self.deck.stock] = cards[dealt:] + rest
            return self._play(moment, moment.pending)
        self._begin_match(moment.dealer)
        self.board.deal_deck(cards + rest, self.deck.hand)
        for seat, hand in enumerate(self.board.game.hands):
            dealer = _WHO[(moment.dealer - seat) % SEATS]
            moment = _tell_seat(moment, seat, f"dealer: {dealer}; dealt: {' '.join(map(card_text, cards_in(hand)))}")
        return self._play(replace(moment, records=self._records(), choice=bytes(len(self._choice_bytes))), None)

    def _begin_match(self, dealer: int) -> None:
        """Begin a match of one game with this dealer."""
        self.board.begin_match(0, 0, 1)
        self.board.match.dealer = dealer

    def _records(self) -> bytes:
        return b"".join(part.tobytes() for part in self._parts)

    def _play(self, moment: Moment, word: int | None) -> Moment:
        """Perform an answer, if there is one, and play on to the next moment.

        The engine draws from a stock in an order of its own. If it draws a card that chance has not given, the answer
        becomes pending, and chance moves first.
        """
        board = self.board
        board._clear_log()
        offer = int(board.view.offer)
        reason = board.apply(word) if word is not None else 0
        if reason:
            raise TongitsError(f"the action is illegal: {reason_text(reason)}")
        decision = board.advance()
        if int(board.game.stock_next) > len(moment.cards) - self.deck.dealt:
            self._here = None
            return replace(moment, player=CHANCE, pending=word)
        moment = self._tell(moment, offer)
        begin_choice(self._choice)
        records, choice = self._records(), self._choice_bytes.tobytes()
        moment = replace(moment, records=records, choice=choice, pending=None, player=int(board.view.me))
        if decision == DECISION_OVER:
            self._begin_match(moment.dealer)  # the board's streak is from another game of the tree
            board.finish()
            moment = replace(moment, player=OVER, payouts=tuple(float(paid) / UNIT for paid in board.result.payout))
        self._here = None if decision == DECISION_OVER else moment
        return moment

    def _tell(self, moment: Moment, offer: int) -> Moment:
        """Add the events of the log to the messages of every seat that may know them."""
        stories, told = list(moment.stories), list(moment.told)
        sequential = self.board.rules.response_order == RESPONSE_ORDER_SEQUENTIAL
        for row in self.board.rows:
            event = event_of(row, offer)
            if event["act"] == "discard":
                offer = parse_card(event["card"])
            for seat in range(SEATS):
                own = event["seat"] == seat
                if own or sequential or event["act"] not in ("challenge", "fold"):
                    seen = seen_by([event], seat)[0]
                    relative = (event["seat"] - seat) % SEATS
                    stories[seat] += f"{_WHO[relative]}: {_event_words(seen)}\n"
                    told[seat] += _event_numbers(seen, relative)
        return replace(moment, stories=tuple(stories), told=tuple(told))

    # ---- observations ------------------------------------------------------------------------------------------------

    def observation(self, moment: Moment, seat: int) -> np.ndarray:
        """A seat's observation, uint8[N_OBSERVATION] (`encoding.observation`); valid until the next call."""
        if not moment.records:
            self._seen[:] = 0
            return self._seen
        self._go_to(moment)
        board = self.board
        if moment.player == seat:
            write_observation(board.view, self._choice, self._row)
        else:
            show_seat(board.game, board.view, board.rules, seat, self._shown)
            write_observation(self._shown, self._nothing, self._row)
        return self._seen

    def numbers_told(self, moment: Moment, seat: int) -> np.ndarray:
        """The last MAX_TOLD messages to a seat, int16[MAX_TOLD, TOLD], the latest last.

        A row: seat, act, card or meld, the meld that it joins, the faces of both jokers; 0 for none.
        """
        rows = np.frombuffer(moment.told[seat], np.int16).reshape(-1, TOLD)[-MAX_TOLD:]
        return np.concatenate([np.zeros((MAX_TOLD - len(rows), TOLD), np.int16), rows])

    def text(self, moment: Moment, seat: int) -> str:
        """A seat's observation as text, for a person or a language model."""
        if not moment.records:
            return f"player {seat}; the cards are being dealt\n"
        self._go_to(moment)
        view, game = self.board.view, self.board.game
        asked = moment.player == seat
        hand = int(game.hands[seat])
        loose = hand & ~int(game.melded[seat])
        lines = [
            f"player {seat}; asked: {DECISIONS[view.decision] if asked else 'nothing'}",
            f"hand: {_cards(hand)}; of it outside of melds: {_cards(loose) or 'nothing'}, {game.deadwood[seat]} points",
            "cards: " + ", ".join(f"player {other} {size}" for other, size in enumerate(view.hand_size)),
        ]
        for number in range(int(view.n_melds)):
            owner, faces = int(view.meld_owner[number]), int(view.meld_faces[number])
            if not faces and owner == seat:
                faces = int(game.secret_faces[number])
            down = "" if view.meld_faces[number] else " face down"
            lines.append(f"meld {number} of player {owner}{down}: {_cards(faces) or HIDDEN}")
        discards = [card_text(int(card)) for card in view.discards[: int(view.n_discards)]]
        takeable = bool(discards) and not view.offer_taken
        lines.append(f"discards: {' '.join(discards) or 'none'}{' (the last one not taken)' if takeable else ''}")
        caller = f"; player {view.caller} has called" if view.caller >= 0 else ""
        lines.append(f"stock: {view.stock_left}; turn {view.turn}; dealer: player {view.dealer}{caller}")
        return "\n".join(lines) + "\n"

    def words(self, moment: Moment, action: int) -> str:
        """An action at a moment, or an outcome of chance, in words."""
        if moment.player == CHANCE:
            return f"player {action} deals" if moment.dealer == BY_LOT else f"card {card_text(int(card_of(action)))}"
        self._go_to(moment)
        return _action_words(self._decision_name(), action)


@njit
def _fill(views, owns, choices, flags):
    fill_mask(views[0], owns[0], choices[0], flags[0])


@njit
def _choose(views, owns, choices, action):
    return choose(views[0], owns[0], choices[0], action)


_NO = {"call": "no call", "respond": "fold", "draw": "draw", "lay": "lay nothing", "sapaw": "add nothing"}
_YES = {"call": "call", "respond": "challenge"}
_VERBS = {"draw": "take for", "lay": "lay", "sapaw": "add", "discard": "discard", "further step": "as"}


def _action_words(decision: str, action: int) -> str:
    """An action in the words of records.

    >>> _action_words("discard", CARDS), _action_words("lay", MELDS_FROM + 4)
    ('discard Ac', 'lay Ac Ad Ah As')
    """
    verb = _VERBS.get(decision, "?")
    if action == NO:
        return _NO.get(decision, "without the joker")
    if action == YES:
        return _YES.get(decision, "yes")
    if action == TAKE:
        return "take"
    if action < TARGETS:
        return f"{verb} {card_text(int(card_of(action - CARDS)))}"
    if action < MELDS_FROM:
        return f"{'take onto' if decision == 'draw' else 'onto'} meld {action - TARGETS}"
    faces = _cards(int(MELDS[(action - MELDS_FROM) % N_MELDS]))
    return f"{verb} {faces}{' face down' if action >= SECRETS_FROM else ''}"


def _cards(mask: int) -> str:
    return " ".join(map(card_text, cards_in(mask)))


def _event_words(event: Event) -> str:
    """An event as one seat sees it, without the seat that acted."""
    cards = [with_face(event, card) for card in event.get("cards", [event["card"]] if "card" in event else [])]
    onto = f" onto meld {event['onto']}" if "onto" in event else ""
    return " ".join([event["act"], *cards]) + onto


def _event_numbers(event: Event, relative: int) -> bytes:
    """An event as one seat sees it: int16[TOLD]."""
    played = {joker: parse_card(face) for joker, face in event.get("as", {}).items()}
    what = 0
    if HIDDEN not in event.get("cards", [event.get("card", HIDDEN)]):
        if "cards" in event:
            faces = [played.get(card, parse_card(card)) for card in event["cards"]]
            what = int(meld_number_of(U(sum(1 << face for face in faces)))) + 1
        else:
            what = int(card_number(parse_card(event["card"]))) + 1
    jokers = [int(card_number(played[joker])) + 1 if joker in played else 0 for joker in ("X1", "X2")]
    numbers = (relative + 1, _ACT_NUMBERS[event["act"]], what, event.get("onto", -1) + 1, *jokers)
    return np.array(numbers, np.int16).tobytes()


def _tell_seat(moment: Moment, seat: int, words: str, numbers: tuple[int, ...] = ()) -> Moment:
    """A moment with one more message to a seat."""
    stories, told = list(moment.stories), list(moment.told)
    stories[seat] += words + "\n"
    told[seat] += np.array(numbers, np.int16).tobytes()
    return replace(moment, stories=tuple(stories), told=tuple(told))
