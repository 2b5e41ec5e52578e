"""An independent referee of mahjong: plays a recorded game again by the rules V1 to V12, in plain Python, slowly.

It shares nothing with the engine but the names of knobs and the codes of the log. A game's log holds the answers of
the bots too, so it is checked that everybody who has a choice is asked, and nobody else.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mahjong_sim.game.state import ACTS, DECISIONS
from mahjong_sim.tiles import BEAUTY, CHOW, KANG, NAMES, NEWS, PUNG, SAGASA, SECRET
from tests.mahjong_sim.hands.plain_hands import Group, one_suit, wait_items

DRAGONS = (27, 28, 29)
WINDS = (30, 31, 32, 33)
SUITED = range(27)
PARTS = ("hand", "flowers", "beauty", "news", "kang", "secret", "sagasa")
Row = tuple[int, int, int, int]


class DisagreementError(AssertionError):
    """The referee reads the rules otherwise than the record."""


@dataclass
class Dealt:
    """What a game begins with: mano, both throws of the dice, the wall in the order of the deal, the pot."""

    knobs: dict[str, Any]
    mano: int
    dice: tuple[int, int]
    joker_dice: tuple[int, int]
    wall: list[int]
    pot: int = 0
    markers: tuple[int, ...] = (0, 0, 0, 0)


@dataclass
class Outcome:
    ending: str
    winners: list[int]
    discarder: int
    values: list[int]
    parts: dict[str, list[int]]
    pot: list[int]
    pot_left: int
    markers: list[int]
    next_mano: int

    @property
    def payout(self) -> list[int]:
        return [sum(part[seat] for part in self.parts.values()) + self.pot[seat] for seat in range(4)]


@dataclass
class Seat:
    tiles: list[int] = field(default_factory=list)
    melds: list[tuple[int, int]] = field(default_factory=list)  # code and lowest tile
    flowers: list[int] = field(default_factory=list)
    turns: int = 0
    discards: int = 0
    kept_fourth: set[int] = field(default_factory=set)  # pungs whose fourth tile was in the hand when they were taken
    rich: bool = False  # has been paid for many flowers
    declared: bool = False  # has declared its wait with its last discard
    won_by_beauty: bool = False  # with a discard that completed it


class Referee:
    def __init__(self, dealt: Dealt, rows: list[Row]) -> None:
        self.dealt, self.knobs, self.rows = dealt, dealt.knobs, rows
        self.at = 0
        self.seats = [Seat() for _ in range(4)]
        self.wall = list(dealt.wall)
        self.parts = {part: [0] * 4 for part in PARTS}
        self.joker = -1
        self.discards = 0
        self.ending = ""
        self.drawn = -1
        self.from_back = False
        self.winners: list[int] = []
        self.payer = -1
        self.winning = -1
        self.last_discard = (-1, -1)  # by whom, which tile

    # ---- the record

    def expect(self, act: str, seat: int, code: int, tile: int) -> None:
        row = self.rows[self.at] if self.at < len(self.rows) else None
        wanted = (ACTS.index(act), seat, code, tile)
        if row != wanted:
            self.disagree(f"{act} by {seat}, code {code}, tile {tile}")
        self.at += 1

    def disagree(self, wanted: str) -> None:
        row = self.rows[self.at] if self.at < len(self.rows) else None
        shown = None if row is None else (ACTS[row[0]], *row[1:])
        raise DisagreementError(f"row {self.at}: the rules say {wanted}, the record {shown}")

    def ask(self, seat: int, decision: str) -> int:
        if self.at < len(self.rows):
            act, who, code, answer = self.rows[self.at]
            if (ACTS[act], who, DECISIONS[code]) == ("decision", seat, decision):
                self.at += 1
                return answer
        self.disagree(f"that {seat} is asked to {decision}")
        return 0

    # ---- tiles

    def is_flower(self, tile: int) -> bool:
        """V1, V12: flowers, and in some rules winds and dragons."""
        return tile >= (27 if self.knobs["tiles.honours"] == "flowers" else 34)

    def jokers(self, seat: int) -> int:
        """V12: how many of a seat's tiles stand for any suited tile."""
        held = self.seats[seat].tiles.count(self.joker) if self.joker >= 0 else 0
        return min(held, 1) if self.knobs["joker.copies"] == "one" else held

    def natural(self, seat: int) -> Counter[int]:
        tiles = Counter(self.seats[seat].tiles)
        if self.joker >= 0:
            tiles[self.joker] -= self.jokers(seat)
        return +tiles

    def left(self) -> int:
        """V3: tiles that can be drawn."""
        return len(self.wall) - int(self.knobs["wall.dead_tiles"])

    def each_pays(self, part: str, seat: int, amount: float) -> None:
        """V11: each other player pays at once."""
        for player in range(4):
            self.parts[part][player] += cents(amount) * (3 if player == seat else -1)

    def show_flower(self, seat: int, tile: int) -> None:
        """V4: a flower goes to the row; V12: many of them are paid."""
        own = self.seats[seat]
        self.expect("flower", seat, 0, tile)
        own.flowers.append(tile)
        if len(own.flowers) >= self.knobs["instant.many_flowers_from"] and not own.rich:
            own.rich = self.knobs["instant.many_flowers"] > 0
            self.each_pays("flowers", seat, self.knobs["instant.many_flowers"])

    def draw(self, seat: int, back: bool) -> bool:
        """V3, V4: a tile from the front, or from the back; a flower is replaced at once. False: the wall has none."""
        while self.left() > 0:
            tile = self.wall.pop() if back else self.wall.pop(0)
            self.expect("back" if back else "draw", seat, 0, tile)
            if not self.is_flower(tile):
                self.seats[seat].tiles.append(tile)
                self.drawn, self.from_back = tile, back
                return True
            self.show_flower(seat, tile)
            back = True
        return False

    # ---- the game

    def play(self) -> Outcome:
        self.deal()
        seat, claimed = self.dealt.mano, 0
        first = True
        while not self.ending:
            seat, claimed = self.turn(seat, claimed, first)
            first = False
        if self.at != len(self.rows):
            self.disagree("nothing more")
        return self.settle()

    def deal(self) -> None:
        """V3, V4, V12."""
        order = [(self.dealt.mano + step) % 4 for step in range(4)]
        dealt = {}
        for seat in order:
            size = 17 if seat == self.dealt.mano else 16
            dealt[seat], self.wall = self.wall[:size], self.wall[size:]
        for seat in order:
            if not any(map(self.is_flower, dealt[seat])):
                self.each_pays("flowers", seat, self.knobs["instant.no_flowers"])
            self.seats[seat].tiles = [tile for tile in dealt[seat] if not self.is_flower(tile)]
        for seat in order:
            flowers = [tile for tile in dealt[seat] if self.is_flower(tile)]
            for tile in flowers:
                self.show_flower(seat, tile)
            for _ in flowers:
                self.draw(seat, back=True)
        self.drawn = -1
        if self.knobs["joker.play"]:
            place = len(self.wall) - sum(self.dealt.joker_dice)
            while self.wall[place] not in SUITED:
                place -= 1
            self.joker = self.wall.pop(place)
            self.expect("indicator", self.dealt.mano, 0, self.joker)

    def turn(self, seat: int, claimed: int, first: bool) -> tuple[int, int]:
        """V5: one turn; returns whose turn is next, and the meld it begins with (0: none)."""
        own = self.seats[seat]
        own.turns += 1
        if not claimed:
            self.drawn = -1
            if not first and not self.draw(seat, back=False):
                return self.void(seat)
        if claimed in (KANG, NEWS) and not self.draw(seat, back=True):
            return self.void(seat)
        can_win = claimed not in (CHOW, PUNG, BEAUTY)
        while True:
            if can_win and self.complete(seat, None) and self.ask(seat, "win"):
                if claimed and self.drawn < 0:
                    # No tile was drawn since: the discard that was taken has won (V9, V11).
                    giver, tile = self.last_discard
                    self.expect("win", seat, 3, tile)
                    return self.won([seat], "discard", giver)
                self.expect("win", seat, self.source(first), self.drawn)
                return self.won([seat], "bunot", -1)
            options = self.declarations(seat)
            answer = self.ask(seat, "declare") if options else 0
            if not answer:
                break
            code = answer % 256
            tile = answer // 256
            if (code, tile) not in options:
                self.disagree(f"that {seat} cannot declare {code} {tile}")
            self.expect("declare", seat, code, tile)
            if code == SAGASA and self.knobs["sagasa.robbing"]:
                robbers = self.offer_win(seat, tile, 4)
                if robbers:
                    own.tiles.remove(tile)
                    return self.won(robbers, "robbed", seat, tile)
            self.put_down(seat, code, tile)
            if code != BEAUTY and not self.draw(seat, back=True):
                return self.void(seat)
            can_win = True
            first = first and code == BEAUTY
        return self.discard(seat)

    def source(self, first: bool) -> int:
        """The source of the winning tile of a win by draw, in the numbers of the log: deal 0, wall 1, back 2."""
        return 0 if first else 2 if self.from_back else 1

    def declarations(self, seat: int) -> set[tuple[int, int]]:
        """V7, V8: what may be declared."""
        own = self.seats[seat]
        natural = self.natural(seat)
        options = {(int(SECRET), tile) for tile, number in natural.items() if number == 4}
        for code, tile in own.melds:
            just_drawn = self.drawn == tile or self.knobs["sagasa.when"] == "since"
            if code == PUNG and tile in own.tiles and tile not in own.kept_fourth and just_drawn:
                options.add((int(SAGASA), tile))
        if own.turns == 1:
            if self.knobs["first.beauty"] and all(tile in own.tiles for tile in DRAGONS):
                options.add((int(BEAUTY), 27))
            if self.knobs["first.news"] and all(tile in own.tiles for tile in WINDS):
                options.add((int(NEWS), 30))
        return options

    def put_down(self, seat: int, code: int, tile: int) -> None:
        own = self.seats[seat]
        tiles = {SECRET: (tile,) * 4, SAGASA: (tile,), BEAUTY: DRAGONS, NEWS: WINDS}[code]  # type: ignore[index]
        for item in tiles:
            own.tiles.remove(item)
        if code == SAGASA:
            own.melds.remove((int(PUNG), tile))
        own.melds.append((code, tile))
        name = {int(SECRET): "secret", int(SAGASA): "sagasa", int(BEAUTY): "beauty", int(NEWS): "news"}[code]
        self.each_pays(name, seat, self.knobs[f"instant.{name}"])

    def discard(self, seat: int) -> tuple[int, int]:
        """V5, V6: a discard, and who takes it."""
        own = self.seats[seat]
        if len(own.melds) == 5 and own.tiles[0] == own.tiles[1] and not self.knobs["wait.declared"]:
            answer = own.tiles[0]  # nothing to choose
        else:
            answer = self.ask(seat, "discard")
        declared, tile = divmod(answer, 256)
        if tile not in own.tiles:
            self.disagree(f"that {seat} does not hold {tile}")
        self.expect("discard", seat, declared, tile)
        own.tiles.remove(tile)
        own.discards += 1
        own.declared = bool(declared)
        if declared and not (self.knobs["wait.declared"] and self.waits(seat)):
            self.disagree(f"that {seat} has no wait to declare")
        self.last_discard = seat, tile
        self.discards += 1
        winners = self.offer_win(seat, tile, 3)
        if winners:
            return self.won(winners, "discard", seat, tile)
        return self.offer_melds(seat, tile)

    def offer_win(self, giver: int, tile: int, source: int) -> list[int]:
        """V6: who wins with a tile, the nearest in turn first. `source`: 3 a discard, 4 the tile of a sagasa."""
        winners = []
        for seat in ((giver + step) % 4 for step in (1, 2, 3)):
            beauty = self.first_round(seat, giver, source) and self.wins_by_beauty(seat, tile)
            if (beauty or self.complete(seat, tile)) and self.ask(seat, "win"):
                winners.append(seat)
                self.seats[seat].won_by_beauty = beauty
                if self.knobs["win.several"] == "nearest":
                    break
        for seat in sorted(winners):
            self.expect("win", seat, source, tile)
            if self.seats[seat].won_by_beauty:
                self.lay_beauty(seat, tile)
                self.each_pays("beauty", seat, self.knobs["instant.beauty"])
        return winners

    def first_round(self, seat: int, giver: int, source: int = 3) -> bool:
        """V8: the taker has had no turn, or by the other reading the giver has discarded for the first time."""
        first = source == 3 and self.knobs["first.discards"] == "round" and self.seats[giver].discards == 1
        return first or not self.seats[seat].turns

    def wins_by_beauty(self, seat: int, tile: int) -> bool:
        """V6, V8, V9: a beauty, taken like a chow, by anyone who wins with it, in the first round."""
        own = self.seats[seat]
        others = [dragon for dragon in DRAGONS if dragon != tile]
        if not self.knobs["first.beauty"] or tile not in DRAGONS:
            return False
        if not all(needed in own.tiles for needed in others):
            return False
        before = list(own.tiles), list(own.melds)
        self.lay_beauty(seat, tile)
        complete = self.complete(seat, None)
        own.tiles, own.melds = before
        return complete

    def lay_beauty(self, seat: int, tile: int) -> None:
        own = self.seats[seat]
        for dragon in DRAGONS:
            if dragon != tile:
                own.tiles.remove(dragon)
        own.melds.append((int(BEAUTY), DRAGONS[0]))

    def waits(self, seat: int) -> bool:
        """V10: whether some kind of tile, of which the seat does not hold all four, would complete the hand."""
        owned = self.owned(seat, self.natural(seat))
        return any(owned[kind] < 4 and self.complete(seat, kind) for kind in range(34))

    def owned(self, seat: int, natural: Counter[int]) -> Counter[int]:
        owned = Counter(natural)
        for code, lowest in self.seats[seat].melds:
            four = Counter({lowest: 3 if code == PUNG else 4})
            runs = {CHOW: range(lowest, lowest + 3), BEAUTY: DRAGONS, NEWS: WINDS}
            owned += Counter(runs[code]) if code in runs else four  # type: ignore[index]
        return owned

    def offer_melds(self, giver: int, tile: int) -> tuple[int, int]:
        """V6, V8: a pung or kang anywhere goes before what the next seat may take in turn."""
        near = [(giver + step) % 4 for step in (1, 2, 3)]
        asked_in_turn = set()
        for seat in near:
            if self.seats[seat].tiles.count(tile) >= 2:
                options = self.pungs(seat, tile)
                if seat == near[0]:
                    options |= self.in_turn(seat, tile, True, giver)
                    asked_in_turn.add(seat)
                if self.claim(seat, tile, options):
                    return seat, self.seats[seat].melds[-1][0]
        for seat in near:
            options = self.in_turn(seat, tile, seat == near[0], giver) if seat not in asked_in_turn else set()
            if options and self.claim(seat, tile, options):
                return seat, self.seats[seat].melds[-1][0]
        return near[0], 0

    def pungs(self, seat: int, tile: int) -> set[tuple[int, int]]:
        """V6, V7: pung with two like the discard, kang with three."""
        options = {(int(PUNG), tile)}
        return options | {(int(KANG), tile)} if self.seats[seat].tiles.count(tile) == 3 else options

    def in_turn(self, seat: int, tile: int, is_next: bool, giver: int) -> set[tuple[int, int]]:
        """V6, V8: chows, and in the first round beauty and NEWS."""
        own = self.seats[seat]
        options = set()
        if tile in SUITED and (is_next or self.knobs["claim.chow"] == "any"):
            for lowest in range(max(tile - 2, 0), tile + 1):
                chow = (lowest, lowest + 1, lowest + 2)
                same_suit = lowest // 9 == (lowest + 2) // 9
                if same_suit and lowest <= 24 and all(member == tile or member in own.tiles for member in chow):
                    options.add((int(CHOW), lowest))
        if is_next and self.first_round(seat, giver):
            for code, tiles, knob in ((BEAUTY, DRAGONS, "first.beauty"), (NEWS, WINDS, "first.news")):
                if (
                    self.knobs[knob]
                    and tile in tiles
                    and all(member == tile or member in own.tiles for member in tiles)
                ):
                    options.add((int(code), tiles[0]))
        return options

    def claim(self, seat: int, tile: int, options: set[tuple[int, int]]) -> bool:
        """Ask a seat about a discard; True: it takes it, and the meld lies on the table."""
        own = self.seats[seat]
        answer = self.ask(seat, "claim")
        if not answer:
            return False
        code = answer % 256
        lowest = answer // 256
        if (code, lowest) not in options:
            self.disagree(f"that {seat} cannot take {tile} for {code} {lowest}")
        self.expect("meld", seat, code, lowest)
        chow = (lowest, lowest + 1, lowest + 2)
        melds = {CHOW: chow, PUNG: (tile,) * 3, KANG: (tile,) * 4, BEAUTY: DRAGONS, NEWS: WINDS}
        tiles = list(melds[code])  # type: ignore[index]
        tiles.remove(tile)
        for item in tiles:
            own.tiles.remove(item)
        if code == PUNG and tile in own.tiles:
            own.kept_fourth.add(tile)
        own.melds.append((code, lowest))
        self.drawn = -1
        name = {int(KANG): "kang", int(BEAUTY): "beauty", int(NEWS): "news"}.get(code)
        if name:
            self.each_pays(name, seat, self.knobs[f"instant.{name}"])
        return True

    def void(self, seat: int) -> tuple[int, int]:
        """V3: a tile is needed, and there is none."""
        self.expect("void", seat, 0, -1)
        self.ending = "void"
        return seat, 0

    def won(self, winners: list[int], ending: str, payer: int, tile: int | None = None) -> tuple[int, int]:
        """V9: the game is over; the winning tile is in the winners' hands."""
        self.ending, self.winners, self.payer = ending, winners, payer
        self.winning = -1 if tile is None else tile
        if tile is None and self.drawn >= 0 and self.natural(winners[0])[self.drawn]:
            self.winning = self.drawn
        return winners[0], 0

    # ---- the hand

    def complete(self, seat: int, tile: int | None) -> bool:
        """V9: five bahay and an eye, or siete pares, with a tile more if it is given; it stands for itself."""
        natural = self.natural(seat)
        jokers = self.jokers(seat)
        if tile is not None:
            natural[tile] += 1
        melds = len(self.seats[seat].melds)
        hand = tuple(sorted(natural.elements()))
        if can_arrange(hand, jokers, 5 - melds, True):
            return True
        pairs = self.knobs["win.seven_pairs"] and not melds
        return bool(pairs and any(seven_pairs(natural, jokers, self.knobs["win.equal_pairs"])))

    def value(self, seat: int) -> int:
        """V10: the best that the hand is worth."""
        own = self.seats[seat]
        natural = self.natural(seat)
        jokers = self.jokers(seat)
        by_draw = self.ending == "bunot"
        winning = -1 if own.won_by_beauty else self.winning
        if not by_draw and winning >= 0:
            natural[winning] += 1
        if self.knobs["wait.declared"] and not own.declared:
            winning = -1  # no wait is paid
        concealed = all(code == SECRET for code, _ in own.melds)
        concealed &= not own.melds or self.knobs["concealed.secret"]
        concealed &= by_draw or self.knobs["concealed.discard"]
        table = {"win"} | ({"concealed"} if concealed else set())
        quick = self.discards if self.knobs["quick.counts"] == "table" else own.discards
        table |= {"quick"} if quick <= self.knobs["quick.discards"] else set()
        single_only = self.knobs["wait.single"] == "only" and winning >= 0 and self.awaited(seat, natural) > 1
        best = 0
        for groups, eye in all_arrangements(tuple(sorted(natural.elements())), jokers, 5 - len(own.melds)):
            shape = table | self.shape(own.melds, groups, eye)
            for role in completed(winning, groups, eye):
                best = max(best, self.worth(shape | wait_items(role, self.knobs, single_only)))
        if self.knobs["win.seven_pairs"] and not own.melds:
            suit = {"flush"} if one_suit(set(natural)) else set()
            for pung, tile_in_pair in seven_pairs(natural, jokers, self.knobs["win.equal_pairs"]):
                role = "single" if winning >= 0 and (winning != pung or tile_in_pair) else "none"
                items = table | suit | {"seven_pairs"} | wait_items(role, self.knobs, single_only)
                best = max(best, self.worth(items))
        return best

    def awaited(self, seat: int, natural: Counter[int]) -> int:
        jokers = self.jokers(seat)
        melds = len(self.seats[seat].melds)
        before = natural - Counter([self.winning])
        owned = self.owned(seat, before)
        kinds = 0
        for kind in range(34):
            if owned[kind] < 4:
                after = before + Counter([kind])
                pairs = self.knobs["win.seven_pairs"] and not melds
                kinds += can_arrange(tuple(sorted(after.elements())), jokers, 5 - melds, True) or bool(
                    pairs and any(seven_pairs(after, jokers, self.knobs["win.equal_pairs"]))
                )
        return kinds

    def shape(self, melds: list[tuple[int, int]], groups: tuple[Group, ...], eye: int) -> set[str]:
        """V10: what the bahay say."""
        chows = [lowest for name, lowest in groups if name == "chow"] + [tile for code, tile in melds if code == CHOW]
        pungs = [tile for name, tile in groups if name == "pung"]
        pungs += [tile for code, tile in melds if code in (PUNG, KANG, SECRET, SAGASA)]
        items = set()
        if len(chows) == 5:
            items.add("all_chows")
        if len(pungs) == 5:
            items.add("all_pungs")
        if len(melds) == 5 and all(code != SECRET for code, _ in melds):
            items.add("all_revealed")
        if any(first in chows and first + 3 in chows and first + 6 in chows for first in (0, 9, 18)):
            items.add("straight")
        if one_suit({eye, *(tile for _, tile in melds), *(tile for _, tile in groups)}):
            items.add("flush")
        return items

    def worth(self, items: set[str]) -> int:
        return sum(cents(self.knobs[f"hand.{item}"]) for item in items)

    # ---- the money

    def settle(self) -> Outcome:
        """V11, V12: who pays whom."""
        values = [0] * 4
        gift = self.ending == "bunot" and self.from_back and self.drawn >= 0
        bunot = self.ending == "bunot" and (not gift or self.knobs["win.gift_is_bunot"])
        for seat in self.winners:
            values[seat] = self.value(seat)
            for loser in set(range(4)) - set(self.winners):
                times = self.knobs["pay.discarder" if loser == self.payer else "pay.others"]
                times = self.knobs["pay.bunot"] if bunot else times
                self.parts["hand"][loser] -= times * values[seat]
                self.parts["hand"][seat] += times * values[seat]
            if not self.seats[seat].flowers:
                self.each_pays("flowers", seat, self.knobs["instant.winner_no_flowers"])
        if self.knobs["doubles.play"] and self.dealt.dice[0] == self.dealt.dice[1]:
            factor = self.knobs["doubles.factor"]
            self.parts = {name: [factor * amount for amount in part] for name, part in self.parts.items()}
        stays = self.dealt.mano in self.winners
        if self.ending == "void":
            stays = self.knobs["deal.after_void"] == "stay"
        pot = self.dealt.pot
        markers = list(self.dealt.markers)
        moved = [0] * 4
        if share := cents(self.knobs["jai_alai.share"]):
            each = share if pot == 0 else cents(self.knobs["jai_alai.growth"])
            pot = pot + 4 * each
            moved = [-each] * 4
            for seat in self.winners:
                markers[seat] += self.knobs["jai_alai.bunot_markers"] if bunot else 1
            rich = [seat for seat in range(4) if markers[seat] >= self.knobs["jai_alai.markers"]]
            if rich:
                taker = min(rich, key=lambda seat: (seat - self.payer) % 4)
                moved[taker] += pot
                pot = 0
                markers = [0] * 4
        next_mano = self.dealt.mano if stays else (self.dealt.mano + 1) % 4
        winners = sorted(self.winners)
        return Outcome(self.ending, winners, self.payer, values, self.parts, moved, pot, markers, next_mano)


