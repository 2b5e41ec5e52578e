"""The table on one screen of at most 80 columns and 24 lines, or in sentences for a screen reader."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from reports.play.news import name_of, strength
from reports.text.faces import Faces
from reports.text.language import translate
from tongits_sim.table.seat_view import MeldOnTable, SeatView

COLUMNS, LINES = 80, 24
_MIN_COLUMNS = 40
_LONG_MELD = 28  # columns of a run of eight cards


@dataclass(frozen=True)
class Setting:
    """What stands on the screen besides the table."""

    rules: str  # name of the rules
    game: int  # number of the game, from 1
    names: tuple[str, ...]  # of the players by seat
    score: tuple[str, ...]  # winnings of each seat in the match, as text
    unit: str  # of the score
    jackpot: str = ""  # as text; "" without a jackpot


def table_lines(
    sight: SeatView, setting: Setting, faces: Faces, news: Sequence[str], columns: int = COLUMNS, lines: int = LINES
) -> list[str]:
    """The table as lines that fit the terminal; the oldest news give way.

    Args:
        sight: the view of the person.
        setting: the match around it.
        faces: how to write cards.
        news: sentences about the events since the person's last decision.
        columns, lines: the terminal's size; at most 80 columns are used, and two lines are left for the prompt.
    """
    wide = max(min(columns, COLUMNS), _MIN_COLUMNS)
    head = _head(sight, setting, wide)
    seats = _seats(sight, setting, faces, wide)
    middle = _middle(sight, faces, wide)
    own = _own(sight, faces, wide)
    messages = [line for sentence in news for line in _wrap(sentence, wide, "  ")]
    left = max(lines, 16) - 2 - sum(map(len, (head, seats, middle, own)))
    gaps = 4 if left >= len(messages) + 4 or left >= 7 else 0
    room = max(left - gaps, 1)
    if len(messages) > room:
        messages = ["  ...", *messages[len(messages) - room + 1 :]] if room > 1 else messages[-1:]
    gap = [""] if gaps else []
    return [*head, *gap, *seats, *gap, *middle, *gap, *messages, *gap, *own]


def _head(sight: SeatView, setting: Setting, wide: int) -> list[str]:
    """The rules, the game, the dealer, and the jackpot with who has won towards it."""
    parts = [f"Tongits, {setting.rules}", f"game {setting.game}", f"dealer: {name_of(sight.dealer, sight.me)}"]
    if setting.jackpot:
        parts.append(f"jackpot {setting.jackpot}")
    if sight.streak:
        games = "game" if sight.streak == 1 else f"{sight.streak} games"
        parts.append(f"{name_of(sight.streak_seat, sight.me)} won the last {games}")
    return _fit(parts, wide, " · ")


def _seats(sight: SeatView, setting: Setting, faces: Faces, wide: int) -> list[str]:
    """A row a player, the reader last: score, cards, melds on the table; below it, other facts about the player."""
    order = [(sight.me + step) % 3 for step in (2, 1, 0)]
    names = [translate(_seat_name(seat, sight, setting))[: wide // 2] for seat in order]
    scores = [setting.score[seat] for seat in order]
    titles = (translate(setting.unit), translate("cards"))
    widths = (
        max(map(len, names)),
        *(max(map(len, (title, *texts))) for title, texts in zip(titles, (scores, ["13"]), strict=True)),
    )
    shown = f"{'':{widths[0]}}  {titles[0]:>{widths[1]}}  {titles[1]:>{widths[2]}}"
    lines = [shown.rstrip()]
    for seat, name, score in zip(order, names, scores, strict=True):
        row = f"{name:{widths[0]}}  {score:>{widths[1]}}  {sight.sizes[seat]:>{widths[2]}}"
        melds = [meld for meld in sight.table if meld.owner == seat]
        lines += _melds(melds, faces, wide, row) if melds else [f"{row}  {translate('no meld')}"[:wide]]
        marks = ["called a draw"] if seat == sight.caller else []
        marks += [f"holds {faces.cards(sight.known[seat])}"] if seat != sight.me and sight.known[seat] else []
        if marks:
            lines += _fit([f"  {marks[0]}", *marks[1:]], wide, ", ")
    return lines


def _seat_name(seat: int, sight: SeatView, setting: Setting) -> str:
    name = name_of(seat, sight.me)
    return name if seat == sight.me else f"{name} ({strength(setting.names[seat])})"


def _fit(parts: Sequence[str], wide: int, between: str) -> list[str]:
    """Join parts in as few lines as possible."""
    lines = [""]
    for part in map(translate, parts):
        longer = f"{lines[-1]}{between}{part}" if lines[-1] else part
        if len(longer) > wide and lines[-1]:
            lines.append(f"  {part}"[:wide])
        else:
            lines[-1] = longer[:wide]
    return lines


def _wrap(text: str, wide: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        translate(text), wide, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    ) or [""]


def _melds(melds: Sequence[MeldOnTable], faces: Faces, wide: int, start: str) -> list[str]:
    """Numbered melds after the beginning of a row. Further lines begin below the first meld, or at the left if no long
    one has room there.
    """
    indent = len(start) if wide - len(start) > _LONG_MELD else 4
    lines = [start]
    for meld in melds:
        shown = f"  {meld.number + 1}{faces.meld(meld.cards)}"
        if len(lines[-1]) + len(shown) > wide:
            lines.append(" " * indent)
        lines[-1] += shown
    return lines


def _middle(sight: SeatView, faces: Faces, wide: int) -> list[str]:
    """The stock, and as many of the last discards as fit a line."""
    start = translate(f"Stock {sight.stock}.  Discards")
    if not sight.discards:
        return [translate(f"Stock {sight.stock}.  Discards: none")]
    shown = [faces.card(card) for _, card in sight.discards]
    last = shown.pop()
    end = f" ({last})" if sight.offer else f" {last} {translate('(gone)')}"
    tails = ["  <- may be taken, from " + name_of(sight.discards[-1][0], sight.me), "  <- may be taken", "  <- take?"]
    room = wide - len(start) - len(end) - 5
    tail = next((hint for hint in map(translate, tails) if len(hint) <= room), "") if sight.offer else ""
    room -= len(tail)
    cards: list[str] = []
    while shown and len(" ".join([*cards, shown[-1]])) <= room:
        cards.insert(0, shown.pop())
    dots = " ..." if shown else ""
    return [f"{start}{dots}{' ' if cards else ''}{' '.join(cards)}{end}{tail}"[:wide]]


def _own(sight: SeatView, faces: Faces, wide: int) -> list[str]:
    parts = [faces.meld(meld) for meld in sight.melds]
    loose = [faces.card(card) + ("*" if card == sight.drawn else "") for card in sight.loose]
    first, *rest = [*parts, *loose] or [""]
    return [translate(f"Your hand, count {sight.count}:"), *_fit([f"  {first}", *rest], wide, " ")]


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def table_sentences(sight: SeatView, setting: Setting, faces: Faces, news: Sequence[str]) -> list[str]:
    """The table in sentences: news first, then the person's hand, then the rest of the table.

    Args:
        sight: the view of the person.
        setting: the match around it.
        faces: how to write cards.
        news: sentences about the events since the person's last decision.
    """
    me = sight.me
    lines = [*news]
    melds = [faces.meld(meld) for meld in sight.melds]
    lines.append(f"Your hand: {_cards(len(sight.hand))}, count {sight.count}.")
    lines += [f"In your hand, a meld: {meld}." for meld in melds]
    lines += [f"Other cards: {faces.cards(sight.loose)}."] if sight.loose else []
    lines += [f"You drew {faces.card(sight.drawn)}."] if sight.drawn and sight.drawn in sight.hand else []
    if sight.offer:
        lines.append(f"{faces.card(sight.offer).capitalize()} may be taken.")
    for seat in ((me + 1) % 3, (me + 2) % 3, me):
        if seat != me:
            known = f" It holds {faces.cards(sight.known[seat])}." if sight.known[seat] else ""
            who = f"{name_of(seat, me)} ({strength(setting.names[seat])})"
            lines.append(f"{who} has {_cards(sight.sizes[seat])}.{known}")
        for meld in (open_meld for open_meld in sight.table if open_meld.owner == seat):
            owner = "Your" if seat == me else f"{name_of(seat, me)}'s"
            lines.append(f"{owner} meld {meld.number + 1}: {faces.meld(meld.cards)}.")
    lines.append(f"{_cards(sight.stock)} in the stock.")
    return lines


def discard_lines(sight: SeatView, faces: Faces, columns: int) -> list[str]:
    """All discards, by player."""
    wide = max(min(columns, COLUMNS), _MIN_COLUMNS)
    lines = []
    for seat in ((sight.me + step) % 3 for step in range(3)):
        cards = [card for by, card in sight.discards if by == seat]
        who = "Your discards" if seat == sight.me else f"{name_of(seat, sight.me)}'s discards"
        lines += _wrap(f"{who}: {faces.cards(cards) if cards else 'none'}.", wide)
    return lines
