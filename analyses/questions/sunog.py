"""How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?

The clock runs in own turns. A player without a meld on the table leaves that state in one of four ways: they lay one,
are burned, win from the hand, or are spared. The frequencies are observed, not forced, so "with a good hand" and "after
three turns without a meld" compare different games, not different decisions.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from analyses.answers.shared import QuestionAnswer
from analyses.figures import INKS, blank, legend_above, name
from analyses.question import Inquiry, OnPage, Question
from analyses.words import Advice, Finding, Table, players
from tongits_sim.run.answers import Answer, Estimate, value
from tongits_sim.run.numbers import amount, digits_of, known, per_cent, percent, percent_known

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tongits_sim.experiments.census import CensusEstimates
    from tongits_sim.run.answers import Limits
    from tongits_sim.stats import Interval


# --- the answer ---


@dataclass(frozen=True)
class Deal(Answer):
    """How many dealt hands of one size hold a meld.

    Attributes:
        cards: of the hand, 12 or 13.
        hands: how many were dealt.
        share: of them with a meld.
        exact: the probability; None where it is not known (jokers, other runs).
        z: standard errors between the two; None where the probability is not known or nothing varied.
    """

    cards: int
    hands: int
    share: Estimate
    exact: float | None
    z: float | None


@dataclass(frozen=True)
class ClockRow(Answer):
    """A group of players after one own turn. The first four shares and `waiting` add up to 1.

    Attributes:
        kind: of group: all, bot, melds, deadwood, cards (as dealt), bot melds.
        group: its label; empty for all.
        turn: own turn, 0 as dealt.
        opened: share with an own meld on the table.
        burned: share of those burned so far.
        won: share of those who have won from the hand.
        spared: share of those saved by a secret or a sapaw, or by a game without a winner.
        waiting: share still in the game without a meld.
        without_meld: players without a meld after the turn.
        burned_in_the_end: share of those who end burned; unknown where there are none.
    """

    kind: str
    group: str
    turn: int
    opened: Estimate
    burned: Estimate
    won: Estimate
    spared: Estimate
    waiting: float
    without_meld: int
    burned_in_the_end: Estimate


@dataclass(frozen=True)
class GroupRow(Answer):
    """A group of players.

    Attributes:
        kind, group: as in `ClockRow`.
        players: how many, three a game.
        share: of all players.
        burned: share of their games in which they are burned.
        cost: units a game paid for being burned.
        opened_in_first_turn: share with an own meld on the table after one own turn.
        opened_ever: share that ever has one.
    """

    kind: str
    group: str
    players: int
    share: float
    burned: Estimate
    cost: Estimate
    opened_in_first_turn: Estimate
    opened_ever: float


@dataclass(frozen=True)
class BurnedBot(Answer):
    """All players ("all"), or one bot.

    Attributes:
        player: label.
        burned: share of games.
        burned_of_losses: share of the games lost.
        paid, received, net: payments for being burned, units a game.
        loss_burned, loss_other: payout, units, of a game lost burned, and of one lost otherwise.
        games: how many the bot played, one for every seat it had.
        losses: games lost.
    """

    player: str
    burned: Estimate
    burned_of_losses: Estimate
    paid: Estimate
    received: Estimate
    net: Estimate
    loss_burned: Estimate
    loss_other: Estimate
    games: int
    losses: int


@dataclass(frozen=True, kw_only=True)
class SunogAnswer(QuestionAnswer):
    """The answer about sunog.

    Attributes:
        games_played: games dealt.
        extra: the extra payment of a burned loser, units.
        deals: hands with a meld as dealt, beside the exact probability.
        cells: the burn clock, by group and own turn.
        groups: by bot and by the hand as dealt.
        by_bot: all players, then each bot where they differ.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    games_played: int
    extra: float
    deals: tuple[Deal, ...]
    cells: tuple[ClockRow, ...]
    groups: tuple[GroupRow, ...]
    by_bot: tuple[BurnedBot, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0


# --- the games ---


def ask(inquiry: Inquiry) -> SunogAnswer:
    """Play the games and count."""
    from tongits_sim.experiments.census import CensusEstimates, CensusJob

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
        cells=tuple(row for group, kind, label in groups for row in _clock_rows(counted, group, kind, label, last)),
        groups=tuple(_group(counted, group, kind, label) for group, kind, label in groups),
        by_bot=_bot_rows(counted),
        method=_method(),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def last_turn(counted: CensusEstimates) -> int:
    """The last own turn that ended a player's time without a meld."""
    import numpy as np

    return int(np.flatnonzero(counted.totals["events"][0].sum(axis=0)).max(initial=0))


def deals(counted: CensusEstimates) -> tuple[Deal, ...]:
    """How many dealt hands hold a meld, and the exact probability where it is known (52 cards, ace low)."""

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
    """The groups with players: name, kind, label; bots only where they differ.

    Kinds are `all`, `bot`, `melds` (dealt), `deadwood` (dealt), `cards` (dealt), `bot melds` (label `BOT: MELDS`).
    """
    from tongits_sim.experiments.census_kernel import GROUPS

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
                **{cause: each[turn] for cause, each in shares.items()},
                # Rounding of four shares must not leave less than nobody.
                waiting=max(0.0, 1 - math.fsum(each[turn].mean or 0.0 for each in shares.values())),
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

    opened, players = counted.incidence(group, "opened"), counted.players_of(group)
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
    """An amount without limits where it was never paid: that says nothing of how it varies."""
    return amount if amount.se != 0 else amount._replace(low=math.nan, high=math.nan)


def _bot_rows(counted: CensusEstimates) -> tuple[BurnedBot, ...]:
    """All players together, then each bot: how often burned, in what share of the losses, units paid and received."""
    labels = counted.census.job.labels
    slots: dict[str, tuple[int, ...]] = {"all": (0, 1, 2)}
    for slot, label in enumerate(labels):
        if len(set(labels)) > 1:
            slots[label] = (*slots.get(label, ()), slot)
    return tuple(_bot(counted, label, mine) for label, mine in slots.items())


def _bot(counted: CensusEstimates, label: str, slots: tuple[int, ...]) -> BurnedBot:
    def columns(name: str, weight: int = 1) -> dict[str, int]:
        return {f"{name}_{slot}": weight for slot in slots}

    # Every slot plays every game: so many players a game.
    games = {"games": len(slots)}
    paid, won, lost = columns("sunog_paid"), columns("sunog_won"), columns("lost")
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


# --- words and tables ---


def headline(answer: SunogAnswer) -> str:
    """How often players are burned, the share of their losses, and the cost."""
    total = answer.by_bot[0]
    ends = " to ".join(percent_known(each, total.burned.ci95) for each in total.burned.ci95 or ())
    limits = f" (95 % interval {ends})" if ends else ""
    text = (
        f"At a table of {players(answer)}, a player is burned (sunog) in {_share(total.burned)} of their "
        f"games{limits}: {_share(total.burned_of_losses)} of all losses."
    )
    if not answer.extra:
        return f"{text} Under these rules it costs nothing extra."
    return f"{text} It costs them {_money(total.paid)} units a game."


def advice(answer: SunogAnswer) -> list[Advice]:
    """The risk of having no meld on the table."""
    total = answer.by_bot[0]
    rows = [row for row in answer.cells if row.kind == "all" and row.turn and row.without_meld >= FEWEST]
    likely = next((row for row in rows if value(row.burned_in_the_end) > 0.5), rows[-1] if rows else None)
    text = f"Among {players(answer)}, a player is burned (sunog) in {percent(total.burned.mean, 0)} of their games."
    limits = per_cent(value(total.burned), total.burned.ci95)
    sure = f"Burned in {limits} of all games."
    if likely is not None:
        text += (
            f" A player who still has no meld on the table after {_turns(likely.turn)} is burned in "
            f"{percent(likely.burned_in_the_end.mean, 0)} of the cases."
        )
        later = per_cent(value(likely.burned_in_the_end), likely.burned_in_the_end.ci95)
        sure = f"Overall {limits}; without a meld after {_turns(likely.turn)} {later}."
    cost = (
        f" It costs {answer.extra:g} unit{'' if answer.extra == 1 else 's'} each time."
        if answer.extra
        else " Under these rules it costs nothing extra."
    )
    return [
        Advice(
            "How soon must I lay a meld?",
            text + cost,
            f"{sure} These are observed frequencies, not effects of laying: hands that wait differ from others.",
        )
    ]


def _turns(turn: int) -> str:
    return "their first turn" if turn == 1 else f"{turn} turns"


def sentences(answer: SunogAnswer) -> list[str]:
    """By bot, by turn, in money, and what the numbers do not show."""
    bots = answer.by_bot[1:]
    parts = []
    if bots:
        shares = [f"{row.player} {_share(row.burned)}" for row in bots]
        parts.append(f"That is the mean of the three bots; by bot: {', '.join(shares)}.")
    parts += [_by_turn(answer), _in_money(answer), _as_dealt(answer)]
    parts.append(
        "These are observed frequencies: games in which a player waits differ from games in which they lay at once. "
        "The effect of waiting is estimated by paired rollouts, in tongits analyze lay."
    )
    return [text for text in parts if text]


def _by_turn(answer: SunogAnswer) -> str:
    rows = {row.turn: row for row in answer.cells if row.kind == "all"}
    first, third = rows.get(1), rows.get(3)
    if first is None:
        return ""
    text = f"After their first turn {_share(first.opened)} of these players have a meld on the table"
    if third is None or third.without_meld < FEWEST:
        return f"{text}."
    return (
        f"{text}, after the third {_share(third.opened)}. Of those without one after the third, "
        f"{_share(third.burned_in_the_end)} end up burned."
    )


def _in_money(answer: SunogAnswer) -> str:
    total = answer.by_bot[0]
    if total.loss_burned.mean is None or total.loss_other.mean is None or not answer.extra:
        return ""
    return (
        f"A burned loser pays {answer.extra:g} more, whatever the ending. In total a loser pays "
        f"{_money(total.loss_burned)} units in such a game, and {_money(total.loss_other)} in other lost games."
    )


def _as_dealt(answer: SunogAnswer) -> str:
    parts = []
    for row in answer.deals:
        exact = "" if row.exact is None else f" (exact: {100 * row.exact:.2f} %, z = {amount(row.z, 1)})"
        parts.append(f"{100 * value(row.share):.2f} % of hands of {row.cards} cards{exact}")
    return f"Before any play, {' and '.join(parts)} hold a meld."


def tables(answer: SunogAnswer) -> list[Table]:
    """The clock, the bots, the hands, the check of the deal."""
    return [_clock(answer), _bots(answer), _hands(answer), _deals(answer)]


def _clock(answer: SunogAnswer) -> Table:
    rows = [_clock_row(row) for row in answer.cells if row.kind == "all"]
    note = (
        "Per cent of all players; ± is half a 95 % interval. Won: without a meld on the table; spared: saved by a "
        "secret or a sapaw, or nobody won. Last column: of the players who had that turn and still have no meld; "
        f"unresolved below {FEWEST} players."
    )
    headings = ["After own turn", "Has a meld", "None yet", "Burned", "Won or spared", "Burned in the end"]
    return Table("clock", "The burn clock: a meld on the table, or burned", headings, rows, note=note)


def _clock_row(row: ClockRow) -> list[str]:
    later = "unresolved" if row.without_meld < FEWEST else _plus(row.burned_in_the_end)
    ended = f"{100 * (value(row.won) + value(row.spared)):.1f}"
    return [str(row.turn), _plus(row.opened), f"{100 * row.waiting:.1f}", _plus(row.burned), ended, later]


def _bots(answer: SunogAnswer) -> Table:
    rows = [_bot_row(row) for row in answer.by_bot]
    headings = ["Player", "Burned, %", "Of losses, %", "Net a game", "Loss if burned", "Other losses"]
    note = (
        "Net: payments for being burned, received minus paid, units a game. Losses: units per game lost, burned and "
        "not burned; the hands differ, so the difference between the two is not only the price of being burned."
    )
    return Table("bots", "How often each bot is burned, and what it costs", headings, rows, note=note)


def _bot_row(row: BurnedBot) -> list[str]:
    money = [known(each.mean, each.ci95) for each in (row.net, row.loss_burned, row.loss_other)]
    return [row.player, _plus(row.burned), _plus(row.burned_of_losses), *money]


def _hands(answer: SunogAnswer) -> Table:
    names = {"melds": "melds dealt", "deadwood": "least deadwood dealt", "cards": "cards dealt", "bot melds": "melds"}
    rows = []
    for row in answer.groups:
        if row.kind in names:
            kind = names[row.kind]
            what = f"{row.group} {kind.replace('melds', 'meld') if row.group.endswith('1') else kind}"
            if row.kind == "deadwood":
                what = f"deadwood {row.group}"
            cost = f"{_money(row.cost)} ± {row.cost.half_width or 0:.3f}"
            rows.append([what, f"{100 * row.share:.1f}", _plus(row.opened_in_first_turn), _plus(row.burned), cost])
    headings = ["Dealt hand", "Of hands, %", "Meld in turn 1, %", "Burned, %", "Cost a game"]
    note = "Cost: units a game paid for being burned. Deadwood: fewest points outside melds."
    return Table("hands", "By the dealt hand", headings, rows, note=note)


def _deals(answer: SunogAnswer) -> Table:
    rows = []
    for row in answer.deals:
        exact, z = ("not known", "") if row.exact is None else (f"{100 * row.exact:.4f}", amount(row.z, 2))
        rows.append([str(row.cards), f"{row.hands:,}", f"{100 * value(row.share):.4f}", exact, z])
    note = "z: standard errors between share and exact value; the two hands of 12 of a deal count as one observation."
    headings = ["Cards", "Hands", "With a meld, %", "Exact, %", "z"]
    return Table("deals", "Before any play: hands that hold a meld", headings, rows, note=note)


def findings(answer: SunogAnswer) -> list[Finding]:
    """The burn clock, and how often waiting players end up burned."""
    clock, danger = clock_bars(answer), danger_points(answer)
    parts = []
    for group in dict.fromkeys(row.group for row in clock):
        mine = [row for row in clock if row.group == group]
        if len(mine) > 1:
            first, last = mine[1], mine[-1]
            parts.append(f"{group} {100 * first.opened:.0f} % after one turn, {100 * last.burned:.1f} % burned")
    clock_finding = Finding(
        "clock",
        "The burn clock",
        f"Share with a meld on the table, and share burned: {'; '.join(parts)}.",
        lambda: draw_clocks(clock),
    )
    worst = max((row for row in danger if row.turn > 0), key=lambda row: row.share, default=None)
    if worst is None:
        return [clock_finding]
    text = (
        f"How often a player who still has no meld ends up burned. Highest estimate: {worst.group} after {worst.turn} "
        f"own turns, {100 * worst.share:.0f} %, picked on these same games. Turns that fewer than {FEWEST} "
        "players reached are left out."
    )
    return [
        clock_finding,
        Finding("danger", "Burned in the end if still without a meld", text, lambda: draw_danger(danger)),
    ]


def _share(share: Estimate) -> str:
    return percent_known(share.mean, share.ci95)


def _plus(share: Estimate) -> str:
    """Per cent with half the width of the interval."""
    width = share.half_width
    if share.mean is None or width is None:
        return ""
    digits = 1 if 100 * width >= 0.05 else 2
    return f"{100 * share.mean:.{digits}f} ± {100 * width:.{digits}f}"


def _money(units: Estimate) -> str:
    """An amount without its sign, to three decimals at most."""
    return amount(abs(value(units)), min(3, digits_of(units.ci95)), sign=False)


# --- figures ---

WAYS = ("opened", "waiting", "burned", "other")
"""States of a player after an own turn: a meld on the table, none yet, burned, or won or spared."""
FEWEST = 100
"""Players below which a share is not drawn."""


class ClockBar(NamedTuple):
    """A bar of the burn clock: a group after one own turn, shares of the `WAYS`."""

    group: str
    turn: int
    opened: float
    waiting: float
    burned: float
    other: float


class DangerPoint(NamedTuple):
    """Of a group's players without a meld after an own turn, the share burned in the end, with its limits."""

    group: str
    turn: int
    share: float
    ci95: Limits


# --- shape ---
def clock_bars(answer: SunogAnswer) -> list[ClockBar]:
    """The bars of each bot, or of all if they are the same."""
    return [
        ClockBar(
            group=row.group or answer.players[0],
            turn=row.turn,
            opened=row.opened.mean or 0.0,
            waiting=row.waiting,
            burned=row.burned.mean or 0.0,
            other=(row.won.mean or 0.0) + (row.spared.mean or 0.0),
        )
        for row in _by_bot(answer)
    ]


def danger_points(answer: SunogAnswer) -> list[DangerPoint]:
    """For each bot: how often it is burned in the end, by own turns without a meld."""
    return [
        DangerPoint(row.group or answer.players[0], row.turn, later.mean, later.ci95)
        for row in _by_bot(answer)
        if row.without_meld >= FEWEST and (later := row.burned_in_the_end).mean is not None and later.ci95 is not None
    ]


def _by_bot(answer: SunogAnswer) -> list[ClockRow]:
    kind = "bot" if any(row.kind == "bot" for row in answer.cells) else "all"
    return [row for row in answer.cells if row.kind == kind]


# --- draw ---
def draw_clocks(rows: Sequence[ClockBar]) -> list[tuple[str, Figure]]:
    """Bars from 0 to 100 % for each own turn, a figure for each bot."""
    return [(group, _draw_clock(rows, group)) for group in dict.fromkeys(row.group for row in rows)]


def _draw_clock(rows: Sequence[ClockBar], group: str) -> Figure:
    figure, axes = blank(2.7, 2.9)
    mine = [row for row in rows if row.group == group]
    for row in mine:
        _stack(axes, row)
    axes.set_xticks([row.turn for row in mine][:: 1 if len(mine) <= 10 else 2])
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_ylabel("% of its games", color=INKS["ink"])
    axes.set_xlabel("after own turn (0: as dealt)")
    figure.legend(
        handles=_keys(),
        loc="outside upper center",
        ncols=2,
        frameon=False,
        labelcolor=INKS["ink"],
        fontsize=8,
        columnspacing=1,
    )
    return figure


def draw_danger(rows: Sequence[DangerPoint]) -> Figure:
    """A line a bot, with intervals."""
    figure, axes = blank(2.9)
    groups = list(dict.fromkeys(row.group for row in rows))
    for number, group in enumerate(groups):
        mine = [row for row in rows if row.group == group]
        x = [row.turn + 0.06 * (number - (len(groups) - 1) / 2) for row in mine]
        ink = (INKS["loss"], INKS["gain"], INKS["neutral"])[number % 3]
        shape, line = "osD"[number % 3], ("-", "--", ":")[number % 3]
        axes.plot(x, [100 * row.share for row in mine], line, marker=shape, color=ink, markersize=5, label=name(group))
        for place, row in zip(x, mine, strict=True):
            axes.plot([place, place], [100 * limit for limit in row.ci95], color=ink, linewidth=2)
    axes.set_xticks(sorted({row.turn for row in rows}))
    axes.set_ylim(0, 102)
    axes.set_xlabel("own turns played without a meld (0: as dealt)")
    axes.set_ylabel("% burned in the end", color=INKS["ink"])
    legend_above(figure, groups)
    return figure


_STYLES: dict[str, tuple[str, dict[str, Any]]] = {
    "opened": ("own meld on the table", {"facecolor": INKS["gain"]}),
    "waiting": ("none yet", {"facecolor": "none", "edgecolor": INKS["faint"]}),
    "burned": ("burned", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "other": ("won or spared", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "..."}),
}


def _stack(axes: Axes, row: ClockBar) -> None:
    bottom = 0.0
    for way in WAYS:
        share = 100 * float(getattr(row, way))
        axes.bar(row.turn, share, 0.82, bottom, linewidth=0.7, **_STYLES[way][1])
        bottom += share


def _keys() -> list[Any]:
    from matplotlib.patches import Patch

    return [Patch(label=words, linewidth=0.7, **style) for words, style in _STYLES.values()]


SUNOG = Question(
    name="sunog",
    asks="How soon is a player safe from sunog (being burned), how often are they burned, and what does it cost?",
    games=500_000,
    ask=ask,
    answer=SunogAnswer,
    example="--rules pagat --players greedy,caller,hunter",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    place=30,
    on_page=OnPage(300_000),
)
