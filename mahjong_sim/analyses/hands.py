"""What is each paid hand worth trying for, and how often does it come?

At its first discard a seat goes for a goal from there on, drawn by chance from the list, or plays on as its bot does.
How often a hand is paid for each item is counted in games of the same bots in which nobody tries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import GoalCell, HandsAnswer, ItemRow
from mahjong_sim.analyses.question import Inquiry, Question

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

GOALS = {
    "full flush": ("ambitious(suit_at=1)", "flush"),
    "all pungs": ("pungs", "all_pungs"),
    "siete pares": ("pairs", "seven_pairs"),
    "concealed": ("closed", "concealed"),
}
"""The bot that goes for each goal, and the item it is paid for."""
MORE = {"reached": "goal_a", "own_reached": "goal_b"}
COUNTING = 2
"""So many times as many games count the items."""


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins

    goal = Bins("goal", tuple(range(len(GOALS))), tuple(GOALS))
    return (
        Binning("cells", (goal,)),
        Binning("suits", (goal, Bins("suit_tiles", (0, 7, 8, 9, 10, 11)))),
        Binning("pairs", (goal, Bins("pairs", (0, 3, 4, 5, 6)))),
    )


def ask(inquiry: Inquiry) -> HandsAnswer:
    """The answer of `analyze hands`."""
    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.hands.values import ITEMS

    least = inquiry.min_forks
    others = load_players([bot for bot, _ in GOALS.values()])
    goals = tuple(1 << ITEMS.index(item) for _, item in GOALS.values())
    forks = forked.play(inquiry, "tries", binnings(), others=others, goals=goals)
    choosing = forked.choose(inquiry, "tries", binnings(), others=others, goals=goals)
    maps = ("cells", "suits", "pairs")
    found = {name: forked.cells(forks, name, least, GoalCell, MORE) for name in maps}
    chosen = {name: forked.cells(choosing, name, least, GoalCell, MORE) for name in maps}
    items, games = _items(inquiry)
    return HandsAnswer(
        **inquiry.head(HANDS),
        **forked.counts_of(forks, choosing),
        cells=found["cells"],
        suits=found["suits"],
        pairs=found["pairs"],
        min_forks=least,
        goals={goal: bot for goal, (bot, _) in GOALS.items()},
        items=items,
        item_games=games,
        extremes={name: forked.extremes(choosing, rows) for name, rows in chosen.items()},
        method=forked.method(forks, choosing, least)
        | {"items": f"{games:,} games in which nobody tries; Wilson intervals, the game being the unit"},
    )


def _items(inquiry: Inquiry) -> tuple[tuple[ItemRow, ...], int]:
    """How often hands are paid for each item, and the games that say so."""
    from mahjong_sim.designs.batch.job import Job
    from mahjong_sim.hands.values import ITEMS
    from tongits_sim.stats import wilson_interval

    job = Job(inquiry.rules, inquiry.players, COUNTING * inquiry.games, (inquiry.seed + 1) % 2**64)
    sums = inquiry.how.run(job, "items").totals
    games, wins = sums.games, sums.field("wins")
    rows = []
    for item in ITEMS:
        count = sums.field(f"item_{item}")
        units = float(getattr(inquiry.rules.hand, item))
        shares = [forked.mean(wilson_interval(min(count, of), of)) for of in (games, wins)]
        rows.append(ItemRow(item, units, *shares))
    return tuple(rows), games


HANDS = Question(
    name="hands",
    asks="What is each paid hand worth trying for, and how often does it come?",
    games=20_000,
    ask=ask,
)
