"""What is everything that hands are paid for worth trying for, and how often does it come?

From its first discard on, a seat plays for a goal, drawn by chance from the list, or plays on as its bot does. Games of
the same bots in which nobody tries count how often hands are paid for each item. Items that nobody can play for, or
that every bot plays for, have a frequency only, with the reason beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from analyses.answers.rollouts import Cell, ForksAnswer
from analyses.estimates.cells import mean
from analyses.figures.rollouts import draw_panels
from analyses.question import MIN_FORKS, Inquiry, OnPage, Question
from analyses.words.parts import Finding, Table
from analyses.words.rollout_words import players, strongest
from mahjong_sim.analyses import forked
from mahjong_sim.bots.registry import load_players
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from tongits_sim.run.answers import UNKNOWN, Answer, Estimate
from tongits_sim.run.numbers import per_cent, units

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player
    from mahjong_sim.designs.forks.job import Binning, ForkEstimates
    from mahjong_sim.rules import RuleSet

GOALS = {
    "full flush": ("ambitious(suit_at=1)", ("flush",)),
    "straight": ("straight", ("straight",)),
    "siete pares": ("pairs", ("seven_pairs",)),
    "all pungs": ("pungs", ("all_pungs",)),
    "all chows": ("chows", ("all_chows",)),
    "concealed": ("closed", ("concealed",)),
    "all revealed": ("revealed", ("all_revealed",)),
    "paninigit": ("waits", ("paninigit",)),
    "single wait": ("waits(wait=1)", ("single_wait",)),
    "back to back": ("waits(wait=2)", ("back_to_back",)),
    "four equal tiles": ("fours", ("kang", "secret", "sagasa")),
    "bunot": ("drawer", ("bunot",)),
}
"""Goal -> the bot that plays for it, and the items that count as reaching it."""
LUCK = {
    "win": "every bot plays for it",
    "quick": "who plays to win plays for it",
    "beauty": "only in the first turn: what is dealt decides",
    "news": "only in the first turn: what is dealt decides",
    "no_flowers": "luck of the deal",
    "winner_no_flowers": "luck: flowers come as they are drawn",
    "many_flowers": "luck: flowers come as they are drawn",
}
"""The reasons why nobody plays for the other items."""
AT_ONCE = ("no_flowers", "winner_no_flowers", "many_flowers", "beauty", "news", "kang", "secret", "sagasa")
"""The items that each other player pays at once."""
COUNTING = 2
"""The games that count the items, for each game of the forks."""


@dataclass(frozen=True, kw_only=True)
class GoalCell(Cell):
    """Playing for a goal from the first discard on, against the bot's own way (`ev_diff`).

    Attributes:
        reached: share of these games in which the seat is paid for the goal.
        own_reached: the same share for the bot's own way.
    """

    reached: Estimate = UNKNOWN
    own_reached: Estimate = UNKNOWN


@dataclass(frozen=True)
class ItemRow(Answer):
    """An item that hands are paid for, and how often.

    Attributes:
        item: its name.
        units: units that it adds to a hand, or that each other player pays at once.
        share: share of all games; of an item paid at once, share of a player's games.
        share_of_wins: share of the games that are won.
        aim: the goal that is paid for it; or the reason why nobody plays for it.
    """

    item: str
    units: float
    share: Estimate
    share_of_wins: Estimate
    aim: str = ""


@dataclass(frozen=True, kw_only=True)
class HandsAnswer(ForksAnswer):
    """Which paid hands are worth trying for, and how often they come.

    Attributes:
        goals: the bots that try, by goal.
        items: how often hands are paid for each item, at this table, when nobody tries.
        item_games: games that count the items.
        at_once: how often a player is paid at once for each item, and wins by draw, when nobody tries.
        cells: by goal.
        suits: by goal and tiles of the longest suit at the first discard.
        pairs: by goal and kinds held twice or more.
    """

    goals: Mapping[str, str]
    items: tuple[ItemRow, ...]
    item_games: int
    cells: tuple[GoalCell, ...]
    suits: tuple[GoalCell, ...]
    pairs: tuple[GoalCell, ...]
    at_once: tuple[ItemRow, ...] = ()


MAPS = forked.Maps(("cells", "suits", "pairs"), GoalCell, {"reached": "goal_a", "own_reached": "goal_b"})


def worth(rules: RuleSet, name: str) -> float:
    """The units that an item adds to a hand, or that each other player pays at once; 0 if the rules do not have it."""
    if (name == "seven_pairs" and not rules.win.seven_pairs) or not getattr(rules.first, name, True):
        return 0.0
    if name == "bunot":
        return float(rules.hand.win) * (3 * rules.pay.bunot - rules.pay.discarder - 2 * rules.pay.others)
    return float(getattr(rules.instant if name in AT_ONCE else rules.hand, name))


def goals_of(rules: RuleSet) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The goals that are paid for under these rules."""
    return {goal: (bot, paid) for goal, (bot, paid) in GOALS.items() if any(worth(rules, each) for each in paid)}


