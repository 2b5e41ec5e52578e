"""How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?

The clock runs in own turns. A player without a meld on the table leaves that state in one of four ways: they lay one,
are burned, win from the hand, or are spared. The frequencies are observed, not forced, so "with a good hand" and "after
three turns without a meld" compare different games, not different decisions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analyses.answers.sunog import BurnedBot, ClockRow, Deal, GroupRow, SunogAnswer
from analyses.question import Inquiry, Question

if TYPE_CHECKING:
    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.stats import Interval


def ask(inquiry: Inquiry) -> SunogAnswer:
    """Play the games and count."""
    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.census.job import CensusJob

    census = CensusJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed)
    run = inquiry.how.run(census)
    counted = CensusEstimates(census, run.totals)
    last = last_turn(counted)
    groups = _groups(counted)
    return SunogAnswer(
        **inquiry.head(SUNOG),
        games_played=counted.games,
        extra=inquiry.rules.pay.sunog_extra,
        deals=deals(counted),
        cells=tuple(row for group, kind, label in groups for row in _clock(counted, group, kind, label, last)),
        groups=tuple(_group(counted, group, kind, label) for group, kind, label in groups),
        by_bot=_bots(counted),
        method=_method(),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def last_turn(counted: CensusEstimates) -> int:
    """The last own turn in which anybody's time without a meld ended."""
    import numpy as np

    return int(np.flatnonzero(counted.totals["events"][0].sum(axis=0)).max(initial=0))


def deals(counted: CensusEstimates) -> tuple[Deal, ...]:
    """How many dealt hands hold a meld, and the exact probability where it is known (52 cards, ace low)."""
    import math

    from tongits_sim.run.answers import Estimate
    from tongits_sim.selfcheck import TABLE
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
    """The groups that somebody was in: name, kind, label; bots only where they differ.

    Kinds are `all`, `bot`, `melds` (dealt), `deadwood` (dealt), `cards` (dealt), `bot melds` (label `BOT: MELDS`).
    """
    from tongits_sim.designs.census.layout import GROUPS

    labels, alike = counted.census.job.labels, len(set(counted.census.table)) == 1
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


def _clock(counted: CensusEstimates, group: str, kind: str, label: str, last: int) -> list[ClockRow]:
    from tongits_sim.designs.census.layout import CAUSES
    from tongits_sim.designs.rows import estimates
    from tongits_sim.run.answers import Estimate

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
                **{cause: each[turn] for cause, each in shares.items()},
                # Rounding of four shares must not leave less than nobody.
                waiting=max(0.0, 1 - sum(each[turn].mean or 0.0 for each in shares.values())),
                without_meld=without,
                burned_in_the_end=later[turn] if without else Estimate(None),
            )
        )
    return rows


def _number(group: str) -> int:
    from tongits_sim.designs.census.layout import GROUPS

    return GROUPS.index(group)


def _group(counted: CensusEstimates, group: str, kind: str, label: str) -> GroupRow:
    from tongits_sim.designs.rows import estimate

    opened, players = counted.incidence(group, "opened"), counted.players_of(group)
    return GroupRow(
        kind=kind,
        group=label,
        players=players,
        share=players / (3 * counted.games),
        burned=estimate(counted.burned(group)),
        cost=estimate(_seen(counted.burn_cost(group))),
        opened_in_first_turn=estimate(opened, 1),
        opened_ever=float(opened.estimate[-1]),
    )


def _seen(amount: Interval) -> Interval:
    """An amount without limits where it was never paid: that says nothing of how it varies."""
    return amount if amount.se != 0 else amount._replace(low=math.nan, high=math.nan)


def _bots(counted: CensusEstimates) -> tuple[BurnedBot, ...]:
    """All players together, then each bot: how often burned, in what share of the losses, units paid and received."""
    labels = counted.census.job.labels
    slots: dict[str, tuple[int, ...]] = {"all": (0, 1, 2)}
    for slot, label in enumerate(labels):
        if len(set(labels)) > 1:
            slots[label] = (*slots.get(label, ()), slot)
    return tuple(_bot(counted, label, mine) for label, mine in slots.items())


def _bot(counted: CensusEstimates, label: str, slots: tuple[int, ...]) -> BurnedBot:
    from tongits_sim.designs.rows import estimate

    def columns(name: str, weight: int = 1) -> dict[str, int]:
        return {f"{name}_{slot}": weight for slot in slots}

    # Every slot plays every game: so many players a game.
    games = {"games": len(slots)}
    paid, won, lost = columns("sunog_paid"), columns("sunog_won"), columns("lost")
    others = lost | columns("burned", -1)
    return BurnedBot(
        player=label,
        burned=estimate(counted.share(columns("burned"), games)),
        burned_of_losses=estimate(counted.share(columns("burned"), lost)),
        paid=estimate(_seen(counted.money(paid, games))),
        received=estimate(_seen(counted.money(won, games))),
        net=estimate(counted.money(won | columns("sunog_paid", -1), games)),
        loss_burned=estimate(counted.money(columns("lost_burned"), columns("burned"))),
        loss_other=estimate(counted.money(columns("lost_other"), others)),
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


SUNOG = Question(
    name="sunog",
    asks="How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?",
    games=500_000,
    ask=ask,
    answer=SunogAnswer,
    example="--rules pagat --players greedy,caller,hunter",
)
