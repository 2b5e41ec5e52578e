"""Stay concealed or open?

At the first open meld that a bot takes from a discard, the game is played on three ways: it takes it and plays on;
it passes, takes no discard from there on but to win, and declares nothing but secrets; it passes this once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import OpenAnswer, OpenCell
from mahjong_sim.analyses.question import Inquiry, Question

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

CONCEALED = "closed"
"""The bot that plays on concealed."""
MELDS = ("chow", "pung", "kang", "beauty", "news")
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
    """The answer of `analyze open`. Raises QuestionError where nobody opens a hand."""
    from mahjong_sim.bots.registry import load_players

    asked = forked.ask(inquiry, "open", binnings(), MAPS, others=load_players(CONCEALED))
    return OpenAnswer(
        **inquiry.head(OPEN),
        **asked.counted,
        cells=asked.maps["cells"],
        melds=asked.maps["melds"],
        value=asked.maps["value"],
        all=forked.total(asked.forks),
        once=forked.total(asked.forks, "once"),
        won=forked.total(asked.forks, "won"),
        method=asked.method | {"concealed": f"who stays concealed plays on as the bot {CONCEALED}"},
    )


OPEN = Question(
    name="open",
    asks="Is the first open meld worth it, or is it better to stay concealed?",
    games=20_000,
    ask=ask,
    answer=OpenAnswer,
)