def bits_of(names: Sequence[str]) -> int:
    """The bits of these items in the rows of forks."""
    from mahjong_sim.designs.forks.layout import EXTRA
    from mahjong_sim.hands.values import ITEMS

    return sum(EXTRA[name] if name in EXTRA else 1 << ITEMS.index(name) for name in names)


def binnings(goals: Sequence[str]) -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins

    goal = Bins("goal", tuple(range(len(goals))), tuple(goals))
    return (
        Binning("all"),
        Binning("cells", (goal,)),
        Binning("suits", (goal, Bins("suit_tiles", (0, 7, 8, 9, 10, 11)))),
        Binning("pairs", (goal, Bins("pairs", (0, 3, 4, 5, 6)))),
    )


def ask(inquiry: Inquiry) -> HandsAnswer:
    """The answer of `analyze hands`."""
    tried = goals_of(inquiry.rules)
    others: tuple[Player, ...] = load_players([bot for bot, _ in tried.values()])
    goals = tuple(bits_of(paid) for _, paid in tried.values())
    found = forked.ask(inquiry, "tries", binnings(tuple(tried)), MAPS, others=others, goals=goals)
    items, games = _items(inquiry)
    return HandsAnswer(
        **inquiry.head(HANDS),
        **found.sizes,
        cells=found.maps["cells"],
        suits=found.maps["suits"],
        pairs=found.maps["pairs"],
        goals={goal: bot for goal, (bot, _) in tried.items()},
        items=items,
        item_games=games,
        at_once=at_once(found.forks),
        method=found.method
        | {
            "items": f"{games:,} games in which nobody tries; Wilson intervals, the game being the unit",
            "at once": "the players' hands of the forked games, as their own bots play them; the unit is the game",
        },
    )


def aim_of(item: str) -> str:
    """The goal that is paid for an item; or the reason why nobody plays for it."""
    return LUCK.get(item) or next(goal for goal, (_, paid) in GOALS.items() if item in paid)


def _items(inquiry: Inquiry) -> tuple[tuple[ItemRow, ...], int]:
    """How often hands are paid for each item, and the number of games counted."""
    from mahjong_sim.hands.values import ITEMS
    from tongits_sim.any_game.designs.batch.job import Job
    from tongits_sim.stats import wilson_interval

    job = Job(MAHJONG, inquiry.rules, inquiry.players, COUNTING * inquiry.games, (inquiry.seed + 1) % 2**64)
    sums = inquiry.how.run(job, "items").totals
    games, wins = sums.games, sums.field("wins")
    rows = []
    for item in ITEMS:
        count = sums.field(f"item_{item}")
        of_games, of_wins = (mean(wilson_interval(min(count, of), of)) for of in (games, wins))
        rows.append(ItemRow(item, worth(inquiry.rules, item), of_games, of_wins, aim=aim_of(item)))
    return tuple(rows), games


