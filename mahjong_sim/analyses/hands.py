"""What is everything that hands are paid for worth trying for, and how often does it come?

At its first discard a seat goes for a goal from there on, drawn by chance from the list, or plays on as its bot does.
How often a hand is paid for each item is counted in games of the same bots in which nobody tries. What nobody can play
for, or everybody does, has its frequency only, and the reason stands beside it (`LUCK`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import GoalCell, HandsAnswer, ItemRow
from mahjong_sim.analyses.question import Inquiry, Question
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player
    from mahjong_sim.designs.forks.estimates import ForkEstimates
    from mahjong_sim.designs.forks.job import Binning
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
"""The bot that goes for each goal, and what that is paid for, any of it."""
LUCK = {
    "win": "every bot plays for it",
    "quick": "who plays to win plays for it",
    "beauty": "only in the first turn: what is dealt decides",
    "news": "only in the first turn: what is dealt decides",
    "no_flowers": "luck of the deal",
    "winner_no_flowers": "luck: flowers come as they are drawn",
    "many_flowers": "luck: flowers come as they are drawn",
}
"""Why nobody goes for the others."""
AT_ONCE = ("no_flowers", "winner_no_flowers", "many_flowers", "beauty", "news", "kang", "secret", "sagasa")
"""What each other player pays at once."""
MAPS = forked.Maps(("cells", "suits", "pairs"), GoalCell, {"reached": "goal_a", "own_reached": "goal_b"})
COUNTING = 2
"""So many times as many games count the items."""


def worth(rules: RuleSet, name: str) -> float:
    """What an item adds to a hand, or each other player pays for it at once, in units; 0 where it cannot be had."""
    if (name == "seven_pairs" and not rules.win.seven_pairs) or not getattr(rules.first, name, True):
        return 0.0
    if name == "bunot":
        return float(rules.hand.win) * (3 * rules.pay.bunot - rules.pay.discarder - 2 * rules.pay.others)
    return float(getattr(rules.instant if name in AT_ONCE else rules.hand, name))


def goals_of(rules: RuleSet) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The goals that are paid for under these rules."""
    return {goal: (bot, paid) for goal, (bot, paid) in GOALS.items() if any(worth(rules, each) for each in paid)}


def bits_of(names: Sequence[str]) -> int:
    """The bits of what forks note as paid for."""
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
    from mahjong_sim.bots.registry import load_players

    tried = goals_of(inquiry.rules)
    others: tuple[Player, ...] = load_players([bot for bot, _ in tried.values()])
    goals = tuple(bits_of(paid) for _, paid in tried.values())
    asked = forked.ask(inquiry, "tries", binnings(tuple(tried)), MAPS, others=others, goals=goals)
    items, games = _items(inquiry)
    return HandsAnswer(
        **inquiry.head(HANDS),
        **asked.counted,
        cells=asked.maps["cells"],
        suits=asked.maps["suits"],
        pairs=asked.maps["pairs"],
        goals={goal: bot for goal, (bot, _) in tried.items()},
        items=items,
        item_games=games,
        at_once=at_once(asked.forks),
        method=asked.method
        | {
            "items": f"{games:,} games in which nobody tries; Wilson intervals, the game being the unit",
            "at once": "the players' hands of the forked games, as their own bots play them; the unit is the game",
        },
    )


def aim_of(item: str) -> str:
    """The goal that is paid for an item; of what is no goal, why."""
    return LUCK.get(item) or next(goal for goal, (_, paid) in GOALS.items() if item in paid)


def _items(inquiry: Inquiry) -> tuple[tuple[ItemRow, ...], int]:
    """How often hands are paid for each item, and the games that say so."""
    from mahjong_sim.hands.values import ITEMS
    from mahjong_sim.mahjong import MAHJONG
    from tongits_sim.any_game.designs.batch.job import Job
    from tongits_sim.stats import wilson_interval

    job = Job(MAHJONG, inquiry.rules, inquiry.players, COUNTING * inquiry.games, (inquiry.seed + 1) % 2**64)
    sums = inquiry.how.run(job, "items").totals
    games, wins = sums.games, sums.field("wins")
    rows = []
    for item in ITEMS:
        count = sums.field(f"item_{item}")
        of_games, of_wins = (forked.mean(wilson_interval(min(count, of), of)) for of in (games, wins))
        rows.append(ItemRow(item, worth(inquiry.rules, item), of_games, of_wins, aim=aim_of(item)))
    return tuple(rows), games


def at_once(forks: ForkEstimates) -> tuple[ItemRow, ...]:
    """How often a player is paid at once for each thing, and wins by draw, where nobody tries."""
    rules = forks.job.rules
    names = [name for name in (*AT_ONCE, "bunot") if worth(rules, name)]
    return tuple(
        ItemRow(name, worth(rules, name), forked.total(forks, f"paid_{name}_b"), Estimate(None), aim=aim_of(name))
        for name in names
    )


HANDS = Question(
    name="hands",
    asks="What is each paid hand worth trying for, and how often does it come?",
    games=20_000,
    ask=ask,
    answer=HandsAnswer,
)
