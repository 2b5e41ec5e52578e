"""Shows a recorded game on one screen, and the games of a file in a line each."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.presentation import Screen, columns
from reports.text.terminal import one_line
from tongits_sim.records.schema import named, seat_names
from tongits_sim.run.files import printable
from tongits_sim.run.numbers import MINUS

if TYPE_CHECKING:
    from reports.text.faces import Faces
    from tongits_sim.records.frames import ReplayText, Step
    from tongits_sim.records.schema import Record

WIDE, HIGH = 79, 24
MAX_GAMES = 16  # rows of the table of games
_MIN_TURNS = 5
_SECTION = re.compile(r" \([RV]\d[\d.]*\)")  # of the rulebook


def game_screen(number: int, record: Record, shown: ReplayText, faces: Faces) -> Screen:
    """A verified game: who won and how, the hands dealt, and its last turns.

    Args:
        number: the place of the game in its file, from 1.
        record: the game.
        shown: how games of its kind are shown.
        faces: how to write cards.
    """
    names = seat_names(record["players"])
    wide = max(map(len, names))
    steps = shown.steps_of(record)
    ends = [_SECTION.sub("", line) for line in shown.ending_lines(record)]
    answer = f"{ends[0]} {_paid(record)}"
    hands = [line for seat in range(len(names)) for line in _hand(steps[0], seat, names, wide, faces)]
    turns = [
        list(_turn(list(group), names, wide, faces)) for _, group in itertools.groupby(steps[1:], lambda s: s.turn)
    ]
    used = len(hands) + len(textwrap.wrap(answer, WIDE)) + 8
    left_out = 0
    while len(turns) > _MIN_TURNS and used + sum(map(len, turns)) > HIGH:
        del turns[0]
        left_out += 1
    head = f" The first {left_out} turns: --full" if left_out else " turn"
    counts = steps[0].hands[0].count is not None
    lines = [f"{head:{WIDE - 5}}count" if counts else head, *itertools.chain(*turns)]
    dealer = record[shown.DEALER]
    seats = ", ".join(f"{name} ({shown.DEALS})" if seat == dealer else name for seat, name in enumerate(names))
    heading = f"game {number} · {printable(record['rules']['name'])} · seed {record['seed']} · {seats}"
    body = ["\n".join(hands), "\n".join(lines)]
    return Screen(heading, answer, body, ["Every move and payment is right.   Step through: --step   All: --full"])


def _paid(record: Record) -> str:
    paid = zip(seat_names(record["players"]), record["result"]["payout"], strict=True)
    return f"{', '.join(f'{name} {_units(amount)}' for name, amount in paid)} units."


def _units(amount: Any) -> str:
    return f"{float(amount):+g}".replace("-", MINUS).replace("+0", "0")


def _hand(step: Step, seat: int, names: Sequence[str], wide: int, faces: Faces) -> list[str]:
    hand = step.hands[seat]
    cards = [*map(faces.meld, hand.melds), *map(faces.card, hand.loose)]
    text = " ".join(cards) + ("" if hand.count is None else f"  count {hand.count}")
    return _wrapped(f" {names[seat]:{wide}}  ", text)


def _turn(steps: Sequence[Step], names: Sequence[str], wide: int, faces: Faces) -> Iterator[str]:
    """The lines of a turn: who moved, all moves of it, then the count and the stock after it."""
    seat = steps[0].seat
    moves = [
        _SECTION.sub("", step.text) if step.seat == seat else f"Seat {step.seat} {_SECTION.sub('', step.text)}"
        for step in steps
    ]
    between = ", " if all(step.seat == seat for step in steps) else "; "
    text = named(faces.in_text(between.join(moves)), names)
    count = steps[-1].hands[seat].count
    lines = _wrapped(f" {steps[0].turn:>2} {names[seat]:{wide}}  ", text, 6)
    yield lines[0] if count is None else f"{lines[0]:{WIDE - 4}}{count:>4}"
    yield from lines[1:]


def _wrapped(start: str, text: str, spare: int = 0) -> list[str]:
    """Lines of a text after `start`, with `spare` columns free at the right."""
    indent = " " * len(start)
    return textwrap.wrap(start + text, WIDE - spare, subsequent_indent=indent, break_on_hyphens=False)


def games_screen(file: str, rows: Sequence[tuple[int, Record]], number: int, shown: ReplayText) -> Screen:
    """The verified games of a file: a row for each of the first, with its place in the file; `number`: of all."""
    names = list(dict.fromkeys(name for _, record in rows for name in record["players"]))
    rules = list(dict.fromkeys(printable(record["rules"]["name"]) for _, record in rows))

    def how_it_ends(row: tuple[int, Record]) -> str:
        first_line = shown.ending_lines(row[1])[0]
        return _SECTION.sub("", first_line).partition(":")[0].rstrip(".")

    cells = {
        "game": lambda row: str(row[0]),
        "how it ends": how_it_ends,
        "moves": lambda row: str(len(row[1]["events"])),
    }
    paid = {f"{name}": lambda row, name=name: _earned(row[1], name) for name in names}
    games = columns("games", "", rows, {**cells, **paid}, 2)
    more = f"The other {number - MAX_GAMES:,} games are verified too.   " if number > MAX_GAMES else ""
    heading = f"{Path(file).name} · {', '.join(rules)} · {', '.join(map(printable, names))}"
    return Screen(
        one_line(heading),
        verified_words(number),
        [games],
        [f"{more}One game: --game 1   Step through: --step   All: --full"],
    )


def _earned(record: Record, player: str) -> str:
    paid = zip(record["players"], record["result"]["payout"], strict=True)
    return " ".join(_units(amount) for name, amount in paid if name == player)


def verified_words(number: int) -> str:
    """`3 games verified: ...`, for the number of games."""
    return f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right."
