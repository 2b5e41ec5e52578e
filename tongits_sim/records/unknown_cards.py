"""Fills in the cards that a hand-written game does not name, at random, so that every seat holds the cards it plays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations

from tongits_sim.cards import NATURALS, card_text, cards_in
from tongits_sim.records.notation import Move, NotationGame, TextLocation
from tongits_sim.records.notation_sheet import played_moves
from tongits_sim.rules import RuleSet
from tongits_sim.rules.play_knobs import AceRuns, SecretKinds

Faces = tuple[tuple[str, str], ...]
"""Jokers and the cards they stand for."""


class UnknownCards:
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