def cents(amount: float) -> int:
    return round(100 * amount)


@functools.lru_cache(maxsize=200_000)
def can_arrange(hand: tuple[int, ...], jokers: int, bahay: int, eye: bool) -> bool:
    """Whether tiles and jokers make this number of bahay, and an eye if `eye` is set."""
    if len(hand) + jokers != 3 * bahay + 2 * eye:
        return False
    return not hand or any(can_arrange(*rest) for _, rest in first_groups(hand, jokers, bahay, eye))


def all_arrangements(hand: tuple[int, ...], jokers: int, bahay: int) -> set[tuple[tuple[Group, ...], int]]:
    """All ways to make bahay and an eye of tiles and jokers: (groups, kind of the eye)."""
    ways = set()
    for groups in all_groupings(hand, jokers, bahay, True):
        eye = next(kind for name, kind in groups if name == "eye")
        ways.add((tuple(sorted(group for group in groups if group[0] != "eye")), eye))
    return ways


def all_groupings(hand: tuple[int, ...], jokers: int, bahay: int, eye: bool) -> Iterator[tuple[Group, ...]]:
    if not hand:
        yield from _of_jokers(bahay, eye)
        return
    for group, rest in first_groups(hand, jokers, bahay, eye):
        if can_arrange(*rest):
            yield from ((group, *others) for others in all_groupings(*rest))


