"""Stay concealed or open?

At the first open meld that a bot takes from a discard, the game is played on three ways: it takes it and plays on;
it passes, takes no discard from there on but to win, and declares nothing but secrets; it passes this once.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from analyses.answers.rollouts import Cell, ForksAnswer
from analyses.figures.rollouts import draw_panels
from analyses.question import MIN_FORKS, Inquiry, OnPage, Question
from analyses.words.parts import Finding, Table
from analyses.words.rollout_words import players, strongest, value
from mahjong_sim.analyses import forked
from mahjong_sim.bots.registry import load_players
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from tongits_sim.run.answers import UNKNOWN, Estimate
from tongits_sim.run.numbers import units

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

CONCEALED = "closed"
"""The bot that plays on concealed."""
MELDS = ("chow", "pung", "kang", "beauty", "news")


@dataclass(frozen=True, kw_only=True)
class OpenCell(Cell):
    """A first open meld: taking it against staying concealed from there on (`ev_diff`).

    Attributes:
        once: taking it against passing this once.
        won: share of wins that taking adds over staying concealed.
    """

    once: Estimate = UNKNOWN
    won: Estimate = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class OpenAnswer(ForksAnswer):
    """Stay concealed or open.

    Attributes:
        cells: by tiles away from waiting and own turn.
        melds: by meld.
        value: by tiles of the longest suit.
        all: over all first melds that the bot takes.
        once: the same against passing this once.
        won: share of wins that taking adds.
    """

    cells: tuple[OpenCell, ...]
    melds: tuple[OpenCell, ...]
    value: tuple[OpenCell, ...]
    all: Estimate
    once: Estimate
    won: Estimate


MAPS = forked.Maps(("cells", "melds", "value"), OpenCell, {"once": "once", "won": "won"})


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins

    return (
        Binning("all"),
        Binning("cells", (Bins("shanten", (1, 2, 3, 4, 5)), Bins("own_turn", (0, 2, 4, 6, 8)))),
        Binning("melds", (Bins("meld", (1, 2, 3, 6, 7), MELDS),)),
        Binning("value", (Bins("suit_tiles", (0, 7, 8, 9, 10, 12)),)),
    )


def ask(inquiry: Inquiry) -> OpenAnswer:
    """The answer of `analyze open`. Raises QuestionError if nobody opens a hand."""
    found = forked.ask(inquiry, "open", binnings(), MAPS, others=load_players(CONCEALED))
    return OpenAnswer(
        **inquiry.head(OPEN),
        **found.sizes,
        cells=found.maps["cells"],
        melds=found.maps["melds"],
        value=found.maps["value"],
        all=forked.total(found.forks),
        once=forked.total(found.forks, "once"),
        won=forked.total(found.forks, "won"),
        method=found.method | {"concealed": f"who stays concealed plays on as the bot {CONCEALED}"},
    )


def headline(answer: OpenAnswer) -> str:
    """The value of the first open meld."""
    return (
        f"At a table of {players(answer)}, taking the first open meld brings "
        f"{units(answer.all.mean or 0, answer.all.ci95)} more than staying concealed from there on: "
        f"{parts.decided(answer.all, 'open', 'stay concealed')} on average (paired rollouts)."
    )


def sentences(answer: OpenAnswer) -> list[str]:
    """The value against one pass, the effect on wins, the extreme cells."""
    wins = f"Who opens wins {parts.points(answer.won)} percentage points more often than who stays concealed."
    return [
        f"Against passing this once and playing on as the bot does: {units(answer.once.mean or 0, answer.once.ci95)}.",
        wins,
        *filter(None, [strongest(answer, answer.cells, where)]),
        *parts.closing(answer, answer.cells),
    ]


def where(cell: Cell) -> str:
    """The coordinates of a cell, in words."""
    return f"{cell.words('shanten')} tiles from waiting, own turns {cell.words('own_turn')}"


def tables(answer: OpenAnswer) -> list[Table]:
    """By meld, by the longest suit, every cell."""
    more = {
        "Against one pass": lambda cell: value(cell.once),
        "Wins more often, points": lambda cell: parts.points(cell.won),
    }
    every = {"shanten": "Tiles from waiting", "own_turn": "Own turn"}
    return [
        parts.cells_table(answer, answer.melds, {"meld": "Meld"}, more, ("melds", "By meld")),
        parts.cells_table(answer, answer.value, {"suit_tiles": "Tiles of longest suit"}, more, ("value", "By value")),
        parts.cells_table(answer, answer.cells, every, more, ("cells", "Every cell")),
    ]


def findings(answer: OpenAnswer) -> list[Finding]:
    """Open or concealed by tiles from waiting and turn."""
    rows = parts.grid_rows(answer.cells, answer.min_forks, ("own_turn", "shanten", "shanten"))
    rows = [{**row, "panel": "open"} for row in rows]
    text = (
        "Each cell: what the first open meld brings compared with staying concealed, in units, among "
        f"{players(answer)}. {parts.GRID_NOTE} {strongest(answer, answer.cells, where)}"
    ).strip()
    drawing = partial(draw_panels, rows, "own turn", "tiles from waiting", {"open": "open minus concealed"})
    return [Finding("open", "Open or stay concealed", text, drawing)]


OPEN = Question(
    name="open",
    asks="Is the first open meld worth it, or is it better to stay concealed?",
    games=20_000,
    ask=ask,
    answer=OpenAnswer,
    options=(MIN_FORKS,),
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="player",
    place=30,
    about=__doc__ or "",
    on_page=OnPage(20_000),
)
