"""Values a hand (V10, V11): the items of a winning hand; otherwise how far the hand is from winning, and which tiles
help.

`score` reads a hand from text and values it with the functions by which games are settled (`hands/value.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from mahjong_sim.game.state import HAND, NO_TILE, game_tables
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.outlook import helping, keys_of
from mahjong_sim.hands.value import QUICK, best_value, item_names
from mahjong_sim.rules import RuleSet, load
from mahjong_sim.rules.play_knobs import Copies, Honours
from mahjong_sim.rules.record import rules_record
from mahjong_sim.tiles import (
    BAHAY,
    CHOW,
    DRAGONS,
    FLOWERS,
    KINDS,
    MELD_COPIES,
    MELD_RUN,
    MELDS,
    PLAIN,
    SUITED,
    WINDS,
    TileError,
    copies,
    parse_tile,
    tile_name,
)
from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Answer, Document
from tongits_sim.run.arguments import public

Source = Literal["discard", "wall", "back", "sagasa", "deal"]
"""Where the winning tile comes from, in the words of game records."""
SOURCES: tuple[str, ...] = get_args(Source)
DRAWN = ("wall", "back", "deal")
"""The sources of a win by draw (bunot)."""
NONE = "none"
"""The text of no winning tile."""
_MELD_TILES = 3  # the tiles that a bahay on the table counts as, even a kang
_RANKS = 9
_FIXED = {"beauty": DRAGONS, "news": WINDS}
"""The melds that have one lowest tile."""


class ScoreError(TongitsError):
    """A hand cannot be, or cannot be won like this."""


@dataclass(frozen=True)
class Meld(Answer):
    """A bahay on the table."""

    meld: str  # chow, pung, kang, secret, sagasa, beauty or news
    tile: str  # its lowest tile


@dataclass(frozen=True)
class Wait(Answer):
    """A tile that completes a hand, and the value with it."""

    tile: str
    left: int  # copies that are neither in the hand nor in the own melds
    value: float  # units
    items: Mapping[str, float]  # units by item of the value


@dataclass(frozen=True)
class DiscardOption(Answer):
    """A discard, and the hand after it."""

    tile: str
    away: int  # tiles from waiting: 0 waits
    helps: tuple[str, ...]  # tiles that bring the hand nearer, or complete it
    left: int  # copies of these tiles that are neither in the hand nor in the own melds


@dataclass(frozen=True)
class HandScore(Document):
    """The value of a hand, or what it needs to win. Amounts are units."""

    rules: str
    tiles: tuple[str, ...]  # the concealed tiles, the winning tile among them
    melds: tuple[Meld, ...]
    flowers: tuple[str, ...]
    joker: str | None  # the tile whose other copies are jokers
    by: str  # where the winning tile comes from
    win: str | None  # the winning tile; None if no wait is paid for it, or the hand does not win
    away: int  # tiles from waiting: 0 waits, -1 complete
    # value, items, pay, no_flowers: of a complete hand, else None and empty
    value: float | None
    items: Mapping[str, float]  # units by item of the value
    pay: Mapping[str, float]  # what each payer pays: `discarder` and `others`, or `each`; `no_flowers` included
    no_flowers: float | None  # the part of each payment for an empty flower row
    waits: tuple[Wait, ...] = ()  # of a hand that waits, the most valuable first
    helps: tuple[str, ...] = ()  # of a hand that does not wait yet: tiles that bring it nearer
    discards: tuple[DiscardOption, ...] = ()  # of a hand that must discard: those that leave it nearest, best first
    command: Literal["mahjong score"] = "mahjong score"

    @property
    def complete(self) -> bool:
        """Whether the hand wins."""
        return self.away < 0


class _Given(NamedTuple):
    """A hand as it was given."""

    rules: RuleSet
    concealed: list[int]
    flowers: list[int]
    melds: list[tuple[int, int]]  # codes and lowest tiles
    joker: int  # the kind whose other copies are jokers, or NO_TILE
    by: str
    quick: bool
    declared: bool


@njit
def _outlook(tables, counts, jokers, n_melds):
    """The number of tiles (int64) that a hand lacks, and the kinds (bits) that bring it nearer to winning."""
    return helping(tables, keys_of(counts), held_often(counts), jokers, n_melds)


@public
def score(
    tiles: str | Sequence[str],
    rules: RuleSet | str = "visayan",
    *,
    melds: str | Sequence[str] = "",
    win: str | None = None,
    by: Source = "discard",
    quick: bool = False,
    declared: bool = False,
    joker: str | None = None,
) -> HandScore:
    """The value of a hand, item by item; or how far it is from waiting, and what it waits for.

    Args:
        tiles: the concealed tiles and the flowers: "1s 2s 3s Dr Dr F1". Seventeen tiles without flowers, three fewer
            for each meld, win or have to discard; with one tile fewer the hand waits for a tile.
        rules: house rules, or the name of a preset or of a file.
        melds: the bahay on the table, each with its lowest tile: "chow 1s, pung Dr, kang 5d, secret 9c, beauty".
        win: the winning tile, by default the last of `tiles`; "none" if it lies in a meld.
        by: where the winning tile comes from: discard, wall, back (a gift, or for a flower), sagasa (robbed), or deal
            (the hand was dealt complete).
        quick: the win is quick.
        declared: the wait was declared, for rules that pay only declared waits.
        joker: the tile whose other copies are jokers, for rules with jokers.

    Raises:
        TongitsError: the hand cannot be, or cannot be won like this; a text names no tile, meld or rules.
    """
    given = _given(tiles, rules, melds, joker, by, quick, declared)
    full = HAND + 1 - _MELD_TILES * len(given.melds)
    if len(given.concealed) == full:
        winning = _winning(given, win)
        return _with_all_tiles(given, winning)
    if len(given.concealed) != full - 1:
        raise ScoreError(
            f"a hand{_beside(given.melds)} has {full} tiles besides flowers when it wins or discards, and {full - 1} "
            f"while it waits, not {len(given.concealed)}"
        )
    if win is not None:
        raise ScoreError(f"the hand waits for a tile, so leave out the winning tile; with it there are {full} tiles")
    return _waiting(given)


def _beside(melds: Sequence[object]) -> str:
    if not melds:
        return ""
    return f" beside {len(melds)} meld{'s' if len(melds) > 1 else ''}"


# ---- reading


def _given(
    tiles: str | Sequence[str],
    rules: RuleSet | str,
    melds: str | Sequence[str],
    joker: str | None,
    by: str,
    quick: bool,
    declared: bool,
) -> _Given:
    house = rules if isinstance(rules, RuleSet) else load(rules)
    if by not in SOURCES:
        raise ScoreError(f"the winning tile comes by {', '.join(SOURCES[:-1])} or {SOURCES[-1]}, not by {by[:20]!r}")
    first_flower = DRAGONS if house.tiles.honours == Honours.FLOWERS else FLOWERS
    text = tiles if isinstance(tiles, str) else " ".join(tiles)
    kinds = [parse_tile(word) for word in text.replace(",", " ").split()]
    concealed = [kind for kind in kinds if kind < first_flower]
    flowers = [kind for kind in kinds if kind >= first_flower]
    given = _Given(house, concealed, flowers, _melds(melds, house), _joker(joker, house), by, quick, declared)
    for code, lowest in given.melds:
        if lowest >= first_flower:
            raise ScoreError(f"{tile_name(lowest)} is a flower under {house.name}, so there is no {MELDS[code]} of it")
    for kind, number in (_own(given) + Counter(flowers)).items():
        if number > copies(kind):
            raise TileError(f"there are {copies(kind)} {tile_name(kind)} in the game, not {number}")
    if by == "deal" and any(MELDS[code] in ("chow", "pung", "kang", "sagasa") for code, _ in given.melds):
        raise ScoreError("a hand that is complete when dealt has taken no discard: leave out those melds, or by deal")
    return given


def _joker(joker: str | None, rules: RuleSet) -> int:
    """The kind whose other copies are jokers; NO_TILE without jokers."""
    if joker is None:
        return int(NO_TILE)
    if not rules.joker.play:
        raise ScoreError(f"{rules.name} has no jokers; joker.play=true, or the preset visayan_jokers, has")
    kind = parse_tile(joker)
    if kind >= SUITED:
        raise ScoreError(f"a joker is a suited tile, 1s to 9c, not {tile_name(kind)}")
    return kind


def _melds(melds: str | Sequence[str], rules: RuleSet) -> list[tuple[int, int]]:
    texts = melds.split(",") if isinstance(melds, str) else list(melds)
    read = [_meld(text.split(), rules) for text in texts if text.strip()]
    if len(read) > BAHAY:
        raise ScoreError(f"a hand has at most {BAHAY} bahay, not {len(read)}")
    return read


def _meld(words: list[str], rules: RuleSet) -> tuple[int, int]:
    """The code and lowest tile of a meld: `chow 1s`."""
    name = words[0].lower()
    if name not in MELDS[1:]:
        raise ScoreError(f"{words[0][:20]!r} is not a meld: write {', '.join(MELDS[1:-1])} or {MELDS[-1]}")
    if name in _FIXED and not getattr(rules.first, name):
        raise ScoreError(f"under {rules.name} there is no {name} (first.{name})")
    if len(words) != 2 and not (name in _FIXED and len(words) == 1):
        raise ScoreError(f"name the lowest tile of a {name}, such as '{name} 5d'; melds are separated by commas")
    code = MELDS.index(name)
    kind = parse_tile(words[1]) if len(words) == 2 else _FIXED[name]
    if code == CHOW and (kind >= SUITED or kind % _RANKS > _RANKS - _MELD_TILES):
        raise ScoreError(f"a chow is named by the lowest of its three tiles, 1 to 7 of a suit, not {tile_name(kind)}")
    if kind != _FIXED.get(name, kind):
        raise ScoreError(f"the lowest tile of {name} is {tile_name(_FIXED[name])}, not {tile_name(kind)}")
    if kind >= PLAIN:
        raise ScoreError(f"{tile_name(kind)} is a flower, so there is no {name} of it")
    return code, kind


def _own(given: _Given) -> Counter[int]:
    """The tiles in the hand and the melds, and the open tile that names the joker."""
    own = Counter(given.concealed)
    for code, lowest in given.melds:
        for kind in range(lowest, lowest + int(MELD_RUN[code])):
            own[kind] += int(MELD_COPIES[code])
    if given.joker >= 0:
        own[given.joker] += 1
    return own


def _winning(given: _Given, win: str | None) -> int:
    """The kind of the winning tile; NO_TILE if it lies in a meld, and for a hand dealt complete."""
    if win is None:
        return int(NO_TILE) if given.by == "deal" else given.concealed[-1]
    if win.strip().lower() == NONE:
        return int(NO_TILE)
    if given.by == "deal":
        raise ScoreError("no tile completes a hand that is complete when dealt: leave out the winning tile")
    kind = parse_tile(win)
    if kind not in given.concealed:
        raise ScoreError(f"the winning tile {tile_name(kind)} is not among the tiles; if it lies in a meld, say {NONE}")
    return kind


# ---- valuing


class _Hand(NamedTuple):
    """A hand in the terms of `hands/value.py`."""

    counts: np.ndarray  # int8[42], the concealed tiles without jokers
    jokers: int
    winning: int  # the kind whose wait is paid, or NO_TILE


def _hand(given: _Given, concealed: Sequence[int], winning: int) -> _Hand:
    """The tiles of a hand. A joker that was discarded is the plain tile; one that was drawn is paid no wait (V12)."""
    counts = np.zeros(KINDS, np.int8)
    for kind in concealed:
        counts[kind] += 1
    if given.joker < 0:
        return _Hand(counts, 0, winning)
    plain = int(winning == given.joker and given.by not in DRAWN)
    jokers = int(counts[given.joker]) - plain
    if given.rules.joker.copies == Copies.ONE:
        jokers = min(jokers, 1)
    counts[given.joker] -= jokers
    return _Hand(counts, jokers, winning if winning < 0 or counts[winning] > 0 else int(NO_TILE))


def _value(given: _Given, hand: _Hand) -> Mapping[str, float] | None:
    """The items of a hand's value, in units; None if it is not complete."""
    codes = np.zeros(BAHAY, np.int8)
    lowest = np.full(BAHAY, NO_TILE, np.int8)
    for place, (code, kind) in enumerate(given.melds):
        codes[place], lowest[place] = code, kind
    paid_wait = given.declared or not given.rules.wait.declared
    value, bits = best_value(
        game_tables(given.rules),
        hand.counts,
        hand.jokers,
        np.int64(hand.winning if paid_wait else NO_TILE),
        given.by in DRAWN,
        codes,
        lowest,
        len(given.melds),
        rules_record(given.rules)[0],
    )
    if value < 0:
        return None
    names = item_names(int(bits) | (int(QUICK) if given.quick else 0))
    return {name: float(getattr(given.rules.hand, name)) for name in names}