def first_groups(
    hand: tuple[int, ...], jokers: int, bahay: int, eye: bool
) -> Iterator[tuple[Group, tuple[tuple[int, ...], int, int, bool]]]:
    """The groups that the lowest tile can be in, and what remains: tiles, jokers, bahay, whether the eye is wanted."""
    lowest = hand[0]
    if bahay:
        groups: list[tuple[Group, tuple[int, ...]]] = [(("pung", lowest), (lowest,) * 3)]
        firsts = [first for first in range(lowest - 2, lowest + 1) if first % 9 <= 6 and first // 9 == lowest // 9]
        if lowest in SUITED:
            groups += [(("chow", first), (first, first + 1, first + 2)) for first in firsts]
        for group, tiles in groups:
            yield from ((group, (rest, jokers - used, bahay - 1, eye)) for rest, used in _without(hand, tiles, jokers))
    if eye:
        for rest, used in _without(hand, (lowest, lowest), jokers):
            yield ("eye", lowest), (rest, jokers - used, bahay, False)


def _without(hand: tuple[int, ...], tiles: tuple[int, ...], jokers: int) -> set[tuple[tuple[int, ...], int]]:
    """The hand without a group that its lowest tile is in, and how many jokers stand for others of the group."""
    others = list(tiles)
    others.remove(hand[0])
    most = min(jokers, len(others)) if hand[0] in SUITED else 0
    ways = set()
    for used in range(most + 1):
        for own in itertools.combinations(others, len(others) - used):
            rest = list(hand[1:])
            for tile in own:
                if tile not in rest:
                    break
                rest.remove(tile)
            else:
                ways.add((tuple(rest), used))
    return ways


def _of_jokers(bahay: int, eye: bool) -> Iterator[tuple[Group, ...]]:
    if bahay:
        for kind in SUITED:
            for group in (("pung", kind), ("chow", kind)):
                if group[0] == "pung" or kind % 9 <= 6:
                    yield from ((group, *others) for others in _of_jokers(bahay - 1, eye))
    elif eye:
        yield from ((("eye", kind),) for kind in SUITED)
    else:
        yield ()


def completed(winning: int, groups: tuple[Group, ...], eye: int) -> set[str]:
    if winning < 0:
        return {"none"}
    roles = {"single"} if winning == eye else set()
    for name, lowest in groups:
        if name == "pung" and lowest == winning:
            roles.add("pung")
        if name == "chow" and lowest <= winning <= lowest + 2:
            rank = lowest % 9 + 1
            edge = (rank == 1 and winning == lowest + 2) or (rank == 7 and winning == lowest)
            roles.add("middle" if winning == lowest + 1 else "single" if edge else "open")
    return roles


def seven_pairs(natural: Counter[int], jokers: int, equal: bool) -> Iterator[tuple[int, bool]]:
    """The kinds that the pung can be of if tiles and jokers are seven pairs and a pung, and whether it has a pair too.

    Jokers left over are pairs of their own.
    """
    if sum(natural.values()) + jokers != 17:
        return
    if sum(number % 2 for number in natural.values()) > jokers + 1:  # each odd kind but the pung's lacks a tile
        return
    for pung in range(34):
        for wanted_there in (3, 5):
            if natural[pung] > wanted_there or (wanted_there == 5 and not (equal and pung in SUITED)):
                continue
            wanted = {kind: number + number % 2 for kind, number in natural.items() if kind != pung}
            lacking = {kind: number - natural[kind] for kind, number in wanted.items()}
            lacking[pung] = wanted_there - natural[pung]
            honest = all(kind in SUITED for kind, number in lacking.items() if number)
            distinct = equal or max(wanted.values(), default=0) <= 2
            if honest and distinct and sum(lacking.values()) <= jokers:
                yield pung, wanted_there == 5


def show(tiles: list[int]) -> str:
    return " ".join(NAMES[tile] for tile in sorted(tiles))
