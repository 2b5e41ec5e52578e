"""How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?

Time is counted in the player's own turns. A player without a meld on the table leaves this state in one of four ways:
the player lays a meld, is burned, wins from the hand, or is spared. The shares are observed, not forced. So "with a
good hand" and "after three turns without a meld" compare different games, not different decisions.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyses import figures
from analyses.answers.shared import QuestionAnswer
from analyses.presentation import Finding, Screen, Table, columns, earned, paid, seated, share
from analyses.question import Inquiry, Question, ReportSettings
from tongits_sim.run.answers import Answer, Estimate, RunFacts, mean_of
from tongits_sim.run.numbers import amount, bar, percent
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from tongits_sim.experiments.census import CensusEstimates
    from tongits_sim.stats import Interval


# --- the answer ---


@dataclass(frozen=True)
class Deal(Answer):
    """How many dealt hands of one size hold a meld."""

    cards: int  # of the hand, 12 or 13
    hands: int  # how many were dealt
    share: Estimate  # share of the hands with a meld
    exact: float | None  # the exact probability; None with jokers or with other runs
    z: float | None  # distance of `share` from `exact` in standard errors; None if `exact` is None or nothing varied


@dataclass(frozen=True)
class ClockRow(Answer):
    """A group of players after one own turn. The first four shares and `waiting` add up to 1."""

    kind: str  # of group: all, bot, melds, deadwood, cards (as dealt), bot melds
    group: str  # its label; empty for all
    turn: int  # own turn, 0 as dealt
    opened: Estimate  # share with an own meld on the table
    burned: Estimate  # share burned so far
    won: Estimate  # share that won from the hand
    spared: Estimate  # share saved by a secret or a sapaw, or by a game without a winner
    waiting: float  # share still in the game without a meld
    without_meld: int  # players without a meld after the turn
    burned_in_the_end: Estimate  # share of these players who end burned; unknown without players


@dataclass(frozen=True)
class GroupRow(Answer):
    """A group of players."""

    # kind, group: as in `ClockRow`
    kind: str
    group: str
    players: int  # how many, three a game
    share: float  # of all players
    burned: Estimate  # share of their games in which they are burned
    cost: Estimate  # units a game paid for being burned
    opened_in_first_turn: Estimate  # share with an own meld on the table after one own turn
    opened_ever: float  # share that ever has an own meld on the table


@dataclass(frozen=True)
class BurnedBot(Answer):
    """All players ("all"), or one bot."""

    player: str  # label
    burned: Estimate  # share of games
    burned_of_losses: Estimate  # share of the games lost
    # paid, received, net: payments for being burned, units a game
    paid: Estimate
    received: Estimate
    net: Estimate
    # loss_burned, loss_other: payout, units, of a game lost burned, and of one lost otherwise
    loss_burned: Estimate
    loss_other: Estimate
    games: int  # games of the bot, one for each of its seats
    losses: int  # games lost


@dataclass(frozen=True, kw_only=True)
class SunogAnswer(QuestionAnswer):
    """The answer about sunog."""

    games_played: int  # games dealt
    extra: float  # the extra payment of a burned loser, units
    deals: tuple[Deal, ...]  # hands with a meld as dealt, beside the exact probability
    cells: tuple[ClockRow, ...]  # the burn clock, by group and own turn
    groups: tuple[GroupRow, ...]  # by bot and by the hand as dealt
    by_bot: tuple[BurnedBot, ...]  # all players, then each bot if the bots differ
    method: Mapping[str, str]  # how it was estimated


# --- the games ---


def ask(inquiry: Inquiry) -> SunogAnswer:
    """Play a census of games, and estimate when players lay their first meld and what being burned costs."""
    from tongits_sim.experiments.census import CensusEstimates, CensusJob

    census = CensusJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed)
    run = inquiry.run_options.run(census)
    counted = CensusEstimates(census, run.totals)
    last = last_turn(counted)
    groups = _groups(counted)
    return SunogAnswer(
        **inquiry.head(SUNOG),
        games_played=counted.games,
        extra=inquiry.rules.pay.sunog_extra,
        deals=deals(counted),
        cells=tuple(row for group, kind, label in groups for row in _clock_rows(counted, group, kind, label, last)),
        groups=tuple(_group(counted, group, kind, label) for group, kind, label in groups),
        by_bot=_bot_rows(counted),
        method=_method(),
        run=RunFacts(run.workers, run.elapsed),
    )


def last_turn(counted: CensusEstimates) -> int:
    """The last own turn that ended a player's time without a meld."""
    import numpy as np

    return int(np.flatnonzero(counted.totals["events"][0].sum(axis=0)).max(initial=0))


