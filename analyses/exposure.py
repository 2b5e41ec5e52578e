"""Lay the first meld now, or hold it?

At the first chance of a player without a meld on the table to lay one, both actions are played to the end: laying, and
laying nothing for some turns (then the bot decides again). The difference in payout has two parts: payments for sunog,
against which laying insures, and everything else, the price of that insurance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from analyses.answers.exposure import ExposureAnswer, Insurance, LayBin, LayCell
from analyses.calls import DECISIONS_TABLE, MIN_FORKS, OF
from analyses.estimates import rollouts
from analyses.question import Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import ForkEstimates
    from tongits_sim.designs.forks.job import Binning

MELDS = ("set", "run", "secret")
TURNS = (1, 2, 3, 4, 6)
KEYS = ("meld", "own_turn", "opponents_open")
WHOLE_GAME = 120
PROPOSAL = "strategies.hooks:lay_to_open"
"""What is laid if the bot lays nothing: a meld of its arrangement, a set before a run."""


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from tongits_sim.designs.forks.job import BinnedFeature, Binning, unit_bins

    turns, opponents = BinnedFeature("turn", TURNS), unit_bins("opponents_open", 0, 2)
    return (
        Binning("chart", (unit_bins("meld", 0, 2), turns, opponents)),
        Binning("melds", (unit_bins("meld", 0, 2),)),
        Binning("turns", (turns,)),
        Binning("opponents", (opponents,)),
    )


def ask(inquiry: Inquiry) -> ExposureAnswer:
    """The answer of `analyze exposure`. Raises QuestionError where nobody can lay a first meld."""
    hold, min_forks = inquiry.options["hold"], inquiry.options["min_forks"]
    turns = hold or WHOLE_GAME
    forks = rollouts.play(inquiry, "lay", binnings(), hold_turns=turns, proposal=PROPOSAL)
    if not forks.forks:
        raise QuestionError(
            f"nobody could lay a first meld in {inquiry.games:,} games under {inquiry.rules.name}; play more games"
        )
    choosing = rollouts.choose(inquiry, "lay", binnings()[:1], hold_turns=turns, proposal=PROPOSAL)
    parts = [_insurance(forks, *each) for each in _GROUPS]
    return ExposureAnswer(
        **inquiry.head(EXPOSURE),
        forks=forks.forks,
        hold_turns=hold,
        cells=_chart(forks, min_forks),
        averages=rollouts.averages(forks, naive=True),
        insurance=tuple(part for part in parts if part.n),
        by=(*_one(forks, "melds", "meld"), *_one(forks, "turns", "own_turn"), *_one(forks, "opponents", KEYS[2])),
        extremes={"cells": rollouts.extremes(choosing, _chart(choosing, min_forks))},
        min_forks=min_forks,
        method=rollouts.method(forks, [], min_forks, choosing),
        elapsed_s=forks.elapsed + choosing.elapsed,
        branches=sum(int(each.totals["branches"][0]) for each in (forks, choosing)),
    )


_GROUPS: tuple[tuple[str, Literal["all", "laid", "held"]], ...] = (("all", "all"), ("yes", "laid"), ("no", "held"))
_PARTS = {"sunog": "sunog", "rest": "rest", "burned": "burned"}


def _chart(forks: ForkEstimates, min_forks: int) -> tuple[LayCell, ...]:
    return rollouts.cells(forks, "chart", KEYS, min_forks, LayCell, more=_PARTS, names={"meld": MELDS})


def _insurance(forks: ForkEstimates, group: str, bot: Literal["all", "laid", "held"]) -> Insurance:
    """A group's difference and its parts."""
    payout, sunog, rest, burned = (
        rollouts.mean(forks.group(group, value)) for value in ("payout", "sunog", "rest", "burned")
    )
    return Insurance(
        bot=bot,
        n=int(forks.totals["groups"][("all", "yes", "no").index(group), 0]),
        payout=payout.mean,
        payout_ci95=payout.ci95,
        sunog=sunog.mean,
        sunog_ci95=sunog.ci95,
        rest=rest.mean,
        rest_ci95=rest.ci95,
        burned=burned.mean,
        burned_ci95=burned.ci95,
    )


def _one(forks: ForkEstimates, name: str, key: str) -> list[LayBin]:
    """The bins of a map with one coordinate, each with the parts of its difference."""
    names = {"meld": MELDS} if key == "meld" else None
    return [
        LayBin(
            by=key,
            bin=cell.words(key),
            n=cell.n,
            ev_diff=cell.ev_diff,
            ci95=cell.ci95,
            share_yes=cell.share_yes,
            sunog=cell.sunog,
            sunog_ci95=cell.sunog_ci95,
            rest=cell.rest,
            rest_ci95=cell.rest_ci95,
            burned=cell.burned,
            burned_ci95=cell.burned_ci95,
        )
        for cell in rollouts.cells(forks, name, (key,), 1, LayCell, more=_PARTS, names=names)
    ]


EXPOSURE = Question(
    name="exposure",
    asks="Lay the first meld now, or hold it?",
    games=1_000_000,
    ask=ask,
    answer=ExposureAnswer,
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
    players="greedy,greedy,greedy",
    example="--rules pagat --hold 3",
)