def _with_all_tiles(given: _Given, winning: int) -> HandScore:
    """A hand that wins, or else must discard."""
    items = _value(given, _hand(given, given.concealed, winning))
    if items is None:
        return _to_discard(given)
    value = sum(items.values())
    no_flowers = 0.0 if given.flowers else float(given.rules.instant.winner_no_flowers)
    shown = None if winning < 0 else tile_name(winning)
    pay = _pay(given, value, no_flowers)
    return _answer(given, away=-1, win=shown, value=value, items=items, pay=pay, no_flowers=no_flowers)


def _pay(given: _Given, value: float, no_flowers: float) -> dict[str, float]:
    """What each of the others pays (V11)."""
    pay = given.rules.pay
    gift = given.by == "back" and not given.rules.win.gift_is_bunot
    if given.by not in DRAWN:
        return {"discarder": pay.discarder * value + no_flowers, "others": pay.others * value + no_flowers}
    times = pay.others if gift else pay.bunot
    return {"each": times * value + no_flowers}


def _to_discard(given: _Given) -> HandScore:
    options = []
    for kind in sorted(set(given.concealed)):
        rest = given.concealed.copy()
        rest.remove(kind)
        away, helps = _away(given, rest)
        left = sum(_left(given, tile) for tile in helps)
        options.append(DiscardOption(tile_name(kind), away, _names(helps), left))
    options.sort(key=lambda option: (option.away, -option.left))
    nearest = options[0].away
    best = tuple(option for option in options if option.away == nearest)
    return _answer(given, away=nearest, discards=best)


