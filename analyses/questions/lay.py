"""Lay the first meld now, or hold it?

At the first chance of a player without a meld on the table to lay one, both actions are played to the end: laying, and
laying nothing for some turns (then the bot decides again). The difference in payout has two parts: payments for sunog,
against which laying insures, and everything else, the price of that insurance.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from analyses.question import (
    DECISIONS_TABLE,
    MIN_FORKS,
    OF,
    STRONGEST,
    Inquiry,
    OnPage,
    Option,
    Question,
)
from analyses.rollouts import cells as cells_of
from analyses.rollouts import estimates, figures
from analyses.rollouts import words as wording
from analyses.rollouts.cells import Averages, Cell, ChoiceCell, RolloutsAnswer
from analyses.words import Advice, Finding, Table, listed, players, value
from tongits_sim.run.answers import Answer, Estimate, Limits
from tongits_sim.run.numbers import amount, known

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import Binning, ForkEstimates


# --- the answer ---


@dataclass(frozen=True, kw_only=True)
class Parts(Answer):
    """The parts of a difference: payments for sunog, the rest, and how much more often one is burned (a share)."""

    sunog: Estimate
    rest: Estimate
    burned: Estimate


@dataclass(frozen=True, kw_only=True)
class LayCell(ChoiceCell, Parts):
    """Laying less holding, with its parts."""


@dataclass(frozen=True, kw_only=True)
class Insurance(Parts):
    """The difference over all decisions, or those where the bot laid or held; units a decision."""

    bot: Literal["all", "laid", "held"]
    n: int
    payout: Estimate


@dataclass(frozen=True, kw_only=True)
class LayBin(Parts):
    """The difference in a bin of one coordinate.

    Attributes:
        by: the coordinate: meld, own_turn, opponents_open; nobody_open: the count while no opponent is.
        bin: in words.
        n, ev_diff, share_yes: as of a cell.
    """

    by: str
    bin: str
    n: int
    ev_diff: Estimate
    share_yes: float | None = None


@dataclass(frozen=True, kw_only=True)
class LayAnswer(RolloutsAnswer):
    """Whether to lay the first meld.

    Attributes:
        hold_turns: own turns it is held; 0: to the end of the game.
        cells: by meld, turn and opponents.
        averages: over decisions.
        insurance: the parts over all decisions, then by the choice of the bot.
        by: by one coordinate at a time.
    """

    hold_turns: int
    cells: tuple[LayCell, ...]
    averages: Averages
    insurance: tuple[Insurance, ...]
    by: tuple[LayBin, ...] = ()


# --- the games ---

MELDS = ("set", "run", "secret")
TURNS = (1, 2, 3, 4, 6)
KEYS = ("meld", "own_turn", "opponents_open")
COUNTS = (0, 15, 25, 35, 45, 55, 65)
"""Counts at which holding may begin to pay while nobody is open."""
WHOLE_GAME = 120
PROPOSAL = "strategies.hooks:lay_to_open"
"""The meld to lay if the bot lays none: one of its arrangement, a set before a run."""


def binnings(counts: tuple[int, ...] = COUNTS) -> tuple[Binning, ...]:
    """The maps into which forks are sorted; the first two of them choose."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    turns, opponents = BinnedFeature("turn", TURNS), unit_bins("opponents_open", 0, 2)
    return (
        Binning("chart", (unit_bins("meld", 0, 2), turns, opponents)),
        Binning("counts", (opponents, BinnedFeature("count", counts))),
        Binning("melds", (unit_bins("meld", 0, 2),)),
        Binning("turns", (turns,)),
        Binning("opponents", (opponents,)),
    )


def ask(inquiry: Inquiry) -> LayAnswer:
    """The answer of `analyze lay`. Raises QuestionError where nobody can lay a first meld."""
    hold, min_forks = inquiry.options["hold"], inquiry.options["min_forks"]
    turns = hold or WHOLE_GAME
    choosing = estimates.choose(inquiry, "lay", binnings()[:2], hold_turns=turns, proposal=PROPOSAL)
    held = held_from(estimates.cells(choosing, "counts", _COUNTED, 1, LayCell, more=_PARTS))
    nobody = "nobody could lay a first meld in {games} games under {rules}; play more games"
    forks = estimates.play(inquiry, "lay", binnings((0, held)), nobody=nobody, hold_turns=turns, proposal=PROPOSAL)
    parts = [_insurance(forks, *each) for each in _GROUPS]
    return LayAnswer(
        **inquiry.head(LAY),
        **estimates.played(forks, [], min_forks, choosing),
        hold_turns=hold,
        cells=_chart(forks, min_forks),
        averages=estimates.averages(forks, naive=True),
        insurance=tuple(part for part in parts if part.n),
        by=(
            *_one(forks, "melds", "meld"),
            *_one(forks, "turns", "own_turn"),
            *_one(forks, "opponents", KEYS[2]),
            *_nobody_open(forks, held),
        ),
        extremes={"cells": estimates.extremes(choosing, _chart(choosing, min_forks))},
    )


