"""When is a discard worth taking?

At every second decision whether to take a discard, drawn by chance, the game is played on both ways for each kind of
meld that is offered: taken (of several chows the one that leaves the hand nearest to winning, or the bot's own), and
passed. After either the bot plays on as it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import ClaimCell, ClaimsAnswer
from mahjong_sim.analyses.question import Inquiry, Question

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

MELDS = ("chow", "pung", "kang")
NEARER = ("sets back", "no nearer", "nearer")
ONE_IN = 2
MAPS = forked.Maps(("cells", "value"), ClaimCell, {"share_yes": "chose", "won": "won"})


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins

    meld, nearer = Bins("meld", (1, 2, 3), MELDS), Bins("nearer", (-99, 0, 1), NEARER)
    chose = Bins("chose", (0, 1))
    return (
        Binning("all"),
        Binning("chose", (chose,)),
        Binning("melds", (meld,)),
        Binning("melds_chose", (meld, chose)),
        Binning("cells", (meld, nearer, Bins("shanten", (0, 1, 2, 3, 4)), Bins("own_turn", (0, 4, 8, 12)))),
        Binning("value", (meld, Bins("suit_tiles", (0, 8, 10, 12)), Bins("own_open", (0, 1, 2)))),
    )


def ask(inquiry: Inquiry) -> ClaimsAnswer:
    """The answer of `analyze claims`. Raises QuestionError where nobody could take a discard."""
    asked = forked.ask(inquiry, "claims", binnings(), MAPS, one_in=ONE_IN)
    forks = asked.forks
    averages = {meld: forked.averages(forks, "melds", "melds_chose", (at,)) for at, meld in enumerate(MELDS)}
    return ClaimsAnswer(
        **inquiry.head(CLAIMS),
        **asked.counted,
        cells=asked.maps["cells"],
        value=asked.maps["value"],
        averages={"any": forked.averages(forks, "all", "chose", naive=True)} | averages,
        method=asked.method,
    )


CLAIMS = Question(
    name="claims",
    asks="When is a discard worth taking for a chow, a pung or a kang?",
    games=20_000,
    ask=ask,
    answer=ClaimsAnswer,
)