def _waiting(given: _Given) -> HandScore:
    away, helps = _away(given, given.concealed)
    if away > 0:
        return _answer(given, away=away, helps=_names(helps))
    waits = []
    for kind in helps:
        items = _value(given, _hand(given, [*given.concealed, kind], kind))
        if items is not None:
            waits.append(Wait(tile_name(kind), _left(given, kind), sum(items.values()), items))
    waits.sort(key=lambda wait: -wait.value)
    return _answer(given, away=0, waits=tuple(waits))


def _away(given: _Given, concealed: Sequence[int]) -> tuple[int, list[int]]:
    """Tiles from waiting of a hand at rest, and the kinds that bring it nearer and can come."""
    counts, jokers, _ = _hand(given, concealed, int(NO_TILE))
    lacks, helps = _outlook(game_tables(given.rules), counts, jokers, len(given.melds))
    kinds = [kind for kind in range(PLAIN) if int(helps) >> kind & 1 and _left(given, kind) > 0]
    return int(lacks) - 1, kinds


def _left(given: _Given, kind: int) -> int:
    return copies(kind) - _own(given)[kind]


def _names(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(tile_name(kind) for kind in kinds)


def _answer(given: _Given, away: int, **parts: Any) -> HandScore:
    usual: dict[str, Any] = {"win": None, "value": None, "items": {}, "pay": {}, "no_flowers": None}
    return HandScore(
        rules=given.rules.name,
        tiles=_names(given.concealed),
        melds=tuple(Meld(MELDS[code], tile_name(lowest)) for code, lowest in given.melds),
        flowers=_names(given.flowers),
        joker=None if given.joker < 0 else tile_name(given.joker),
        by=given.by,
        away=away,
        **(usual | parts),
    )
