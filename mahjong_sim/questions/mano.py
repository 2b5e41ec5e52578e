"""What is it worth to be mano?

Each deal is played four times: every seat keeps its sixteen tiles, the rest of the wall is the same, and each seat in
turn is mano, who takes the first tile of the wall and begins. With equal tiles, the difference of a seat's payouts is
the value of being mano.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyses.answers.question import QuestionAnswer
from analyses.estimates.cells import mean
from analyses.figures.comparison import INKS
from analyses.question import Inquiry, OnPage, Question
from analyses.words.parts import Finding, Table
from analyses.words.rollout_words import players, value
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import per_cent, seconds, units

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tongits_sim.run.totals import Totals

PLACES = {
    "first": "the next seat after mano",
    "second": "the seat opposite mano",
    "third": "the last seat, before mano",
}


@dataclass(frozen=True)
class ManoRow(Answer):
    """The gain of some seats from being mano.

    Attributes:
        of: description of the seats.
        n: number of seats.
        payout: units a game.
        won: share of games.
    """

    of: str
    n: int
    payout: Estimate
    won: Estimate


@dataclass(frozen=True, kw_only=True)
class ManoAnswer(QuestionAnswer):
    """The value of being mano.

    Attributes:
        deals: number of deals, each played with every seat as mano.
        payout: units a game that a seat gains from being mano, with the same tiles.
        won, bunot: share of wins, and of wins by draw, that it gains.
        won_mano, won_other: share of wins as mano, and as another seat.
        places: mano against the first, second and third seat after mano.
        shanten: by tiles away from waiting of the hand as dealt.
        by_player: by player, where they differ.
        method: descriptions of the methods.
        elapsed_s: seconds of play.
    """

    deals: int
    payout: Estimate
    won: Estimate
    bunot: Estimate
    won_mano: Estimate
    won_other: Estimate
    places: tuple[ManoRow, ...]
    shanten: tuple[ManoRow, ...]
    by_player: tuple[ManoRow, ...]
    method: Mapping[str, str] = field(default_factory=dict)
    elapsed_s: float = 0.0

    @property
    def counted(self) -> str:
        """The number of deals in words; each is played several times."""
        return f"{self.deals:,} deals"


def ask(inquiry: Inquiry) -> ManoAnswer:
    """The answer of `analyze mano`."""
    from mahjong_sim.designs.manos.job import CELLS, MOST_SHANTEN, ManoJob

    run = inquiry.how.run(ManoJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed))
    totals, labels = run.totals, [player.label for player in inquiry.players]
    places = tuple(ManoRow(words, *_of(totals, "all", name)) for name, words in PLACES.items())
    shanten = [
        ManoRow(f"{away}+" if away == MOST_SHANTEN else f"{away}", *_of(totals, f"shanten {away}"))
        for away in range(MOST_SHANTEN + 1)
    ]
    players = [ManoRow(label, *_of(totals, f"slot {slot}")) for slot, label in enumerate(labels)]
    return ManoAnswer(
        **(inquiry.head(MANO) | {"games": 4 * run.games}),
        deals=run.games,
        payout=_mean(totals, "all", "payout"),
        won=_mean(totals, "all", "won"),
        bunot=_mean(totals, "all", "bunot"),
        won_mano=_mean(totals, "all", "won_mano"),
        won_other=_mean(totals, "all", "won_other"),
        places=places,
        shanten=tuple(row for row in shanten if row.n),
        by_player=tuple(players) if len(set(labels)) > 1 else (),
        elapsed_s=run.elapsed,
        method={
            "mano": "each deal is played four times, each seat once as mano, with the same sixteen tiles for every "
            f"seat and the same wall; {len(CELLS)} groups of seats are estimated",
            "unit": f"the deal; {run.games:,} deals, four games each; ratio of sums, delta method",
            "stopping": "a number of deals fixed before the start",
        },
    )


def _of(totals: Totals, cell: str, value: str = "payout") -> tuple[int, Estimate, Estimate]:
    from mahjong_sim.designs.manos.job import CELLS

    seats = int(totals["cells"][CELLS.index(cell), 0])
    return seats, _mean(totals, cell, value), _mean(totals, cell, "won") if value == "payout" else Estimate(None)


def _mean(totals: Totals, cell: str, value: str) -> Estimate:
    """The mean of a value over the seats of a cell, units or a share."""
    from mahjong_sim.designs.manos.job import CELLS, THIRDS, VALUES
    from tongits_sim.any_game.counts import UNIT
    from tongits_sim.stats.moments import mean_of

    money = not value.startswith(("won", "bunot"))
    scale = (1 / UNIT if money else 1.0) / (3 if value in THIRDS else 1)
    moments: Any = totals["cells"][CELLS.index(cell)]
    return mean(mean_of(totals.games, moments, VALUES.index(value)).scaled(scale))


def headline(answer: ManoAnswer) -> str:
    """The gain from being mano."""
    return (
        f"At a table of {players(answer)}, being mano instead of one of the others, with the same tiles, brings "
        f"{units(answer.payout.mean or 0, answer.payout.ci95)} a game"
        f"{'' if answer.payout.decided else ': the sign is not decided'}."
    )


def sentences(answer: ManoAnswer) -> list[str]:
    """How often mano wins, its advantage over each other seat, the number of deals."""
    won, other = answer.won_mano, answer.won_other
    wins = (
        f"A seat wins {per_cent(won.mean or 0, won.ci95)} as mano and {per_cent(other.mean or 0, other.ci95)} as one "
        f"of the others with the same tiles: {parts.points(answer.won)} percentage points."
    )
    places = [
        f"Compared with {row.of}: {units(row.payout.mean or 0, row.payout.ci95)}{_undecided(row)}."
        for row in answer.places
    ]
    played = f"{answer.deals:,} deals, each played with every seat as mano, in {seconds(answer.elapsed_s)}."
    return [wins, *places, played]


def _undecided(row: ManoRow) -> str:
    return "" if row.payout.decided else ", not decided"


def tables(answer: ManoAnswer) -> list[Table]:
    """By place, by the hand dealt, by player."""
    note = "Units and percentage points that a seat gains by being mano; ± is half a 95 % interval, the deal its unit."
    of_all = [
        _table("places", "Mano against each other place", answer.places, False, note),
        _table("shanten", "By tiles from waiting of the sixteen tiles dealt", answer.shanten, True, note),
    ]
    return [*of_all, _table("players", "By player", answer.by_player, True, note)] if answer.by_player else of_all


def _table(key: str, caption: str, rows: Sequence[ManoRow], wins: bool, note: str) -> Table:
    cells = [[row.of, f"{row.n:,}", value(row.payout), *([parts.points(row.won)] if wins else [])] for row in rows]
    headings = ["Seats", "Number", "Units a game", *(["Wins more often, points"] if wins else [])]
    return Table(key, caption, headings, cells, note=note)


def findings(answer: ManoAnswer) -> list[Finding]:
    """The value by the hand dealt."""
    rows = [row for row in answer.shanten if row.payout.ci95 is not None and row.n >= 100]
    text = (
        f"Units that being mano brings with the same tiles, by how far the dealt hand is from waiting; bars: 95 % "
        f"intervals. {headline(answer)}"
    )
    return [Finding("mano", "The value of being mano", text, lambda: draw(rows))]


def draw(rows: Sequence[ManoRow]) -> Figure:
    """Points with intervals, one for each row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.0, 2.6), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    for at, row in enumerate(rows):
        if row.payout.ci95 is not None:
            axes.plot([at, at], row.payout.ci95, color=INKS["gain"], linewidth=3, alpha=0.45)
        axes.plot(at, row.payout.mean or 0, "o", color=INKS["gain"], markersize=5)
    axes.set_xticks(range(len(rows)), [row.of for row in rows])
    axes.set_xlabel("tiles from waiting as dealt", fontsize=9, color=INKS["ink"])
    axes.set_ylabel("units a game", fontsize=9, color=INKS["ink"])
    axes.tick_params(colors=INKS["ink"], labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INKS["faint"])
    return figure


MANO = Question(
    name="mano",
    asks="What is it worth to be mano (the dealer)?",
    games=10_000,
    ask=ask,
    answer=ManoAnswer,
    rows="shanten",
    games_help="Number of deals; each is played four times.",
    counts="deals",
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="designer",
    place=100,
    about=__doc__ or "",
    on_page=OnPage(10_000),
)