def at_once(forks: ForkEstimates) -> tuple[ItemRow, ...]:
    """How often a player is paid at once for each item, and wins by draw, when nobody tries."""
    rules = forks.job.rules
    names = [name for name in (*AT_ONCE, "bunot") if worth(rules, name)]
    return tuple(
        ItemRow(name, worth(rules, name), forked.total(forks, f"paid_{name}_b"), Estimate(None), aim=aim_of(name))
        for name in names
    )


def headline(answer: HandsAnswer) -> str:
    """The goals that pay, those that cost, and those without a result."""
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
        f"{players(answer)}: {'; '.join(verdicts)} (paired rollouts)."
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
        *filter(
            None, (strongest(answer, answer.suits, _suit, "suits"), strongest(answer, answer.pairs, _pairs, "pairs"))
        ),
        *parts.closing(answer, [*answer.suits, *answer.pairs]),
    ]


def _reached(cell: GoalCell) -> str:
    tried, own = cell.reached, cell.own_reached
    if tried.mean is None or own.mean is None:
        return ""
    return f", paid for it {per_cent(tried.mean, tried.ci95)} against {per_cent(own.mean, own.ci95)} without trying"


def _suit(cell: Cell) -> str:
    return f"{_goal(cell)} with {cell.words('suit_tiles')} tiles of the longest suit"


def _pairs(cell: Cell) -> str:
    return f"{_goal(cell)} with {cell.words('pairs')} kinds held twice or more"


def tables(answer: HandsAnswer) -> list[Table]:
    """How often each item is paid, and the gain from each goal: in all, by suit, by pairs."""
    rows = [[*_item_cells(row), parts.share(row.share_of_wins)] for row in answer.items if row.units]
    note = f"{answer.item_games:,} games in which nobody tries for anything; ± is half a 95 % interval."
    headings = ["Paid for", "Goal", "Units", "Of games, %", "Of wins, %"]
    items = Table("items", "How often hands are paid for each", headings, rows, text=2, note=note)
    rows = [_item_cells(row) for row in answer.at_once]
    note = (
        "Units from each other player; for bunot those of all three together that a win by draw brings more. Shares of "
        "one player's games, in which nobody tries; ± is half a 95 % interval."
    )
    headings = ["Paid for", "Goal", "Units", "Of a player's games, %"]
    once = Table("at-once", "How often a player is paid at once, and wins by draw", headings, rows, text=2, note=note)
    more = {
        "Paid for it, %": lambda cell: parts.share(cell.reached),
        "Without trying, %": lambda cell: parts.share(cell.own_reached),
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


def _item_cells(row: ItemRow) -> list[str]:
    return [row.item.replace("_", " "), row.aim, f"{row.units:.2f}", parts.share(row.share)]


def findings(answer: HandsAnswer) -> list[Finding]:
    """The gain from a goal, by the tiles of the hand at the first discard."""
    text = (
        "Each cell: what going for the goal from the first discard on brings compared with the bot's own way, in "
        f"units, among {players(answer)}. {parts.GRID_NOTE}"
    )
    maps = []
    for cells, key, panel, most in (
        (answer.suits, "suit_tiles", "tiles of the longest suit", strongest(answer, answer.suits, _suit, "suits")),
        (answer.pairs, "pairs", "pairs", strongest(answer, answer.pairs, _pairs, "pairs")),
    ):
        rows = parts.grid_rows(cells, answer.min_forks, (key, "goal", "goal"))
        some = [{**row, "panel": panel} for row in rows]
        drawing = partial(draw_panels, some, panel, "goal", {panel: ""})
        title = f"Going for what is paid, by {panel}"
        maps.append(Finding(panel.replace(" ", "-"), title, f"{text} {most}".rstrip(), drawing))
    return maps


HANDS = Question(
    name="hands",
    asks="What is each paid hand worth trying for, and how often does it come?",
    games=20_000,
    ask=ask,
    answer=HandsAnswer,
    options=(MIN_FORKS,),
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="player",
    place=40,
    about=__doc__ or "",
    on_page=OnPage(20_000),
)
