"""How dangerous is a discard?

At one discard in sixteen, drawn by chance, another tile of the hand, any kind equally likely, is discarded instead and
the game played to the end. Each counts as often as there were kinds to draw it from, so that averages are over all
kinds of tiles in the hands. The difference from the bot's own discard is what the tile costs in all; how often this
very discard is won with, and what that costs, is its danger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import DiscardCell, DiscardsAnswer
from mahjong_sim.analyses.question import Inquiry, Question

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

ONE_IN = 16
WEIGHTS = (
    "a tile counts as many times as there were kinds of tiles to draw it from, and so many times more forks resolve a "
    "cell"
)
MAPS = forked.Maps(
    ("cells", "table", "seen"), DiscardCell, {"deal_in": "dealt_in_a", "price": "price_a"}, key="deal_in"
)


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins
    from mahjong_sim.designs.forks.layout import THROWN, TILE_CLASSES

    tiles, thrown = Bins("tile_class", (0, 1, 2, 3, 4), TILE_CLASSES), Bins("thrown", (0, 1, 2), THROWN)
    return (
        Binning("all"),
        Binning("cells", (tiles, Bins("own_turn", (0, 4, 8, 12, 16)), thrown)),
        Binning("table", (Bins("others_open", (0, 1, 2, 3, 4)), thrown)),
        Binning("seen", (tiles, Bins("seen", (0, 1, 2, 3)))),
    )


def ask(inquiry: Inquiry) -> DiscardsAnswer:
    """The answer of `analyze discards`. Raises QuestionError where nobody had a choice."""
    asked = forked.ask(inquiry, "discards", binnings(), MAPS, one_in=ONE_IN)
    forks = asked.forks
    return DiscardsAnswer(
        **inquiry.head(DISCARDS),
        **asked.counted,
        cells=asked.maps["cells"],
        table=asked.maps["table"],
        seen=asked.maps["seen"],
        difference=forked.total(forks),
        deal_in=forked.total(forks, "dealt_in_a"),
        price=forked.total(forks, "price_a"),
        own_deal_in=forked.total(forks, "dealt_in_b"),
        own_price=forked.total(forks, "price_b"),
        method=asked.method | {"weights": WEIGHTS},
    )


DISCARDS = Question(
    name="discards",
    asks="How dangerous is a discard?",
    games=40_000,
    ask=ask,
    answer=DiscardsAnswer,
)