def deals(counted: CensusEstimates) -> tuple[Deal, ...]:
    """How many dealt hands hold a meld, and the exact probability if it is known (52 cards, ace low)."""

    from tongits_sim.experiments.selfcheck import TABLE
    from tongits_sim.stats import clustered_share, wilson_interval

    n, thirteen, twelve, squares = (int(count) for count in counted.totals["dealt"])
    exact = next(row for row in TABLE if row.name == "P(a meld)")
    rules = counted.census.rules
    holds = rules.jokers.count == 0 and rules.melds.ace_runs == "low"
    rows = []
    for cards, hands, with_meld, sum_of_squares, probability in (
        (12, 2, twelve, squares, exact.of_12),
        (13, 1, thirteen, thirteen, exact.of_13),
    ):
        share = with_meld / (hands * n)
        se = math.sqrt(max(sum_of_squares / n - (hands * share) * (hands * share), 0.0) / n) / hands
        if hands == 1:
            limits = wilson_interval(with_meld, n)
        else:
            limits = clustered_share(n, 2 * n, with_meld, 4 * n, 2 * with_meld, sum_of_squares)
        rows.append(
            Deal(
                cards=cards,
                hands=hands * n,
                share=Estimate(share, (float(limits.low), float(limits.high))),
                exact=probability if holds else None,
                z=(share - probability) / se if holds and se > 0 else None,
            )
        )
    return tuple(rows)


def _groups(counted: CensusEstimates) -> list[tuple[str, str, str]]:
    """The groups with players: name, kind, label. There are groups by bot only if bots differ.

    Kinds are `all`, `bot`, `melds` (dealt), `deadwood` (dealt), `cards` (dealt), `bot melds` (label `BOT: MELDS`).
    """
    from tongits_sim.experiments.census_kernel import GROUPS

    labels = counted.census.job.labels
    alike = len(set(counted.census.table)) == 1
    occupied = []
    for group in GROUPS:
        kind, _, label = group.partition(" ")
        if kind in ("12", "13"):
            kind, label = "cards", kind
        elif kind == "bot":
            slot, _, melds = label.partition(" melds ")
            kind, label = ("bot melds", f"{labels[int(slot)]}: {melds}") if melds else ("bot", labels[int(slot)])
        if counted.players_of(group) and not (alike and kind.startswith("bot")):
            occupied.append((group, kind, label))
    return occupied


def _clock_rows(counted: CensusEstimates, group: str, kind: str, label: str, last: int) -> list[ClockRow]:
    from tongits_sim.experiments.census_kernel import CAUSES
    from tongits_sim.experiments.match_rows import estimates

    shares = {cause: estimates(counted.incidence(group, cause)) for cause in CAUSES}
    later = estimates(counted.burned_later(group))
    still = counted.totals["still"][_number(group), :, 0]
    rows = []
    for turn in range(last + 1):
        without = int(still[turn])
        rows.append(
            ClockRow(
                kind=kind,
                group=label,
                turn=turn,
                **{cause: by_turn[turn] for cause, by_turn in shares.items()},
                # rounding of four shares must not make this negative
                waiting=max(0.0, 1 - math.fsum(by_turn[turn].mean or 0.0 for by_turn in shares.values())),
                without_meld=without,
                burned_in_the_end=later[turn] if without else Estimate(None),
            )
        )
    return rows


def _number(group: str) -> int:
    from tongits_sim.experiments.census_kernel import GROUPS

    return GROUPS.index(group)


