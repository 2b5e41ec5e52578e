"""Tiles (V1): their numbers and text; and the codes of melds on the table (V6-V8). V numbers are rules of the rulebook.

A kind is an int: suited tiles `9 * suit + rank - 1` (sticks 0..8, dots 9..17, characters 18..26), dragons 27..29 (red,
green, white), winds 30..33 (east, south, west, north), flowers and seasons 34..41. A hand is a vector int8[KINDS] of
the number of tiles of each kind.

A meld is a code (int8) and its lowest tile (int8): of a chow the lowest of three, of a beauty the red dragon, of NEWS
the east wind. Each counts as one bahay; a hand has at most `BAHAY` of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tongits_sim.errors import TongitsError

KINDS = 42
SUITED = 27
DRAGONS = 27
WINDS = 30
FLOWERS = 34
PLAIN = FLOWERS
"""How many kinds can be in a hand: all before the flowers and seasons, which are laid down as they come."""
COPIES = 4
TILES = 144

NAMES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "sdc" for rank in range(1, 10)),
    "Dr",
    "Dg",
    "Dw",
    "We",
    "Ws",
    "Ww",
    "Wn",
    *(f"F{number}" for number in range(1, 9)),
)
"""The text of each kind."""

_KIND = {name.lower(): kind for kind, name in enumerate(NAMES)}


class TileError(TongitsError):
    """A text names no tile, or too many of a kind."""


def tile_name(kind: int) -> str:
    """The text of a kind.

    >>> tile_name(0), tile_name(27), tile_name(41)
    ('1s', 'Dr', 'F8')
    """
    return NAMES[kind]


def parse_tile(text: str) -> int:
    """The kind that a text names.

    >>> parse_tile("9c"), parse_tile("we")
    (26, 30)

    Raises:
        TileError: it names no tile.
    """
    kind = _KIND.get(text.strip().lower())
    if kind is None:
        raise TileError(
            f"{text.strip()[:20]!r} is not a tile: write 1s to 9s, 1d to 9d, 1c to 9c, Dr Dg Dw, We Ws Ww Wn, F1 to F8"
        )
    return kind


def parse_tiles(text: str) -> list[int]:
    """The kinds of a text of tiles, in its order, with spaces or commas between them.

    >>> parse_tiles("1s 1s, Dr")
    [0, 0, 27]

    Raises:
        TileError: a word names no tile, or there are more of a kind than the game has.
    """
    kinds = [parse_tile(word) for word in text.replace(",", " ").split()]
    for kind in set(kinds):
        if kinds.count(kind) > copies(kind):
            raise TileError(f"there are {copies(kind)} {tile_name(kind)} in the game, not {kinds.count(kind)}")
    return kinds


def copies(kind: int) -> int:
    """The number of tiles of a kind in the game: four, and one of each flower."""
    return COPIES if kind < FLOWERS else 1


def format_tiles(kinds: Iterable[int]) -> str:
    """Kinds as text, sorted.

    >>> format_tiles([27, 0, 9, 0])
    '1s 1s 1d Dr'
    """
    return " ".join(NAMES[kind] for kind in sorted(kinds))


def tiles_of(counts: Sequence[int]) -> list[int]:
    """The kinds in a vector of counts (int8[KINDS], or any sequence), each as often as its count.

    >>> tiles_of([2] + [0] * 41)
    [0, 0]
    """
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]


BAHAY = 5
"""The bahay of a winning hand, which has a pair beside them."""

# Meld codes; 0 is none, as in `MELDS`.
CHOW = np.int64(1)
PUNG = np.int64(2)
KANG = np.int64(3)
SECRET = np.int64(4)  # a kang of own tiles, face down
SAGASA = np.int64(5)  # an own pung on the table, and the fourth tile
BEAUTY = np.int64(6)  # the three dragons
NEWS = np.int64(7)  # the four winds

MELD_RUN = np.array([0, 3, 1, 1, 1, 1, 3, 4])
"""By code: the kinds of a meld, from its lowest tile."""
MELD_COPIES = np.array([0, 1, 3, 4, 4, 4, 1, 1])
"""By code: the tiles of each of these kinds."""

MELDS = ("none", "chow", "pung", "kang", "secret", "sagasa", "beauty", "news")
"""The names of the codes."""
