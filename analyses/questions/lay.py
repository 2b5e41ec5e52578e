"""Lay the first meld now, or hold it?

At a player's first chance to lay a first meld, both actions are played to the end: laying it, or laying nothing for
some turns (then the bot decides again). The chart is made at three tables (strong, regular, beginners) with a strong
player in the own seat, or at one table of named players.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Option, Question, ReportSettings
from analyses.rollouts import cells as cells_of
from analyses.rollouts import charts, seated
from analyses.rollouts.boxes import Box, answer_in, boxes
from analyses.rollouts.cells import Placed
from analyses.rollouts.charts import ChartAnswer, Way, Words
from analyses.rollouts.seated import Forked
from analyses.tables import Gap
from analyses.words import Finding, Screen, Table, columns, earned, join_and
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import level, share_change


@dataclass(frozen=True, kw_only=True)
class Situation(Placed):
    """Decisions together: what laying gains over holding, the mean over the tables."""

    n: int
    gain: Estimate
    sunog: Estimate  # the part of the gain that is payments for sunog
    rest: Estimate
    burned: Estimate  # how much more often the player is burned
    at_tables: tuple[Estimate, ...]
    answer: str  # as of a box


@dataclass(frozen=True, kw_only=True)
class LayAnswer(ChartAnswer):
    """Whether to lay the first meld. `hold_turns`: own turns to hold it; 0: to the end of the game."""

    hold_turns: int
    situations: tuple[Situation, ...]


MELDS = ("set", "run", "secret")
TURNS = (1, 2, 3, 4, 6)
COUNTS = (0, 15, 25, 35, 45, 55, 65)
EDGES = (25, 35, 45, 55)
"""Counts at which the answer may turn while nobody is open."""
WHOLE_GAME = 120
PROPOSAL = "strategies.hooks:lay_to_open"
"""The meld to lay if the bot would lay no meld: one of its arrangement, a set before a run."""
CHART = Way("counts", ("own_count", "rivals"), {"rivals": "rivals"})
NOBODY = "nobody could lay a first meld in {games} games under {rules}; play more games"


def ask(inquiry: Inquiry) -> LayAnswer:
    """Raises QuestionError if nobody can lay a first meld."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    hold = inquiry.options["hold"]
    count, rivals = BinnedFeature("count", COUNTS), unit_bins("rivals", 0, 2)
    maps = [Binning("counts", (count, rivals)), Binning("rivals", (rivals,))]
    maps += [Binning(f"above {edge}", (BinnedFeature("count", (0, edge)), rivals)) for edge in EDGES]
    maps += [Binning("melds", (count, unit_bins("meld", 0, 2), BinnedFeature("turn", TURNS)))]
    steer = {"hold_turns": hold or WHOLE_GAME, "proposal": PROPOSAL}
    forked = seated.play(inquiry, "lay", maps, NOBODY, **steer)
    fields = charts.chart(inquiry, forked, "lay", (CHART,), ("lay", "hold"))
    margin, least = fields["margin"], fields["min_forks"]
    fields["others"] = boxes(
        forked, "melds", ("own_count", "meld", "own_turn"), margin, ("lay", "hold"), least, names={"meld": MELDS}
    )
    return LayAnswer(
        **inquiry.head(LAY), **fields, hold_turns=hold, situations=_situations(forked, fields["cells"], margin, least)
    )


def _situations(forked: Sequence[Forked], cells: Sequence[Box], margin: float, least: int) -> tuple[Situation, ...]:
    """While nobody is open, below and above the count at which the answer turns; then with one and both open."""
    edge = _edge(cells)
    name = f"above {edge}"
    places: list[tuple[str, tuple[int, ...], int, int | None]] = [("rivals", (0,), 0, None)]
    if edge:
        places = [(name, (1, 0), edge, None), (name, (0, 0), 0, edge - 1)]
    places += [("rivals", (1,), 0, None), ("rivals", (2,), 0, None)]
    rows = [row for each in places if (row := _situation(forked, *each, margin)).n >= least]
    if edge and len({row.answer for row in rows if row.at["rivals"] == 0}) == 1:
        rows = [_situation(forked, "rivals", (0,), 0, None, margin), *(row for row in rows if row.at["rivals"])]
    return tuple(rows)


def _edge(cells: Sequence[Box]) -> int:
    """While nobody is open: the count from which the answer turns, at the largest step; 0 if it never turns."""
    alone = [box for box in cells if box.at["rivals"] == 0 and box.fit is not None]
    if len({box.answer for box in alone}) < 2:
        return 0
    steps = {
        high.integer("own_count"): abs((high.fit or 0.0) - (low.fit or 0.0))
        for low, high in itertools.pairwise(alone)
        if high.integer("own_count") in EDGES
    }
    return max(steps, key=lambda count: steps[count], default=0)