def _group(counted: CensusEstimates, group: str, kind: str, label: str) -> GroupRow:
    from tongits_sim.experiments.match_rows import estimates

    opened = counted.incidence(group, "opened")
    players = counted.players_of(group)
    return GroupRow(
        kind=kind,
        group=label,
        players=players,
        share=players / (3 * counted.games),
        burned=Estimate.of(counted.burned(group)),
        cost=Estimate.of(_without_idle_limits(counted.burn_cost(group))),
        opened_in_first_turn=estimates(opened)[1],
        opened_ever=float(opened.estimate[-1]),
    )


def _without_idle_limits(amount: Interval) -> Interval:
    """An amount without limits if it was never paid, because then its variation is unknown."""
    return amount if amount.se != 0 else amount._replace(low=math.nan, high=math.nan)


def _bot_rows(counted: CensusEstimates) -> tuple[BurnedBot, ...]:
    """All players together, then each bot: how often burned, share of the losses, units paid and received."""
    labels = counted.census.job.labels
    slots: dict[str, tuple[int, ...]] = {"all": (0, 1, 2)}
    for slot, label in enumerate(labels):
        if len(set(labels)) > 1:
            slots[label] = (*slots.get(label, ()), slot)
    return tuple(_bot(counted, label, mine) for label, mine in slots.items())


def _bot(counted: CensusEstimates, label: str, slots: tuple[int, ...]) -> BurnedBot:
    def columns(name: str, weight: int = 1) -> dict[str, int]:
        return {f"{name}_{slot}": weight for slot in slots}

    # Every slot plays every game, so a bot has as many players a game as slots.
    games = {"games": len(slots)}
    paid = columns("sunog_paid")
    won = columns("sunog_won")
    lost = columns("lost")
    others = lost | columns("burned", -1)
    return BurnedBot(
        player=label,
        burned=Estimate.of(counted.share(columns("burned"), games)),
        burned_of_losses=Estimate.of(counted.share(columns("burned"), lost)),
        paid=Estimate.of(_without_idle_limits(counted.money(paid, games))),
        received=Estimate.of(_without_idle_limits(counted.money(won, games))),
        net=Estimate.of(counted.money(won | columns("sunog_paid", -1), games)),
        loss_burned=Estimate.of(counted.money(columns("lost_burned"), columns("burned"))),
        loss_other=Estimate.of(counted.money(columns("lost_other"), others)),
        games=counted.games * len(slots),
        losses=counted.sum(lost),
    )


def _method() -> dict[str, str]:
    return {
        "unit": "The game. Players of one game depend on each other; the intervals allow for it.",
        "estimator": "Cumulative incidence with competing endings (Aalen-Johansen). Every game is played to its end, "
        "so nobody is censored and the estimate is the plain share; Wilson limits with the design effect of games.",
        "forked": "No: observed frequencies, not effects. Hands that wait differ from hands that lay at once.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "None is claimed; limits hold one at a time.",
    }


# --- words ---

FEWEST = 100
"""Fewer players show no share."""
_TURNS = 4  # on the first screen


def _clock(answer: SunogAnswer, kind: str = "all") -> list[ClockRow]:
    return [row for row in answer.cells if row.kind == kind and row.turn]


def short(answer: SunogAnswer) -> str:
    text = f"A player is burned in {share(answer.by_bot[0].burned)} of games."
    none = next((row for row in answer.groups if (row.kind, row.group) == ("melds", "0")), None)
    if none is None or none.players < FEWEST or _overlap(none.burned, answer.by_bot[0].burned):
        return text
    return f"{text} With no meld in the cards dealt it is {share(none.burned)}."


def _overlap(first: Estimate, second: Estimate) -> bool:
    """Whether two shares may be the same."""
    return (
        first.ci95 is None
        or second.ci95 is None
        or (first.ci95[0] <= second.ci95[1] and second.ci95[0] <= first.ci95[1])
    )


