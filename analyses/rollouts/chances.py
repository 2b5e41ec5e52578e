"""What it costs to leave a chance in a turn, such as a discard that the player may take.

The cost is estimated with and without an open meld, because a player who leaves a chance to stay able to call must
already have an open meld.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses import figures
from analyses.presentation import Finding, Screen, Table, columns, earned, seated, share, share_difference, sure
from analyses.question import Inquiry, Question
from analyses.rollouts import cells as cells_of
from analyses.rollouts import fork_questions, measured
from analyses.rollouts.cells import Cell, Placed
from analyses.rollouts.measured import Measured
from analyses.rollouts.seated import Forked
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from tongits_sim.experiments.forks import ForkEstimates

GAMES = 20_000
PLAYERS = "trained,trained,trained"
COUNTS = (0, 10, 20, 30, 40, 50)
WITHOUT, WITH = "without an open meld", "with an open meld"
OWN = {0: WITHOUT, 1: WITH}


@dataclass(frozen=True, kw_only=True)
class Situation(Placed):
    """The chances of players with an open meld (`at["own_open"]` = 1) or without one (0)."""

    n: int
    gain: Estimate  # value of yes minus value of no, units a chance
    sunog: Estimate  # the part of the gain that is payments for sunog
    rest: Estimate
    burned: Estimate  # share of games burned after yes, minus the share after no
    chosen: Estimate  # share of the chances at which the player says yes


@dataclass(frozen=True, kw_only=True)
class ChancesAnswer(Measured):
    """What yes is worth, by own count (`cells`) and by whether the player has an open meld (`situations`)."""

    situations: tuple[Situation, ...] = ()


def ask(inquiry: Inquiry, question: Question[Any], decision: str, proposal: str, nobody: str) -> dict[str, Any]:
    """The fields of an answer. Raises QuestionError if nobody has a chance.

    Args:
        decision: a decision of `tongits_sim.experiments.forks.FORKED`.
        proposal: the hook that proposes yes if the player says no.
        nobody: the sentence if nobody has a chance, with `{games}` and `{rules}`.
    """
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    own = unit_bins("own_open", 0, 1)
    maps = (Binning("hands", (BinnedFeature("count", COUNTS), own)), Binning("open", (own,)))
    forks = fork_questions.play(inquiry, decision, maps, nobody=nobody, proposal=proposal)
    played = (Forked("", inquiry.players, forks.job.slots, forks),)
    least = inquiry.options["min_forks"]
    return {
        **inquiry.head(question),
        **measured.fields(played, "hands", ("own_count", "own_open"), least),
        "situations": tuple(row for row in _situations(forks) if row.n >= least),
    }


def _situations(forks: ForkEstimates) -> list[Situation]:
    def at(value: str, own: int) -> Estimate:
        return cells_of.mean(forks.cells("open", value), (own,))

    return [
        Situation(
            at={"own_open": own},
            n=int(n),
            gain=at("payout", own),
            sunog=at("sunog", own),
            rest=at("rest", own),
            burned=at("burned", own),
            chosen=at("chose", own),
        )
        for own, n in enumerate(forks.counts("open"))
    ]


def width(answer: ChancesAnswer) -> float | None:
    """The widest interval of what yes is worth, units."""
    return widest(row.gain for row in answer.situations)


@dataclass(frozen=True)
class Presenter:
    """Shows the answer to a question about a chance in a turn."""

    leaving: str  # how a sentence names saying no: `leaving a discard that melds`
    they_leave: str  # what a player does who says no: `leave it`
    claim: str  # a claim in favour of no with an open meld, which the sentence judges; empty: no claim
    yes: str  # how to name yes: a verb, such as `take`
    no: str
    doing: str  # yes as a gerund: `taking it`
    instead: str  # no as a gerund

    def short(self, answer: ChancesAnswer) -> str:
        """The cost of saying no, with and without an open meld, as far as its sign is sure."""
        alike = len(set(answer.players)) == 1
        who = f"Among {seated(answer.players)}{' players' if alike else ''}"
        if answer.options.get("of"):
            who += f", for {answer.options['of']}"
        known = {row.integer("own_open"): row.gain for row in answer.situations if sure(row.gain)}
        if not known:
            return f"{who}, no cost of {self.instead} is sure in so few games."
        text = f"{who}, {self.leaving} {_costs(known)}"
        if self.claim and 1 in known:
            text += f": “{self.claim}” {'loses' if mean_of(known[1]) > 0 else 'gains'} on average"
        chose_no = answer.averages[0].chose_no
        if not sure(chose_no):
            return f"{text}."
        return f"{text}. Where they {self.they_leave} themselves, that {_cost(chose_no)}."

    def screen(self, answer: ChancesAnswer) -> Screen:
        notes = [
            f"Units that {self.doing} gains over {self.instead}; ± is half a 95 % interval.",
            "Every number: --full   Your hand: tongits advise",
        ]
        body = (self._grid(answer),) if answer.situations else ()
        return Screen(measured.heading(answer, ()), self.short(answer), body, notes)

    def _grid(self, answer: ChancesAnswer) -> Table:
        """Counts down, with and without an open meld across; the last row is any count."""
        rows: dict[str, dict[int, str]] = {}
        for cell in answer.cells:
            if cell.n >= answer.min_forks:
                rows.setdefault(cell.text("own_count"), {})[cell.integer("own_open")] = earned(cell.ev_diff)
        rows["any"] = {row.integer("own_open"): earned(row.gain) for row in answer.situations}
        shown: dict[str, Callable[[str], str]] = {
            "your count": lambda count: count,
            WITHOUT: lambda count: rows[count].get(0, ""),
            WITH: lambda count: rows[count].get(1, ""),
        }
        return columns("gains", "", rows, shown)

    def tables(self, answer: ChancesAnswer) -> list[Table]:
        made = measured.tables(answer, self.yes, self.no)
        return [self._situation_table(answer.situations), *made] if answer.situations else made

    def _situation_table(self, rows: Sequence[Situation]) -> Table:
        shown: Mapping[str, Callable[[Situation], str]] = {
            "": lambda row: OWN[row.integer("own_open")],
            "forks": lambda row: f"{row.n:,}",
            f"they {self.yes}": lambda row: share(row.chosen),
            "gain": lambda row: earned(row.gain),
            "sunog": lambda row: earned(row.sunog),
            "the rest": lambda row: earned(row.rest),
            "burned, % of games": lambda row: share_difference(row.burned),
        }
        return columns("situations", f"To {self.yes} rather than to {self.no}", rows, shown)

    def about(self, answer: ChancesAnswer) -> list[str]:
        return list(answer.method.values())

    def findings(self, answer: ChancesAnswer) -> list[Finding]:
        rows = [figures.Row.of(OWN[row.integer("own_open")], row.gain) for row in answer.situations]
        text = f"Units that {self.doing} gains over {self.instead}; lines: 95 % intervals."
        drawn = figures.Intervals(rows, f"units that {self.doing} gains (line: 95 % interval)")
        return [Finding("situations", f"What is {self.doing} worth?", text, drawn)] if rows else []

    def csv_rows(self, answer: ChancesAnswer) -> list[Cell]:
        return list(answer.cells)


def _costs(known: Mapping[int, Estimate]) -> str:
    """What saying no costs or gains, with and without an open meld."""
    if len(known) == 1:
        return " ".join(f"{_cost(gain)} {OWN[own]}" for own, gain in known.items())
    first = _cost(known[0])
    second = _cost(known[1])
    if mean_of(known[0]) * mean_of(known[1]) > 0:
        second = second.partition(" ")[2]
    return f"{first} {WITHOUT} and {second} with one"


def _cost(gain: Estimate) -> str:
    """`costs` or `gains` with the amount, where `gain` is the value of yes minus the value of no."""
    if mean_of(gain) > 0:
        return f"costs {earned(gain, sign=False)} units"
    limits = None if gain.ci95 is None else (-gain.ci95[1], -gain.ci95[0])
    return f"gains {earned(Estimate(-mean_of(gain), limits), sign=False)} units"
