"""How the answer of `analyze hands` is presented."""

from __future__ import annotations

from functools import partial

from analyses.answers.cells import Cell
from analyses.figures.rollouts import draw_grid, draw_panels
from mahjong_sim.analyses.answers import GoalCell, HandsAnswer
from mahjong_sim.questions import parts
from mahjong_sim.questions.claims import shown
from reports.page.findings import Finding
from reports.page.tables import Table, share_cell
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import per_cent, units


def headline(answer: HandsAnswer) -> str:
    """Which goals pay, if any."""
    pays = [_goal(cell) for cell in answer.cells if cell.resolved and (cell.ev_diff.mean or 0) > 0]
    costs = [_goal(cell) for cell in answer.cells if cell.resolved and (cell.ev_diff.mean or 0) < 0]
    open_ = [_goal(cell) for cell in answer.cells if not cell.resolved]
    verdicts = [
        f"{words}: {', '.join(names)}"
        for words, names in (("worth trying with any hand", pays), ("a loss", costs), ("inconclusive", open_))
        if names
    ]
    return (
        "Going for one paid hand from the first discard on, whatever was dealt, among "
        f"{parts.table_of(answer)}: {'; '.join(verdicts)} (paired rollouts)."
    )


def _goal(cell: Cell) -> str:
    return str(cell.at["goal"])


def sentences(answer: HandsAnswer) -> list[str]:
    """Every goal, the extreme cells."""
    goals = [
        f"{_goal(cell).capitalize()}: {units(cell.ev_diff.mean or 0, cell.ev_diff.ci95)}{_reached(cell)}."
        for cell in answer.cells
    ]
    return [
        *goals,
        *parts.strongest(answer, answer.suits, _suit, "suits"),
        *parts.strongest(answer, answer.pairs, _pairs, "pairs"),
        *parts.closing(answer, [*answer.suits, *answer.pairs]),
    ]


def _reached(cell: GoalCell) -> str:
    if cell.reached is None or cell.own_reached is None:
        return ""
    return (
        f", paid for it {per_cent(cell.reached, cell.reached_ci95)} against "
        f"{per_cent(cell.own_reached, cell.own_reached_ci95)} without trying"
    )


def _suit(cell: Cell) -> str:
    return f"{_goal(cell)} with {cell.words('suit_tiles')} tiles of the longest suit"


def _pairs(cell: Cell) -> str:
    return f"{_goal(cell)} with {cell.words('pairs')} kinds held twice or more"


def tables(answer: HandsAnswer) -> list[Table]:
    """How often each item is paid, what each goal brings, by suit, by pairs."""
    paid = [row for row in answer.items if row.units]
    rows = [
        [row.item.replace("_", " "), row.aim, f"{row.units:.2f}", _share(row.share), _share(row.share_of_wins)]
        for row in paid
    ]
    note = f"{answer.item_games:,} games in which nobody tries for anything; ± is half a 95 % interval."
    headings = ["Paid for", "Goal", "Units", "Of games, %", "Of wins, %"]
    items = Table("items", "How often hands are paid for each", headings, rows, text=2, note=note)
    rows = [[row.item.replace("_", " "), row.aim, f"{row.units:.2f}", _share(row.share)] for row in answer.at_once]
    note = (
        "Units from each other player; for bunot those of all three together that a win by draw brings more. Shares of "
        "one player's games, in which nobody tries; ± is half a 95 % interval."
    )
    headings = ["Paid for", "Goal", "Units", "Of a player's games, %"]
    once = Table("at-once", "How often a player is paid at once, and wins by draw", headings, rows, text=2, note=note)
    more = {
        "Paid for it, %": lambda cell: share_cell(cell.reached, cell.reached_ci95),
        "Without trying, %": lambda cell: share_cell(cell.own_reached, cell.own_reached_ci95),
    }
    goal = {"goal": "Goal"}
    suits, pairs = goal | {"suit_tiles": "Tiles of longest suit"}, goal | {"pairs": "Pairs held"}
    return [
        items,
        once,
        parts.cells_table(answer, answer.cells, goal, more, ("cells", "What each goal brings")),
        parts.cells_table(answer, answer.suits, suits, more, ("suits", "By the longest suit at the first discard")),
        parts.cells_table(answer, answer.pairs, pairs, more, ("pairs", "By pairs at the first discard")),
    ]


def _share(estimate: Estimate) -> str:
    return share_cell(estimate.mean, estimate.ci95)


def findings(answer: HandsAnswer) -> list[Finding]:
    """What a goal brings, by what the hand holds at the first discard."""
    text = (
        "Each cell: what going for the goal from the first discard on brings compared with the bot's own way, in "
        f"units, among {parts.table_of(answer)}. {parts.GRID_NOTE}"
    )
    maps = []
    for cells, key, panel, strongest in (
        (
            answer.suits,
            "suit_tiles",
            "tiles of the longest suit",
            parts.strongest(answer, answer.suits, _suit, "suits"),
        ),
        (answer.pairs, "pairs", "pairs", parts.strongest(answer, answer.pairs, _pairs, "pairs")),
    ):
        rows = parts.grid_rows(cells, answer.min_forks, (key, "goal", "goal"), shown)
        some = [{**row, "panel": panel} for row in rows]
        drawn = (some, panel, "goal", {panel: ""})
        title = f"Going for what is paid, by {panel}"
        maps.append(
            Finding(
                panel.replace(" ", "-"),
                title,
                " ".join([text, *strongest]),
                partial(draw_grid, *drawn),
                partial(draw_panels, *drawn),
            )
        )
    return maps