def screen(answer: SunogAnswer) -> Screen:
    rows = [row for row in _clock(answer) if row.without_meld >= FEWEST][:_TURNS]
    shown: dict[str, Callable[[ClockRow], str]] = {
        "after your turn": lambda row: str(row.turn),
        "you have a meld down": lambda row: share(row.opened),
        "with none: burned": lambda row: share(row.burned_in_the_end),
        "": lambda row: bar(row.burned_in_the_end.mean or 0.0, 20),
    }
    total = answer.by_bot[0]
    more = "1 unit" if answer.extra == 1 else f"{answer.extra:g} units"
    cost = f"A burned loser pays {more} more: {paid(total.paid)} a game on average." if answer.extra else ""
    notes = [
        cost or "Under these rules being burned costs nothing more.",
        "Seen, not caused: whether to wait is answered by tongits analyze lay",
        "By hand dealt, by player: --full",
    ]
    heading = f"{answer.rules} · {seated(answer.players)} · {answer.games_played:,} games · seed {answer.seed}"
    return Screen(heading, short(answer), [columns("clock", "", rows, shown)], notes)


def tables(answer: SunogAnswer) -> list[Table]:
    return [
        columns("clock", "A meld on the table, or burned", _clock(answer), _CLOCK),
        columns("bots", "By player", answer.by_bot, _BOTS),
        columns("hands", "By the hand dealt", [row for row in answer.groups if row.kind in _KINDS], _HANDS),
        columns("deals", "Hands that hold a meld before any play", answer.deals, _DEALS),
    ]


_KINDS = {
    "melds": "melds dealt: ",
    "deadwood": "points outside melds: ",
    "cards": "cards dealt: ",
    "bot melds": "melds dealt: ",
}


def _burned_in_the_end(row: ClockRow) -> str:
    return share(row.burned_in_the_end) if row.without_meld >= FEWEST else "too few"


def _exact(row: Deal) -> str:
    return "not known" if row.exact is None else f"{100 * row.exact:.2f} %"


_CLOCK: dict[str, Callable[[ClockRow], str]] = {
    "after own turn": lambda row: str(row.turn),
    "has a meld": lambda row: share(row.opened),
    "none yet": lambda row: percent(row.waiting),
    "burned": lambda row: share(row.burned),
    "won or spared": lambda row: percent(mean_of(row.won) + mean_of(row.spared)),
    "burned in the end": _burned_in_the_end,
}
_BOTS: dict[str, Callable[[BurnedBot], str]] = {
    "player": lambda row: row.player,
    "burned": lambda row: share(row.burned),
    "of losses": lambda row: share(row.burned_of_losses),
    "net a game": lambda row: earned(row.net),
    "a loss if burned": lambda row: earned(row.loss_burned),
    "other losses": lambda row: earned(row.loss_other),
}
_HANDS: dict[str, Callable[[GroupRow], str]] = {
    "hand": lambda row: f"{_KINDS[row.kind]}{row.group}",
    "of hands": lambda row: percent(row.share),
    "open after a turn": lambda row: share(row.opened_in_first_turn),
    "burned": lambda row: share(row.burned),
    "costs a game": lambda row: paid(row.cost),
}
_DEALS: dict[str, Callable[[Deal], str]] = {
    "cards": lambda row: str(row.cards),
    "hands": lambda row: f"{row.hands:,}",
    "with a meld": lambda row: f"{100 * mean_of(row.share):.2f} %",
    "exact": _exact,
    "z": lambda row: amount(row.z, 1),
}


def about(answer: SunogAnswer) -> list[str]:
    return list(answer.method.values())


def findings(answer: SunogAnswer) -> list[Finding]:
    """How often players without a meld end up burned."""
    rows = [
        figures.Row.of(f"after turn {row.turn}", row.burned_in_the_end, 100)
        for row in _clock(answer)
        if row.without_meld >= FEWEST and row.burned_in_the_end.mean is not None
    ]
    text = "Burned in the end if still without a meld on the table; lines: 95 % intervals."
    return [Finding("danger", "Who gets burned?", text, figures.Intervals(rows, "% burned in the end", signed=False))]


def width(answer: SunogAnswer) -> float | None:
    """The interval of how often a player is burned, percentage points."""
    return widest([answer.by_bot[0].burned], 100.0)


SUNOG = Question(
    name="sunog",
    asks="How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?",
    games=100_000,
    ask=ask,
    width=width,
    answer=SunogAnswer,
    players="trained,trained,trained",
    example="--rules pagat --players greedy,caller,hunter",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=30,
    on_page=ReportSettings(60_000),
)
