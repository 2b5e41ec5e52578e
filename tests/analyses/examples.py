"""Small typed answers, made by hand."""

from __future__ import annotations

from typing import Any

from analyses.questions.calls import CallCell, CallsAnswer
from analyses.questions.challenges import CallerCounts, ChallengesAnswer
from analyses.rollouts.cells import Average, Averages, ChoiceCell, CountLimit, Naive
from tongits_sim.run.answers import Estimate

HEAD: dict[str, Any] = {
    "command": "analyze",
    "rules": "pagat",
    "players": ("greedy",) * 3,
    "games": 1000,
    "seed": 1,
    "forks": 500,
    "min_forks": 100,
}
AVERAGES = Averages(
    all=Average(1.0, (0.9, 1.1), 10),
    chose_yes=Average(-0.5, (-0.6, -0.4), 4),
    chose_no=Average(None, None, 0),
    naive=Naive(2.0, (1.9, 2.1)),
)


def bins(counts: tuple[int, ...], at: int) -> dict[str, Any]:
    """A bin of own counts as coordinates."""
    return {"own_count": counts[at], "own_count_to": counts[at + 1] - 1 if at + 1 < len(counts) else None}


def choice(value: float, resolved: bool = True, n: int = 500, **at: Any) -> ChoiceCell:
    """A cell with a difference known to within 0.1."""
    ends = (value - 0.1, value + 0.1)
    return ChoiceCell(at=at, n=n, ev_diff=Estimate(value, ends), p_bh=0.001 if resolved else 0.5, resolved=resolved)


def calls(values: tuple[float, ...], resolved: tuple[bool, ...] = (), **threshold: Any) -> CallsAnswer:
    """An answer with a column of counts 0-9, 10-19, ... at 12 and more cards in the stock, nobody open, and a threshold
    at 15.
    """
    edges = tuple(range(0, 10 * len(values), 10))
    cells = tuple(
        CallCell(
            at=bins(edges, at) | {"stock_left": 12, "stock_left_to": None, "opponents_open": 0},
            n=500,
            ev_diff=Estimate(value, (value - 0.1, value + 0.1)),
            p_bh=0.001,
            resolved=(resolved or (True,) * len(values))[at],
        )
        for at, value in enumerate(values)
    )
    row: dict[str, Any] = {"count": 19, "low": 17, "high": 21, "n": 900, "pooled": False, "always": False}
    row |= {"bot": 25, "gain": 1.0, "count_from": 30, "gain_from": 0.5}
    row["at"] = {"stock_left": 15, "opponents_open": 0}
    return CallsAnswer(
        question="calls",
        **HEAD,
        cells=cells,
        averages=AVERAGES,
        averages_best_wait=AVERAGES,
        thresholds=(CountLimit(**(row | threshold)),),
    )


def challenges(values: tuple[float, ...], **threshold: Any) -> ChallengesAnswer:
    """An answer with a column of counts 0-9, 10-19, ... against a caller with 3 cards, in each of two stocks."""
    edges = tuple(range(0, 10 * len(values), 10))
    cells = tuple(
        choice(value, **bins(edges, at), caller_cards=3, stock_left=stock)
        for at, value in enumerate(values)
        for stock in (0, 1)
    )
    row: dict[str, Any] = {"count": 19, "low": 17, "high": 21, "n": 900, "pooled": False, "always": False}
    row |= {"gain": 1.0, "gain_from": 0.5}
    whole: dict[str, Any] = {"bluff": Estimate(0.3, (0.2, 0.4)), "highest": Estimate(0.1, (0.05, 0.2))}
    return ChallengesAnswer(
        question="challenges",
        **HEAD,
        cells=cells,
        averages=AVERAGES,
        thresholds=(CountLimit(at={"caller_cards": 3}, bot=-1, **(row | threshold)),),
        break_even=(CountLimit(at={"caller_cards": 3, "stock_left": 0}, **(row | threshold)),),
        bluffs=(CallerCounts(at={"caller_cards": None, "caller_cards_to": None}, n=500, **whole),),
    )


def verdicts(cells: tuple[tuple[str | None, float, bool], ...]) -> CallsAnswer:
    """An answer against `trained`: verdict, difference and bluff of counts 0-9, 10-19, ... at 12 and more cards in the
    stock, both opponents open.
    """
    edges = tuple(range(0, 10 * len(cells), 10))
    rows = tuple(
        CallCell(
            at=bins(edges, at) | {"stock_left": 12, "stock_left_to": None, "opponents_open": 2},
            n=500 if verdict else 5,
            ev_diff=Estimate(value, (value - 0.1, value + 0.1)),
            p_bh=0.001,
            resolved=verdict in ("call", "wait"),
            share_yes=0.5,
            ev_yes=Estimate(value / 2, (value / 2 - 0.1, value / 2 + 0.1)),
            ev_no=Estimate(-value / 2, (-value / 2 - 0.1, -value / 2 + 0.1)),
            verdict=verdict,
            fought=Estimate(0.25, (0.2, 0.3)),
            ev_fought=-3.0 if bluff else 1.0,
            bluff=bluff,
        )
        for at, (verdict, value, bluff) in enumerate(cells)
    )
    head = HEAD | {"players": ("trained",) * 3}
    return CallsAnswer(question="calls", **head, cells=rows, averages=AVERAGES, against="trained", same=0.1)