_GROUPS: tuple[tuple[str, Literal["all", "laid", "held"]], ...] = (("all", "all"), ("yes", "laid"), ("no", "held"))
_PARTS = {"sunog": "sunog", "rest": "rest", "burned": "burned"}


def _chart(forks: ForkEstimates, min_forks: int) -> tuple[LayCell, ...]:
    return estimates.cells(forks, "chart", KEYS, min_forks, LayCell, more=_PARTS, names={"meld": MELDS})


def _insurance(forks: ForkEstimates, group: str, bot: Literal["all", "laid", "held"]) -> Insurance:
    """A group's difference and its parts."""
    payout, sunog, rest, burned = (
        cells_of.mean(forks.group(group, value)) for value in ("payout", "sunog", "rest", "burned")
    )
    return Insurance(
        bot=bot,
        n=int(forks.totals["groups"][("all", "yes", "no").index(group), 0]),
        payout=payout,
        sunog=sunog,
        rest=rest,
        burned=burned,
    )


_COUNTED = ("opponents_open", "own_count")


def held_from(cells: Sequence[LayCell]) -> int:
    """The count from which holding gains most in all while nobody is open; the cells are those of other games."""
    alone = sorted((cell for cell in cells if cell.words(_COUNTED[0]) == "0"), key=lambda cell: cell.whole("own_count"))
    gains = [cell.n * (cell.ev_diff.mean or 0.0) for cell in alone]
    above = {alone[place].whole("own_count"): sum(gains[place:]) for place in range(1, len(alone))}
    return min(above, key=lambda count: above[count], default=COUNTS[-1])


def _nobody_open(forks: ForkEstimates, held: int) -> list[LayBin]:
    """The two parts of the decisions while nobody is open: counts below that from which holding gains, and the rest."""
    cells = estimates.cells(forks, "counts", _COUNTED, 1, LayCell, more=_PARTS)
    return [
        _bin_of(cell, "nobody_open", f"{held} or more" if cell.whole("own_count") == held else f"below {held}")
        for cell in cells
        if cell.words(_COUNTED[0]) == "0"
    ]


def _one(forks: ForkEstimates, name: str, key: str) -> list[LayBin]:
    """The bins of a map with one coordinate, each with the parts of its difference."""
    names = {"meld": MELDS} if key == "meld" else None
    cells = estimates.cells(forks, name, (key,), 1, LayCell, more=_PARTS, names=names)
    return [_bin_of(cell, key, cell.words(key)) for cell in cells]


def _bin_of(cell: LayCell, by: str, words: str) -> LayBin:
    parts = {"sunog": cell.sunog, "rest": cell.rest, "burned": cell.burned}
    return LayBin(by=by, bin=words, n=cell.n, ev_diff=cell.ev_diff, share_yes=cell.share_yes, **parts)


# --- words and tables ---

_BY = {"meld": "meld", "own_turn": "turn", "opponents_open": "open", "nobody_open": "nobody open,"}
_BOTS = {"all": "all", "laid": "the bot laid", "held": "the bot held"}
OPEN = {"0": "no opponent open", "1": "one opponent open", "2": "both opponents open"}


def hold_words(answer: LayAnswer) -> str:
    """How long the meld is held; a player who holds to the end may still open by taking a discard."""
    return {0: "for the whole game by choice", 1: "for a turn"}.get(answer.hold_turns, f"for {answer.hold_turns} turns")


def headline(answer: LayAnswer) -> str:
    """When to lay and when to hold: no mean over situations with opposite answers."""
    said: dict[str, list[str]] = {"lay it": [], "hold it": [], "either will do": []}
    for row in situations(answer):
        where = OPEN[row.bin] if row.by == KEYS[2] else f"nobody open and a count {_count(row)}"
        said[choice(row)].append(f"with {where} ({value(row.ev_diff)})")
    parts = [f"{verb} {listed(places)}" for verb, places in said.items() if places]
    units = f"units that laying gains over holding {hold_words(answer)} (paired rollouts)"
    return f"Among {players(answer)} {'; '.join(parts)}: {units}."


def situations(answer: LayAnswer) -> list[LayBin]:
    """With one and with both opponents open, then by the count while nobody is."""
    rows = [row for row in answer.by if row.by == KEYS[2] and row.bin != "0"]
    return [row for row in (*rows, *(row for row in answer.by if row.by == "nobody_open")) if row.n]


def choice(row: LayBin) -> str:
    """What to do in a situation."""
    if row.ev_diff.ci95 is None or row.ev_diff.ci95[0] <= 0 <= row.ev_diff.ci95[1]:
        return "either will do"
    return "lay it" if row.ev_diff.ci95[0] > 0 else "hold it"


def _count(row: LayBin) -> str:
    return f"of {row.bin}" if row.bin.endswith("more") else row.bin


