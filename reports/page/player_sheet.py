"""The player's sheet: the book of some house rules on one side of A4, with hands from real games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses.advise import advise
from analyses.answers.advise import PositionFacts
from analyses.book.screens import headline
from analyses.book.words import line
from reports.page import kit
from reports.page.felt import Felt, felt_of
from reports.text.card import pocket_card, price_words
from reports.text.limits import (
    Cell,
    alone,
    call_table,
    challenge_table,
    words,
)
from strategies.book.hooks import facts_of
from strategies.book.tables import OWN
from strategies.registry import load_player
from tongits_sim.records.write import play_records
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import board_at, choices_of

if TYPE_CHECKING:
    from reports.text.limits import LimitTable
    from strategies.book.limits import Book, Decision
    from tongits_sim.game.board import Board
    from tongits_sim.rules import RuleSet
    from tongits_sim.table.position import Position

STRANGERS = "strong"
"""The table whose limits the hands show."""
_GAMES, _TRIES, _WORLDS, _SEED = 40, 8, 32, 1
"""Games to search for hands, positions to value for a question, and worlds for each position."""
_ASKED: tuple[tuple[Decision, bool], ...] = (
    ("call", True),
    ("challenge", True),
    ("challenge", False),
    ("lay", False),
    ("lay", True),
    ("call", False),
)
"""Questions with the answer of the book, the most useful first."""
_HANDS = 4
_DECISIONS: dict[str, Decision] = {"call": "call", "respond": "challenge", "lay": "lay"}
_BIG_COLUMN = 2
"""The column of the numbers to remember: five or six cards."""


@dataclass(frozen=True)
class Hand:
    """A hand from a game: a question, and what the book and advice both say."""

    asks: str
    felt: Felt
    answer: str
    why: str


@dataclass(frozen=True)
class Big:
    """A number to remember, with what it is for."""

    cell: Cell
    text: str


def player_html(book: Book, rules: RuleSet, command: str) -> str:
    """The sheet of a book, in the current language; `command` makes it again."""
    calls = call_table(book)
    challenges = challenge_table(book)
    said = words()
    numbers = big_numbers(calls, challenges)
    return kit.page(
        "player.html",
        title=said["sheet_title"].format(rules=book.rules[0].upper() + book.rules[1:]),
        about=said["about"].format(rules=book.rules, when=said[str(rules.knobs().get("call.timing", "start"))]),
        numbers=numbers,
        tables=[table for table in (calls, challenges) if table.rows],
        alone=alone(book),
        key=pocket_card(book, rules).key,
        lay=headline(book, "lay") if book.lay.rows else "",
        first=said["first_meld"].capitalize(),
        hands=hands_of(book, rules),
        rest=_rest(rules),
        price=price_words(book),
        command=command,
    )


def big_numbers(calls: LimitTable, challenges: LimitTable) -> list[Big]:
    """Three numbers to remember."""
    said = words()
    found = []
    for table, name in ((calls, "big_call"), (challenges, "big_challenge")):
        if table.rows:
            at = min(_BIG_COLUMN, len(table.columns) - 1)
            others = [f"{row.cells[at].text} ({row.mark})" for row in table.rows[1:] if row.mark and table.rows[0].mark]
            more = ", ".join(others)
            after = said["big_after"].format(more=more) if more else ""
            if name == "big_challenge":
                after = said["big_more"].format(
                    more=table.rows[0].cells[min(at + 1, len(table.columns) - 1)].text,
                    fewer=table.rows[0].cells[max(at - 1, 0)].text,
                )
            mark = said["big_mark"].format(mark=table.rows[0].mark) if table.rows[0].mark else ""
            found.append(Big(table.rows[0].cells[at], said[name].format(cards=table.columns[at], mark=mark) + after))
    seldom = next((row for row in calls.rows if row.name == said["seldom"]), None)
    pairs = [] if seldom is None else zip(calls.columns, seldom.cells, strict=True)
    high = [(column, cell) for column, cell in pairs if cell.kind == "high"]
    if high:
        column, cell = high[min(1, len(high) - 1)]
        found.append(Big(cell, said["big_seldom"].format(cards=column)))
    return found


def _rest(rules: RuleSet) -> list[tuple[str, str]]:
    said = words()
    blocks = rules.knobs().get("call.block_opponent_sapaw", "off") != "off"
    return [
        (said["turn_draw"], said["draw_says"]),
        (said["turn_sapaw"], said["sapaw_blocks" if blocks else "sapaw_says"]),
        (said["turn_discard"], said["discard_says"]),
    ]


def hands_of(book: Book, rules: RuleSet) -> list[Hand]:
    """Hands on which clear advice agrees with the book, from games of three strong players."""
    found: dict[tuple[Decision, bool], Hand] = {}
    tries = dict.fromkeys(_ASKED, _TRIES)
    for decision, board, position in _positions(rules):
        yes = book.answer(decision, STRANGERS, facts_of(board.view, decision))
        asked = (decision, bool(yes))
        if yes is None or asked in found or not tries.get(asked):
            continue
        tries[asked] -= 1
        advice = advise(position, worlds=_WORLDS, seed=_SEED)
        best = advice.actions[0]
        if advice.verdict in ("clear", "likely") and (best.action_type == decision) == yes:
            found[asked] = _hand(book, decision, board, position, best.action, advice.because)
        if all(asked in found or not tries[asked] for asked in _ASKED):
            break
    return [found[asked] for asked in _ASKED if asked in found][:_HANDS]


def _hand(book: Book, decision: Decision, board: Board, position: Position, best: str, because: str) -> Hand:
    said = words()
    facts = facts_of(board.view, decision)
    felt = felt_of(PositionFacts.from_dict(position.facts()))
    does, _, where = line(book, decision, facts).partition(" (")
    if not does:
        return Hand(said[f"ask_{decision}"], felt, best, because)
    return Hand(said[f"ask_{decision}"], felt, f"{does[0].upper()}{does[1:]}", where.removesuffix(")"))


def _positions(rules: RuleSet) -> Iterator[tuple[Decision, Board, Position]]:
    """Yield the decisions of games between three copies of the strongest player, one of each kind in a game."""
    player = load_player(OWN)
    for record in play_records(rules, [player] * 3, _GAMES, _SEED):
        seen = set()
        for choice in choices_of(record):
            named = choice.position.decision
            decision = _DECISIONS.get(named)
            if decision is None or decision in seen:
                continue
            try:
                board = board_at(record, choice.move, named)
            except PositionError:  # the move does not belong to a decision
                continue
            if decision == "lay" and board.view.open_melds[choice.position.seat]:
                continue
            seen.add(decision)
            yield decision, board, replace(choice.position, names=())  # do not name the bots to a reader
