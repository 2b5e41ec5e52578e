"""Figures of the questions that count whole games: the burn clock, payouts by rules, leads. Shape, then draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyses.answers.payouts import of_arm
from analyses.figures.comparison import INKS, blank, name, row_height

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyses.answers.luck import LuckAnswer
    from analyses.answers.payouts import OfArm, Payout, PayoutsAnswer
    from analyses.answers.sunog import ClockRow, SunogAnswer
    from tongits_sim.run.answers import Limits

Style = dict[str, Any]

WAYS = ("opened", "waiting", "burned", "other")
"""States of a player after an own turn: a meld on the table, none yet, burned, or won or spared."""
FEWEST = 100
"""Players below which a share is not drawn."""
_WIDTH = 4.8


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


class NetPoint(NamedTuple):
    """Net of a place in per cent of the turnover, with limits; `fair`: the net if all places were equal."""

    label: str
    place: str
    mean: float
    ci95: Limits
    fair: float


class PayoutBar(NamedTuple):
    """A bar of the histogram of payouts: units, per cent of the games, width in units."""

    label: str
    payout: float
    share: float
    width: float


class PartShare(NamedTuple):
    """A part of what changes hands, in per cent of it; `fees`: what the house takes out of it."""

    label: str
    part: str
    share: float


class LeadPoint(NamedTuple):
    """Sessions of one length: the share that the better bot leads (a level one counts half), and the formula's."""

    pair: str
    games: int
    share: float
    ci95: Limits
    formula: float


class CurvePoint(NamedTuple):
    """A point of the formula's curve."""

    pair: str
    games: float
    share: float


# --- shape ---


def clock(answer: SunogAnswer) -> list[ClockBar]:
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


def danger(answer: SunogAnswer) -> list[DangerPoint]:
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


