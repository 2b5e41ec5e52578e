"""What there is at the table in the middle of a game; no rule is applied here."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.naive import Rules, is_joker

Event = dict[str, Any]
"""One event of a game record, as in docs/reference/formats.md."""

LAST_TURN = 120
"""R2, fine print: when this turn of all seats together is complete, the game ends as a stock-out."""


class IllegalError(Exception):
    """Something the rules do not allow; the text starts with the rule number."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")


def demand(condition: bool, rule: str, reason: str) -> None:
    if not condition:
        raise IllegalError(rule, reason)


class Shown(NamedTuple):
    """A card of a laid meld: its face (R16), and the seat that put it into the meld (R14.3)."""

    card: str
    face: str
    seat: int


@dataclass
class TableMeld:
    """A laid meld: open, or face down as a secret (R5, R5.2). `turn` is the turn in which it was laid."""

    owner: int
    kind: str
    open: bool
    turn: int
    shown: list[Shown]

    @property
    def faces(self) -> set[str]:
        return {shown.face for shown in self.shown}

    @property
    def jokers(self) -> int:
        return sum(is_joker(shown.card) for shown in self.shown)


class Sapaw(NamedTuple):
    """A card added to an open meld (R6), also by taking the discard onto it (R4)."""

    turn: int
    seat: int
    owner: int
    by_take: bool


class LongMeld(NamedTuple):
    """A new meld of four or more cards laid open (R9.3)."""

    turn: int
    seat: int
    by_take: bool


@dataclass
class State:
    """The table. `phase` says what may happen next:

    `start`  a turn before its draw (or take, or call under `call.timing = start`);
    `act`    after the draw, and all of the dealer's first turn: lay, secret, sapaw, discard;
    `end`    after the discard under `call.timing = end`: the call, or nothing;
    `respond` a draw was called; `declare` a spread or Tongits holds and must be declared; `over`.
    """

    rules: Rules
    dealer: int
    hands: list[list[str]]
    stock: list[str]
    seat: int
    turn: int = 0
    phase: str = "start"
    melds: list[TableMeld] = field(default_factory=list)
    offered: str | None = None
    """The previous player's discard, if it can be taken (R4)."""
    drawn: str | None = None
    """The card drawn from the stock this very turn (R5.3)."""
    taken_now: str | None = None
    """The card taken into the hand this turn under `free` (R4)."""
    taken: set[str] = field(default_factory=set)
    """All cards ever taken into a hand under `free` that nobody has given away since (R5.2)."""
    own_turns: list[int] = field(default_factory=lambda: [0, 0, 0])
    """R9.1: each seat's own turns, begun ones included."""
    voluntary: list[int] = field(default_factory=lambda: [0, 0, 0])
    """R5: melds laid open that `melds.max_voluntary` counts."""
    sapaws: list[Sapaw] = field(default_factory=list)
    long_melds: list[LongMeld] = field(default_factory=list)
    sagasas: list[int] = field(default_factory=list)
    """R5.3: the seats that made one, once each time."""
    meld_order: list[int] = field(default_factory=list)
    """R11.2: who made a new meld, in order."""
    draw_order: list[int] = field(default_factory=list)
    """R12.2: who drew from the stock, in order."""
    just_drawn: bool = False
    """Whether nothing has happened since the draw or take of this turn (R9)."""
    caller: int | None = None
    answers: dict[int, str] = field(default_factory=dict)
    """R10: `"challenge"` or `"fold"` by seat."""
    declared: tuple[str, int] | None = None
    """The `"tongits"` or `"spread"` that holds, and whose it is."""
    shown: int = 0
    """Melds that the declared hand is shown in."""
    number: int = 0
    """Of the game in its match."""
    ending: str | None = None
    """The ending once the game is over; a stock-out may still turn out to be `void`, a call `draw` or `challenge`."""

    def open_melds(self, seat: int) -> list[TableMeld]:
        return [meld for meld in self.melds if meld.owner == seat and meld.open]

    def laid_secrets(self, seat: int) -> list[TableMeld]:
        """The seat's melds laid face down (R5.2)."""
        return [meld for meld in self.melds if meld.owner == seat and not meld.open]


def right_of(seat: int) -> int:
    return (seat + 1) % 3