def _situation(
    forked: Sequence[Forked], name: str, place: tuple[int, ...], low: int, high: int | None, margin: float
) -> Situation:
    import numpy as np

    gains = [each.forks.cells(name) for each in forked]
    parts = {
        value: _over([cells_of.mean(each.forks.cells(name, value), place) for each in forked])
        for value in ("sunog", "rest", "burned")
    }
    gaps = [Gap(float(np.asarray(gain.estimate)[place]), float(np.asarray(gain.se)[place])) for gain in gains]
    gain = _over([cells_of.mean(gain, place) for gain in gains])
    answer = answer_in(gaps, margin, ("lay", "hold"))[0]
    if answer == "=" and (gain.half_width or 0.0) > _LOOSE * margin:
        answer = ""  # the interval holds far more than the margin
    return Situation(
        at={"rivals": place[-1], "own_count": low, "own_count_to": high},
        n=sum(int(each.forks.counts(name)[place]) for each in forked),
        gain=gain,
        **parts,
        at_tables=tuple(cells_of.mean(gain, place) for gain in gains) if len(forked) > 1 else (),
        answer=answer,
    )


_LOOSE = 2.0
"""A wider interval (in margins to either side) does not say that two actions are worth the same."""


def _over(parts: Sequence[Estimate]) -> Estimate:
    """The mean over the tables, as if they were independent."""
    known = [(each.mean, each.half_width or 0.0) for each in parts if each.mean is not None]
    if not known:
        return Estimate(None)
    mean = math.fsum(value for value, _ in known) / len(known)
    half = math.sqrt(math.fsum(width**2 for _, width in known)) / len(known)
    return Estimate(mean, (mean - half, mean + half) if half else None)


# --- words ---

OPEN = {0: "nobody open", 1: "one open", 2: "both open"}
WORDS: Words[LayAnswer] = Words(
    yes="lay",
    no="hold",
    panel="",
    panels={0: ""},
    across={"rivals": "opponents who are open"},
    held={"rivals": "with {} opponents open"},
    asks="Should I lay my first meld at once, or hold it?",
)
_SAYS = {
    "L": "lay it",
    "l": "rather lay it",
    "=": "either will do",
    "h": "rather hold it",
    "H": "hold it",
    "b": "lay it against beginners only",
    "s": "lay it against strong players only",
    "n": "lay it, but not against beginners",
    "r": "hold it against strong players only",
    "": "too rare to say",
}


def hold_words(answer: LayAnswer) -> str:
    return {0: "for the whole game", 1: "for a turn"}.get(answer.hold_turns, f"for {answer.hold_turns} turns")


def _place(row: Situation) -> str:
    """`nobody open, 45 or more`, `one open`."""
    low, high = row.integer("own_count"), row.at["own_count_to"]
    count = f", {low} or more" if low else f", {high} or less" if high is not None else ""
    return f"{OPEN[row.integer('rivals')]}{count}"


def short(answer: LayAnswer) -> str:
    if not answer.situations:
        return charts.TOO_FEW
    said: dict[str, list[str]] = {}
    for row in reversed(answer.situations):
        said.setdefault(_SAYS[row.answer], []).append(_place(row).replace(", ", " with a count of "))
    parts = [
        f"{says[:1].upper()}{says[1:]}: {join_and(places).replace(' and ', ' or ')}." for says, places in said.items()
    ]
    return " ".join(parts)


def _situation_table(answer: LayAnswer, names: Sequence[str] = ()) -> Table:
    shown: dict[str, Callable[[Situation], str]] = {
        "": _place,
        "lay rather than hold": lambda row: earned(row.gain),
        " ": lambda row: row.answer,
        "burned, % of games": lambda row: share_change(row.burned.mean, row.burned.ci95),
    }
    if names:
        shown |= {"sunog": lambda row: earned(row.sunog), "the rest": lambda row: earned(row.rest)}
    shown |= {name: _at(place) for place, name in enumerate(names)}
    return columns("situations", f"Laying minus holding {hold_words(answer)}", answer.situations, shown)


def _at(place: int) -> Callable[[Situation], str]:
    return lambda row: level(row.at_tables[place].mean, row.at_tables[place].ci95, True)


def screen(answer: LayAnswer) -> Screen:
    letters = [row.answer for row in answer.situations]
    legend = charts.legend(letters, answer, WORDS)
    notes = [charts.following(answer), "All counts: --full   Your hand: tongits advise"]
    body = (_situation_table(answer), "\n".join(legend)) if answer.situations else ()
    return Screen(charts.heading(answer, answer.tables, answer.games), short(answer), body, notes)


def tables(answer: LayAnswer) -> list[Table]:
    return [_situation_table(answer, answer.tables), *charts.all_tables(answer, WORDS)]


def findings(answer: LayAnswer) -> list[Finding]:
    return charts.findings(answer, WORDS)


LAY = Question(
    name="lay",
    asks="Lay the first meld now, or hold it?",
    games=60_000,
    ask=ask,
    answer=LayAnswer,
    options=(
        Option(
            "hold",
            "Own turns to hold the meld before the bot decides; 0: never lay by choice.",
            default=1,
            low=0,
            high=40,
        ),
        OF,
        MIN_FORKS,
        DECISIONS_TABLE,
    ),
    players=TABLES,
    example="--rules pagat --hold 3",
    games_help="Number of games, at each table.",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=50,
    on_page=ReportSettings(20_000, players="usual"),
)
