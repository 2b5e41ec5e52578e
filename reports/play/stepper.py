"""Steps through a recorded game on one screen with keys."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.play.screen import COLUMNS
from reports.play.talk import Talk, draws, is_terminal
from reports.text.faces import Faces
from tongits_sim.records.frames import ReplayText, Step, next_of
from tongits_sim.records.schema import named, seat_names
from tongits_sim.run.files import printable

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

RESIZED = "resized"
ENDED = "ended"
_WAIT = 0.4  # seconds between two checks of the terminal's size
_REST = 0.05  # seconds to wait for the rest of a key
_NAMES = {
    "pageup": "page up",
    "pagedown": "page down",
    "c-m": "enter",
    "c-j": "enter",
    " ": "space",
    "c-h": "back",
    "c-d": ENDED,
    **{name: name for name in ("right", "left", "up", "down", "home", "end")},
}


def can_read_keys() -> bool:
    """Whether a terminal lets the program read single keys."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and draws()


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A context that gives a function for the next key: a letter, a name such as `right`, RESIZED or ENDED. The end of
    the context restores the terminal.
    """
    from prompt_toolkit.input import create_input

    terminal = create_input(sys.stdin)
    waiting: list[str] = []

    def next_key() -> str:
        size = _size()
        while not waiting:
            waiting.extend(runner.run(_read_keys(terminal)))
            if not waiting and _size() != size:
                return RESIZED
        return waiting.pop(0)

    with terminal.raw_mode(), asyncio.Runner() as runner:
        yield next_key


async def _read_keys(terminal: Input) -> list[str]:
    """The keys of the next moments; empty if nobody types. Raises KeyboardInterrupt for Ctrl-C."""
    ready = asyncio.Event()
    try:
        with terminal.attach(ready.set):
            await asyncio.wait_for(ready.wait(), _WAIT)
            pressed = terminal.read_keys()
            if not pressed:
                await asyncio.sleep(_REST)
                pressed = terminal.read_keys() or terminal.flush_keys()
    except TimeoutError:
        return []
    except EOFError:  # the input has ended
        return [ENDED]
    names = [str(getattr(press.key, "value", press.key)) for press in pressed]
    if "c-c" in names:
        raise KeyboardInterrupt
    found = [name_of_key(name) for name in names]
    return [*found, ENDED] if terminal.closed else found


def name_of_key(key: str) -> str:
    """The name of a key in prompt_toolkit's names; "" for a key without a name.

    >>> name_of_key("right"), name_of_key("q"), name_of_key("c-x")
    ('right', 'q', '')
    """
    return _NAMES.get(key, key if len(key) == 1 and key.isprintable() else "")


def _size() -> tuple[int, int]:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return tuple(os.get_terminal_size(sys.stdout.fileno()))  # type: ignore[return-value]
    return 80, 24


if TYPE_CHECKING:
    pass

_HELP = "keys: right/left move, n/p next/previous call or lay, home/end, g to a move, m next mark, N next game, q quit"
_SHORT_HELP = "right left n p home end g m N q"
_NEXT_GAME = "N"
_INDENT = "     "  # of all lines of a move but the first
_NARROW = 76  # with fewer columns the short help is shown


class Stepper:
    """A game at one of its moves.

    Attributes:
        record: the verified record.
        steps: the deal and every move.
        at: number of the move on the screen.
        marks: notes on moves, by number; the key `m` goes to the next note.
        title: the game, with its place and its rules.
    """

    def __init__(
        self,
        record: Mapping[str, Any],
        steps: ReplayText,
        faces: Faces,
        marks: Mapping[int, str] | None = None,
        number: int | None = None,
    ) -> None:
        """A game at its deal.

        Args:
            record: a verified record.
            steps: shows games of this kind move by move.
            faces: how to write cards.
            marks: notes on moves, such as mistakes, by number of the move from 1.
            number: of the game in its file, from 1; None: show its place in the match.
        """
        self.room = steps
        place = f"Game {record['game'] + 1} of match {record['match'] + 1}" if number is None else f"Game {number}"
        self.title = f"{place}, {printable(record['rules']['name'])}"
        self.record = dict(record)
        self.steps = self.room.steps_of(self.record)
        self.at = 0
        self.faces = faces
        self.marks = dict(marks or {})
        self.names = seat_names(record["players"])

    def press(self, key: str) -> bool:
        """Move by a key. Returns False for an unknown key."""
        last = len(self.steps) - 1
        moves: dict[str, Callable[[], int]] = {
            "right": lambda: min(self.at + 1, last),
            "left": lambda: max(self.at - 1, 0),
            "home": lambda: 0,
            "end": lambda: last,
            "n": functools.partial(next_of, self.steps, self.at, self.room.NOTABLE),
            "p": functools.partial(next_of, self.steps, self.at, self.room.NOTABLE, back=True),
            "m": self._next_mark,
        }
        same = {
            "space": "right",
            "enter": "right",
            "down": "right",
            "l": "right",
            "j": "right",
            "e": "end",
            "h": "left",
        }
        same |= {"back": "left", "up": "left", "k": "left", "s": "home", "page down": "n", "page up": "p"}
        move = moves.get(same.get(key, key))
        if move is None:
            return False
        self.at = move()
        return True

    def go_to(self, number: int) -> None:
        """Show a move; after the end, the last move."""
        self.at = max(0, min(number, len(self.steps) - 1))

    def _next_mark(self) -> int:
        """The next marked move; after the last mark, the first; the current move if no move is marked."""
        marked = sorted(number for number in self.marks if 0 < number < len(self.steps))
        return next((number for number in marked if number > self.at), marked[0] if marked else self.at)

    def lines(self, columns: int, lines: int) -> list[str]:
        """The screen at this move.

        Args:
            columns, lines: the terminal's size; the screen takes at most 80 columns and leaves a line for a question.
        """
        wide = max(min(columns, COLUMNS), 40)
        step = self.steps[self.at]
        where = f"move {step.number} of {len(self.steps) - 1}, turn {step.turn}"
        shown = [f"{self.title[: wide - len(where) - 2]}  {where}", ""]
        for seat in range(len(self.names)):
            shown += self._seat(step, seat, wide)
        discards = step.discards[-16:]
        dots = "... " if len(step.discards) > len(discards) else ""
        stock = f"{self.room.STOCK.capitalize()} {step.stock}."
        shown += textwrap.wrap(f"{stock}  Discards: {dots}{self.faces.cards(discards) or 'none'}", wide)
        shown.append("")
        rest = [*self._news(step, wide), *self._end(wide)]
        keys = [_SHORT_HELP] if wide < _NARROW else textwrap.wrap(_HELP, wide)
        room = max(lines, 16) - 2 - len(keys) - len(shown)
        while len(rest) > room and rest:
            del rest[0]
            while rest and rest[0].startswith(_INDENT):  # the other lines of that move
                del rest[0]
        return [*shown, *rest, "", *keys][: max(lines, 16) - 1]

    def _seat(self, step: Step, seat: int, wide: int) -> list[str]:
        hand = step.hands[seat]
        mark = ">" if step.seat == seat else " "
        dealer = f", {self.room.DEALS}" if seat == self.record[self.room.DEALER] else ""
        count = "" if hand.count is None else f", count {hand.count}"
        start, end = f"{mark} ", f"{dealer}: {hand.size} {self.room.PIECES}{count}"
        if wide < _NARROW:
            end = f"{dealer}: {hand.size}{count}"
        who = f"{start}{self.names[seat][: wide - len(start + end)]}{end}"
        parts = [*(self.faces.meld(meld) for meld in hand.melds), *map(self.faces.card, hand.loose)]
        lines = [who, *_wrap("    ", parts, wide)]
        laid = [
            f"{number}{self.faces.meld(cards)}" for number, (owner, cards) in enumerate(step.table, 1) if owner == seat
        ]
        return lines + (_wrap("    laid ", laid, wide) if laid else [])

    def _news(self, step: Step, wide: int) -> list[str]:
        """The current move, after the two moves before it."""
        first = max(step.number - 2, 1)
        lines = []
        for earlier in self.steps[first : step.number + 1]:
            text = f"{'>' if earlier is step else ' '} {earlier.number}. {self.sentence(earlier)}"
            lines += textwrap.wrap(text, wide, subsequent_indent=_INDENT, break_on_hyphens=False)
        if step.number == 0:
            lines = [f"> The {self.room.PIECES} are dealt."]
        if step.number in self.marks:
            lines += textwrap.wrap(f"! {self._mark(step)}", wide, subsequent_indent="  ")
        return lines

    def sentence(self, step: Step) -> str:
        """A move in a sentence, with the name of its player."""
        return named(f"Seat {step.seat} {self.faces.in_text(step.text)}", self.names)

    def _mark(self, step: Step) -> str:
        return self.faces.in_text(printable(self.marks[step.number]))

    def _end(self, wide: int) -> list[str]:
        """How the game ended, after its last move."""
        if self.at < len(self.steps) - 1:
            return []
        lines = [line for text in self.room.ending_lines(self.record) for line in textwrap.wrap(text, wide)]
        paid = map(float, self.record["result"]["payout"])
        payout = ", ".join(f"{name} {amount:+g}" for name, amount in zip(self.names, paid, strict=True))
        return [*lines, *textwrap.wrap(f"Units: {payout}.", wide)]

    def everything(self) -> list[str]:
        """Every move with the hand after it, for a pipe or a screen reader."""
        out = [self.title]
        for step in self.steps:
            if step.number == 0:
                out += [self._hand(step, seat) for seat in range(len(self.names))]
                continue
            out.append(f"{step.number}. Turn {step.turn}, {self.room.STOCK} {step.stock}: {self.sentence(step)}.")
            if step.act not in self.room.SILENT:
                out.append(f"   {self._hand(step, step.seat)}")
            if step.number in self.marks:
                out.append(f"   ! {self._mark(step)}")
        self.at = len(self.steps) - 1
        return [*out, *self._end(10_000)]

    def _hand(self, step: Step, seat: int) -> str:
        hand = step.hands[seat]
        between = ", " if self.faces.style == "words" else " "
        parts = [*(self.faces.meld(meld) for meld in hand.melds), *map(self.faces.card, hand.loose)]
        count = "" if hand.count is None else f" (count {hand.count})"
        nothing = f"no {self.room.PIECES.removesuffix('s')}"
        return named(f"Seat {seat} holds {between.join(parts) or nothing}{count}", self.names)


def _wrap(start: str, parts: Sequence[str], wide: int) -> list[str]:
    lines = [start]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) > wide and lines[-1].strip():
            lines.append(" " * 6)
        lines[-1] += part if lines[-1].endswith(" ") else f" {part}"
    return lines


def step_through(stepper: Stepper, talk: Talk) -> bool:
    """Let a person step through a game. If no keys can be read, print all of it. Returns False if the person quit."""
    if not talk.redraws or not can_read_keys():
        talk.say(*stepper.everything())
        return True
    with keys() as next_key:
        while True:
            talk.clear()
            columns, lines = talk.size
            talk.say(*stepper.lines(columns, lines))
            key = next_key()
            while key not in (RESIZED, "q", "Q", ENDED, "g", _NEXT_GAME) and not stepper.press(key):
                key = next_key()
            if key in ("q", "Q", ENDED):
                return False
            if key == _NEXT_GAME:
                return True
            if key == "g":
                number = _number(next_key, talk)
                if number is not None:
                    stepper.go_to(number)


def _number(next_key: Callable[[], str], talk: Talk) -> int | None:
    """A number from single keys, until Enter; None without a number."""
    digits = ""
    talk.put("go to move: ")
    while (key := next_key()) not in ("enter", ENDED, "q"):
        if key.isdecimal() and len(digits) < 6:
            digits += key
            talk.put(key)
        elif key == "back" and digits:
            digits = digits[:-1]
            talk.put("\b \b")
    return int(digits) if digits else None
