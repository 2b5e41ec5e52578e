"""How the answer of `analyze open` is presented."""

from __future__ import annotations

from analyses.answers.cells import Cell
from analyses.figures.rollouts import draw_grid, draw_panels
from mahjong_sim.analyses.answers import OpenAnswer
from mahjong_sim.questions import parts
from mahjong_sim.questions.claims import shown
from reports.page.findings import Finding
from reports.page.tables import Table
from tongits_sim.run.numbers import known, units


def headline(answer: OpenAnswer) -> str:
    """What the first open meld is worth."""
    return (
        f"At a table of {parts.table_of(answer)}, taking the first open meld brings "
        f"{units(answer.all.mean or 0, answer.all.ci95)} more than staying concealed from there on: "
        f"{parts.decided(answer.all, 'open', 'stay concealed')} on average (paired rollouts)."
    )


def sentences(answer: OpenAnswer) -> list[str]:
    """Against one pass, what it does to wins, the extreme cells."""
    wins = (
        f"Who opens wins {parts.points(answer.won.mean, answer.won.ci95)} percentage points more often than who stays "
        "concealed."
    )
    return [
        f"Against passing this once and playing on as the bot does: {units(answer.once.mean or 0, answer.once.ci95)}.",
        wins,
        *parts.strongest(answer, answer.cells, where),
        *parts.closing(answer, answer.cells),
    ]


def where(cell: Cell) -> str:
    """Where a cell lies."""
    return f"{cell.words('shanten')} tiles from waiting, own turns {cell.words('own_turn')}"


def tables(answer: OpenAnswer) -> list[Table]:
    """By meld, by the longest suit, every cell."""
    more = {
        "Against one pass": lambda cell: known(cell.once, cell.once_ci95),
        "Wins more often, points": lambda cell: parts.points(cell.won, cell.won_ci95),
    }
    every = {"shanten": "Tiles from waiting", "own_turn": "Own turn"}
    return [
        parts.cells_table(answer, answer.melds, {"meld": "Meld"}, more, ("melds", "By meld")),
        parts.cells_table(answer, answer.value, {"suit_tiles": "Tiles of longest suit"}, more, ("value", "By value")),
        parts.cells_table(answer, answer.cells, every, more, ("cells", "Every cell")),
    ]


def findings(answer: OpenAnswer) -> list[Finding]:
    """Open or concealed by tiles from waiting and turn."""
    rows = parts.grid_rows(answer.cells, answer.min_forks, ("own_turn", "shanten", "shanten"), shown)
    rows = [{**row, "panel": "open"} for row in rows]
    text = (
        "Each cell: what the first open meld brings compared with staying concealed, in units, among "
        f"{parts.table_of(answer)}. {parts.GRID_NOTE} {' '.join(parts.strongest(answer, answer.cells, where))}"
    ).strip()
    titles = {"open": "open minus concealed"}
    return [
        Finding(
            "open",
            "Open or stay concealed",
            text,
            lambda: draw_grid(rows, "own turn", "tiles from waiting", titles),
            lambda: draw_panels(rows, "own turn", "tiles from waiting", titles),
        )
    ]