def advice(answer: LayAnswer) -> list[Advice]:
    """When to lay the first meld."""
    sure = f"± is half a 95 % interval. {_verdict(answer.insurance[0])}"
    return [Advice("Should I lay my first meld at once, or hold it?", headline(answer), sure)]


def sentences(answer: LayAnswer) -> list[str]:
    """The two parts of the difference, the difference by type of meld, the number of resolved cells."""
    parts = [
        _verdict(answer.insurance[0]),
        _by_choice(answer),
        _melds(answer),
        *wording.closing(answer, answer.cells),
    ]
    return [text for text in parts if text]


def _by_choice(answer: LayAnswer) -> str:
    """The note on holding to the end, which still allows opening with a discard."""
    if answer.hold_turns:
        return ""
    return (
        "Holding to the end means never laying by choice: a player who takes a discard still opens with the meld it "
        "completes."
    )


def _verdict(whole: Insurance) -> str:
    rest, limits = whole.rest.mean, whole.rest.ci95
    if whole.burned.mean is None or rest is None or limits is None:
        return ""
    text = f"{_burned_words(whole.burned.mean, whole.burned.ci95)} "
    if limits[1] < 0:
        return f"{text}Apart from sunog, laying costs {amount(-rest, 3, sign=False)} units."
    if limits[0] > 0:
        return f"{text}Laying gains {amount(rest, 3, sign=False)} units even apart from sunog."
    return f"{text}Whether laying gains or costs anything apart from sunog is inconclusive."


def _burned_words(burned: float, limits: Limits | None) -> str:
    """The effect on being burned, a share, in words."""
    if limits is None or limits[0] <= 0 <= limits[1]:
        return "Whether laying changes how often a player is burned is inconclusive."
    less = "less" if burned < 0 else "more"
    return f"A player who lays is burned {amount(abs(100 * burned), 1, sign=False)} percentage points {less} often."


def _melds(answer: LayAnswer) -> str:
    rows = [row for row in answer.by if row.by == "meld" and row.n >= answer.min_forks]
    parts = [f"{row.bin} {value(row.ev_diff)}" for row in rows]
    return f"By meld: {'; '.join(parts)}." if parts else ""


def tables(answer: LayAnswer) -> list[Table]:
    """The parts of the difference, then by one coordinate at a time, then every cell."""
    keys = {"meld": "Meld", "own_turn": "Own turn", "opponents_open": "Opponents open"}
    return [*console(answer), wording.cells_table(answer.cells, answer.min_forks, keys)]


def console(answer: LayAnswer) -> list[Table]:
    """The parts of the difference, over all decisions and by one coordinate at a time."""
    insurance = [
        [_BOTS[row.bot], f"{row.n:,}", value(row.payout), *_parts(row)]
        for row in answer.insurance
        if row.bot == "all" or row.n < answer.forks
    ]
    by = [[_bin(row), value(row.ev_diff), *_parts(row)] for row in answer.by if row.n >= answer.min_forks]
    headings = ["Forks", "Lay minus hold", "Sunog", "The rest", "Burned, points"]
    note = (
        "Units per decision; ± is half a 95 % interval. Sunog: what laying saves in payments for being burned, minus "
        "what it forgoes in such payments from others. Burned: change in the share of games, percentage points."
    )
    insurance_table = [
        Table("insurance", "Laying minus holding, in parts", ["Decisions", *headings], insurance, note=note)
    ]
    what = "Turn: own turn. Open: opponents with an open meld."
    return [*insurance_table, Table("by", "By one feature at a time", ["", *headings[1:]], by, note=what)]


def _bin(row: LayBin) -> str:
    return row.bin if row.by == "meld" else f"{_BY[row.by]} {row.bin}"


def _parts(row: Parts) -> list[str]:
    """Sunog, the rest and percentage points of being burned."""
    limits = None if row.burned.ci95 is None else (100 * row.burned.ci95[0], 100 * row.burned.ci95[1])
    points = known(None if row.burned.mean is None else 100 * row.burned.mean, limits)
    return [value(row.sunog), value(row.rest), points]


def findings(answer: LayAnswer) -> list[Finding]:
    """The chart by meld and turn."""
    rows = figures.grid(answer.cells, answer.min_forks, "own_turn", "meld", "opponents_open")
    action = f"laying at once instead of holding {hold_words(answer)}"
    text = wording.map_text(answer, answer.cells, action, ("lay", "hold"), _where)
    return [wording.drawn_map("chart", "Lay or hold", text, rows, ("own turn", "first meld"), OPEN)]


def _where(cell: Cell) -> str:
    return f"a {cell.at['meld']}, own turn {cell.words('own_turn')}, {OPEN[cell.words('opponents_open')]}"


LAY = Question(
    name="lay",
    asks="Lay the first meld now, or hold it?",
    games=1_000_000,
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
    players=STRONGEST,
    example="--rules pagat --hold 3",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    place=50,
    on_page=OnPage(80_000, players="usual"),
)