def draw_clock(rows: Sequence[ClockBar]) -> Figure:
    """Bars from 0 to 100 % for each own turn, one panel a bot."""
    from matplotlib.figure import Figure

    groups = list(dict.fromkeys(row.group for row in rows))
    figure = Figure(figsize=(_WIDTH, 2.9), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for axes, group in zip(panels, groups, strict=True):
        _plain(axes)
        for row in rows:
            if row.group == group:
                _stack(axes, row)
        axes.set_title(name(group, 22), fontsize=10, color=INKS["ink"])
        turns = [row.turn for row in rows if row.group == group]
        axes.set_xticks(turns[:: 1 if len(turns) <= 9 else 2])
        axes.set_ylim(0, 100)
        axes.set_yticks([0, 25, 50, 75, 100])
    panels[0].set_ylabel("% of its games", color=INKS["ink"])
    figure.supxlabel("after own turn (0: as dealt)", color=INKS["ink"], fontsize=10)
    figure.legend(
        handles=_keys(), loc="outside upper center", ncols=4, frameon=False, labelcolor=INKS["ink"], fontsize=9
    )
    return figure


def draw_clocks(rows: Sequence[ClockBar]) -> list[tuple[str, Figure]]:
    """The panels of `draw_clock` as figures of their own; the first has the legend."""
    return [(group, _clock(rows, group)) for group in dict.fromkeys(row.group for row in rows)]


def _clock(rows: Sequence[ClockBar], group: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2.9, 2.7), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    _plain(axes)
    mine = [row for row in rows if row.group == group]
    for row in mine:
        _stack(axes, row)
    axes.set_xticks([row.turn for row in mine][:: 1 if len(mine) <= 10 else 2])
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_ylabel("% of its games", color=INKS["ink"], fontsize=9)
    axes.set_xlabel("after own turn (0: as dealt)", color=INKS["ink"], fontsize=9)
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
    _legend_above(figure, groups)
    return figure


def _legend_above(figure: Figure, labels: Sequence[str]) -> None:
    """The legend above the axes, in a row if the labels are short."""
    across = 3 if sum(len(name(each, 36)) for each in labels) <= 48 else 1
    figure.legend(
        loc="outside upper left", ncols=across, frameon=False, labelcolor=INKS["ink"], fontsize=9, columnspacing=1
    )


_STYLES: dict[str, tuple[str, Style]] = {
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


def _plain(axes: Axes) -> None:
    axes.patch.set_alpha(0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"], labelsize=9)
    axes.tick_params(axis="y", length=0)


# --- payouts ---


def fairness(answer: PayoutsAnswer) -> list[NetPoint]:
    """For each set of rules (and bot): what each place nets, in per cent of what a game moves, with limits.

    The place `dealing` is the dealer's net without the jackpot, of what a game moves without it, where there is one.
    """
    rows = []
    for variant in answer.variants:
        places = {
            "dealer": variant.dealer_of_moved,
            "dealing": variant.dealing_of_moved,
            "right": variant.right_of_moved,
            "last": variant.last_of_moved,
        }
        if not of_arm(answer.jackpots, variant):
            del places["dealing"]
        for place, share in places.items():
            if share.mean is not None:
                low, high = share.ci95 or (share.mean, share.mean)
                limits = (100 * low, 100 * high)
                fair = 100 * variant.fair_of_moved
                rows.append(NetPoint(label(answer, variant), place, 100 * share.mean, limits, fair))
    return rows


def spread(answer: PayoutsAnswer) -> list[PayoutBar]:
    """For each set of rules (and bot): bars of the payout of one game, at most some forty, and their shares."""
    rows = []
    for variant in answer.variants:
        mine = of_arm(answer.histogram, variant)
        low, high = _inner(mine)
        width = _step((high - low) / _BARS)
        bars: dict[float, float] = {}
        for row in mine:
            # Beyond the inner 98 % everything counts in the last bar.
            place = round(min(max(row.payout, low), high) / width) * width
            bars[place] = bars.get(place, 0.0) + row.share
        rows += [PayoutBar(label(answer, variant), place, 100 * share, width) for place, share in sorted(bars.items())]
    return rows


_BARS = 40


def label(answer: PayoutsAnswer, row: OfArm) -> str:
    """The rules, and the bot where there are several."""
    return row.rules if len(answer.players) == 1 else f"{row.rules}: {row.player}"


def _inner(rows: Sequence[Payout]) -> tuple[float, float]:
    """The payouts between which 98 % of the games lie."""
    below, low, high = 0.0, rows[0].payout, rows[-1].payout
    for row in rows:
        if below < 0.01 <= below + row.share:
            low = row.payout
        if below < 0.99 <= below + row.share:
            high = row.payout
        below += row.share
    return low, high


def parts(answer: PayoutsAnswer) -> list[PartShare]:
    """For each set of rules (and bot): what changes hands, by what it is paid for, in per cent; nothing that is 0.

    Fees are taken out of what changes hands: they are a share of it, and no part of the sum.
    """
    rows = []
    for variant in answer.variants:
        moved = {row.part: row.moved.mean for row in of_arm(answer.parts, variant)}
        total = sum(units or 0.0 for part, units in moved.items() if part != "fees")
        rows += [PartShare(label(answer, variant), part, 100 * units / total) for part, units in moved.items() if units]
    return rows


def _step(width: float) -> float:
    """The next width of 1, 2 or 5 times a power of ten."""
    if width <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(width))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width * 0.999)


_PLACES = {
    "dealer": ("dealer", "o", "gain"),
    "dealing": ("dealer, jackpot left out", "o", "gain"),
    "right": ("next player", "s", "loss"),
    "last": ("last", "D", "neutral"),
}


def draw_fairness(rows: Sequence[NetPoint]) -> Figure:
    """Dealer, next and last of each set of rules; a tick where all would be alike: 0, or less what the house keeps."""
    labels = list(dict.fromkeys(row.label for row in rows))
    figure, axes = blank(row_height(labels, least=0.42) * len(labels) + 1.2)
    for row in rows:
        _, shape, ink = _PLACES[row.place]
        y = labels.index(row.label) + 0.18 * (list(_PLACES).index(row.place) - 1.5)
        axes.plot(row.ci95, [y, y], color=INKS[ink], linewidth=2)
        fill = INKS[ink] if row.place == "dealer" else "none"
        axes.plot(row.mean, y, shape, color=INKS[ink], markerfacecolor=fill, markersize=5)
    handles = [_marker(*_PLACES[place]) for place in _PLACES if any(row.place == place for row in rows)]
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    for fair, each in dict.fromkeys((row.fair, row.label) for row in rows if row.fair):
        y = labels.index(each)
        axes.plot([fair, fair], [y - 0.4, y + 0.4], color=INKS["ink"], linewidth=1)
    axes.set_xlabel("net, in % of the turnover")
    figure.legend(
        handles=handles,
        frameon=False,
        ncols=len(handles),
        loc="outside upper center",
        labelcolor=INKS["ink"],
        fontsize=9,
        columnspacing=1,
        handletextpad=0.2,
    )
    return figure


def _marker(words: str, shape: str, ink: str) -> Any:
    from matplotlib.lines import Line2D

    fill = INKS[ink] if words == "dealer" else "none"
    return Line2D([], [], linestyle="", marker=shape, color=INKS[ink], markerfacecolor=fill, label=words)


def draw_spread(rows: Sequence[PayoutBar]) -> Figure:
    """A histogram of one game's payout for each set of rules: gains solid, losses hatched."""
    from matplotlib.figure import Figure

    labels = list(dict.fromkeys(row.label for row in rows))
    across = min(2, len(labels))
    down = -(-len(labels) // across)
    figure = Figure(figsize=(_WIDTH, 1.35 * down + 0.5), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(down, across, squeeze=False).reshape(-1)
    for axes, each in zip(panels, labels, strict=False):
        _plain(axes)
        for row in rows:
            if row.label == each:
                axes.bar(row.payout, row.share, 0.9 * row.width, **_gain_or_loss(row.payout))
        axes.set_title(name(each, 34), fontsize=10, color=INKS["ink"])
        axes.axvline(0, color=INKS["faint"], linewidth=1)
    for axes in panels[len(labels) :]:
        axes.set_axis_off()
    figure.supxlabel("units in one game (the ends take the outermost 1 %)", color=INKS["ink"], fontsize=10)
    figure.supylabel("% of games", color=INKS["ink"], fontsize=10)
    return figure


def draw_spreads(rows: Sequence[PayoutBar]) -> list[tuple[str, Figure]]:
    """The panels of `draw_spread` as figures of their own."""
    figures = []
    for each in dict.fromkeys(row.label for row in rows):
        figure, axes = blank(1.9, 2.9)
        axes.tick_params(labelsize=8)
        for row in rows:
            if row.label == each:
                axes.bar(row.payout, row.share, 0.9 * row.width, **_gain_or_loss(row.payout))
        axes.axvline(0, color=INKS["faint"], linewidth=1)
        axes.set_xlabel("units in one game", fontsize=8)
        axes.set_ylabel("% of games", color=INKS["ink"], fontsize=8)
        figures.append((each, figure))
    return figures


def _gain_or_loss(payout: float) -> Style:
    if payout >= 0:
        return {"facecolor": INKS["gain" if payout > 0 else "neutral"]}
    return {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////", "linewidth": 0.6}


_PARTS: dict[str, tuple[str, Style]] = {
    "base": ("base", {"facecolor": INKS["neutral"]}),
    "bonus": ("bonus", {"facecolor": INKS["gain"]}),
    "sunog": ("sunog (burned)", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "sagasa": ("sagasa", {"facecolor": "none", "edgecolor": INKS["gain"], "hatch": "xxxx"}),
    "pot": ("pot", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "...."}),
    "jackpot": ("jackpot", {"facecolor": INKS["loss"]}),
}
_HOUSE = "taken by the house"


def draw_parts(rows: Sequence[PartShare]) -> Figure:
    """A bar of 100 % for each set of rules, cut by what is paid for; the line above it is the house's part of it."""
    labels = list(dict.fromkeys(row.label for row in rows))
    figure, axes = blank(row_height(labels) * len(labels) + 1.2)
    for place, each in enumerate(labels):
        start = 0.0
        mine = {row.part: row.share for row in rows if row.label == each}
        for part, (_, style) in _PARTS.items():
            if part in mine:
                axes.barh(place, mine[part], 0.7, left=start, linewidth=0.7, **style)
                start += mine[part]
        if "fees" in mine:
            axes.plot([100 - mine["fees"], 100], [place - 0.43] * 2, color=INKS["ink"], linewidth=2.5)
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the units that change hands")
    from matplotlib.patches import Patch

    used = [part for part in _PARTS if any(row.part == part for row in rows)]
    handles: list[Any] = [Patch(label=_PARTS[part][0], linewidth=0.7, **_PARTS[part][1]) for part in used]
    if any(row.part == "fees" for row in rows):
        from matplotlib.lines import Line2D

        handles.append(Line2D([], [], color=INKS["ink"], linewidth=2.5, label=_HOUSE))
    figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=4 if len(handles) <= 4 and handles[-1].get_label() != _HOUSE else 3,
        frameon=False,
        labelcolor=INKS["ink"],
        fontsize=9,
        columnspacing=1,
    )
    return figure


# --- luck ---


def leads(answer: LuckAnswer) -> list[LeadPoint]:
    """For each pair and length of session: the share in which the better bot leads, with limits, and the formula's."""
    rows = []
    for row in answer.sessions:
        half = row.level / 2
        low, high = row.lead.ci95 or (0.0, 1.0)
        share, formula = (row.lead.mean or 0.0) + half, row.formula.mean or 0.0
        rows.append(LeadPoint(f"{row.a} over {row.b}", row.games, share, (low + half, high + half), formula))
    return rows


def lead_curves(answer: LuckAnswer) -> list[CurvePoint]:
    """For each pair the formula's curve: points of games and chance."""
    rows = []
    last = max(row.games for row in answer.sessions)
    for cell in answer.cells:
        for step in range(61):
            games = 5 * (last / 5) ** (step / 60)
            # Phi, as math.erf gives it.
            share = 0.5 * (1 + math.erf((cell.edge.mean or 0.0) * math.sqrt(games) / cell.sd / math.sqrt(2)))
            rows.append(CurvePoint(f"{cell.a} over {cell.b}", games, share))
    return rows


def draw_leads(rows: Sequence[LeadPoint], curves: Sequence[CurvePoint]) -> Figure:
    """Sessions played (points) on the formula's curves; the line at 95 %."""
    figure, axes = blank(3.2)
    pairs = list(dict.fromkeys(row.pair for row in curves))
    for number, pair in enumerate(pairs):
        ink = (INKS["gain"], INKS["loss"], INKS["neutral"])[number % 3]
        shape, line = "osD"[number % 3], ("-", "--", ":")[number % 3]
        mine = [row for row in curves if row.pair == pair]
        axes.plot([row.games for row in mine], [100 * row.share for row in mine], line, color=ink, linewidth=1.4)
        for row in rows:
            if row.pair == pair:
                axes.plot([row.games] * 2, [100 * limit for limit in row.ci95], color=ink, linewidth=2)
                axes.plot(row.games, 100 * row.share, shape, color=ink, markersize=5)
        axes.plot([], [], line, marker=shape, color=ink, label=name(pair, 36))
    axes.axhline(95, color=INKS["faint"], linewidth=1)
    axes.set_xscale("log")
    axes.set_ylim(45, 102)
    axes.set_yticks([50, 60, 70, 80, 90, 95, 100])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.minorticks_off()
    axes.set_xlabel("games of a session")
    axes.set_ylabel("% of sessions it leads", color=INKS["ink"])
    _legend_above(figure, pairs)
    return figure
