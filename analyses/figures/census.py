"""Figures of the questions that count: the burn clock, payouts by rules, leads. Shape, then draw, as in figures.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyses.figures.comparison import INKS, blank, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Document = Mapping[str, Any]
Row = dict[str, Any]

WAYS = ("opened", "waiting", "burned", "other")
"""What a player's state is after an own turn: a meld on the table, none yet, burned, or the game ended well for him."""
FEWEST = 100
"""Players below which a share is not drawn."""
_WIDTH = 5.2


# --- shape ---


def clock(document: Document) -> list[Row]:
    """For each bot (or for all, if they are the same): own turn and the shares of `WAYS`."""
    kind = "bot" if any(row["kind"] == "bot" for row in document["cells"]) else "all"
    rows = []
    for row in document["cells"]:
        if row["kind"] == kind:
            other = row["won"] + row["spared"]
            rows.append(
                {
                    "group": row["group"] or document["players"][0],
                    "turn": row["turn"],
                    "opened": row["opened"],
                    "waiting": row["waiting"],
                    "burned": row["burned"],
                    "other": other,
                }
            )
    return rows


def danger(document: Document) -> list[Row]:
    """For each bot: the share burned in the end of those without a meld after an own turn, with its limits."""
    kind = "bot" if any(row["kind"] == "bot" for row in document["cells"]) else "all"
    return [
        {
            "group": row["group"] or document["players"][0],
            "turn": row["turn"],
            "share": row["burned_in_the_end"],
            "ci95": row["burned_in_the_end_ci95"],
        }
        for row in document["cells"]
        if row["kind"] == kind and row["without_meld"] >= FEWEST
    ]


# --- draw ---


def draw_clock(rows: Sequence[Row]) -> Figure:
    """Bars from 0 to 100 % for each own turn, one panel a bot."""
    from matplotlib.figure import Figure

    groups = list(dict.fromkeys(row["group"] for row in rows))
    figure = Figure(figsize=(_WIDTH, 2.9), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for axes, group in zip(panels, groups, strict=True):
        _plain(axes)
        for row in rows:
            if row["group"] == group:
                _stack(axes, row)
        axes.set_title(name(group, 22), fontsize=10, color=INKS["ink"])
        turns = [row["turn"] for row in rows if row["group"] == group]
        axes.set_xticks(turns[:: 1 if len(turns) <= 9 else 2])
        axes.set_ylim(0, 100)
        axes.set_yticks([0, 25, 50, 75, 100])
    panels[0].set_ylabel("% of its games", color=INKS["ink"])
    figure.supxlabel("after own turn (0: as dealt)", color=INKS["ink"], fontsize=10)
    figure.legend(
        handles=_keys(), loc="outside upper center", ncols=4, frameon=False, labelcolor=INKS["ink"], fontsize=9
    )
    return figure


def draw_clocks(rows: Sequence[Row]) -> list[tuple[str, Figure]]:
    """The panels of `draw_clock` as figures of their own; the first has the legend."""
    return [(group, _clock(rows, group)) for group in dict.fromkeys(row["group"] for row in rows)]


def _clock(rows: Sequence[Row], group: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2.9, 2.7), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    _plain(axes)
    mine = [row for row in rows if row["group"] == group]
    for row in mine:
        _stack(axes, row)
    axes.set_xticks([row["turn"] for row in mine][:: 1 if len(mine) <= 10 else 2])
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


def draw_danger(rows: Sequence[Row]) -> Figure:
    """A line a bot, with intervals."""
    figure, axes = blank(2.9)
    groups = list(dict.fromkeys(row["group"] for row in rows))
    for number, group in enumerate(groups):
        mine = [row for row in rows if row["group"] == group]
        x = [row["turn"] + 0.06 * (number - (len(groups) - 1) / 2) for row in mine]
        ink = (INKS["loss"], INKS["gain"], INKS["neutral"])[number % 3]
        shape, line = "osD"[number % 3], ("-", "--", ":")[number % 3]
        axes.plot(
            x, [100 * row["share"] for row in mine], line, marker=shape, color=ink, markersize=5, label=name(group)
        )
        for place, row in zip(x, mine, strict=True):
            axes.plot([place, place], [100 * limit for limit in row["ci95"]], color=ink, linewidth=2)
    axes.set_xticks(sorted({row["turn"] for row in rows}))
    axes.set_ylim(0, 102)
    axes.set_xlabel("own turns played without a meld (0: as dealt)")
    axes.set_ylabel("% burned in the end", color=INKS["ink"])
    _legend_above(figure, groups)
    return figure


def _legend_above(figure: Figure, labels: Sequence[str]) -> None:
    """The legend above the axes, in a row if the labels are short."""
    across = 3 if sum(len(name(each, 36)) for each in labels) <= 66 else 1
    figure.legend(
        loc="outside upper left", ncols=across, frameon=False, labelcolor=INKS["ink"], fontsize=9, columnspacing=1
    )


_STYLES: dict[str, tuple[str, Row]] = {
    "opened": ("own meld on the table", {"facecolor": INKS["gain"]}),
    "waiting": ("none yet", {"facecolor": "none", "edgecolor": INKS["faint"]}),
    "burned": ("burned", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "other": ("won or spared", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "..."}),
}


def _stack(axes: Axes, row: Row) -> None:
    bottom = 0.0
    for way in WAYS:
        axes.bar(row["turn"], 100 * row[way], 0.82, bottom, linewidth=0.7, **_STYLES[way][1])
        bottom += 100 * row[way]


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


def fairness(document: Document) -> list[Row]:
    """For each set of rules (and bot): what each place nets, in per cent of what a game moves, with limits.

    The place `dealing` is the dealer's net without the jackpot, where there is one.
    """
    rows = []
    for row in document["variants"]:
        jackpot = any((each["rules"], each["player"]) == (row["rules"], row["player"]) for each in document["jackpots"])
        for place in ("dealer", *(["dealing"] if jackpot else []), "right", "last"):
            limits = row[f"{place}_of_moved_ci95"]
            share = row[f"{place}_of_moved"]
            if share is not None:
                ci95 = [100 * limit for limit in limits or [share, share]]
                rows.append({"label": label(document, row), "place": place, "mean": 100 * share, "ci95": ci95})
    return rows


def spread(document: Document) -> list[Row]:
    """For each set of rules (and bot): bars of the payout of one game, at most some forty, and their shares."""
    rows = []
    for variant in document["variants"]:
        mine = [
            row
            for row in document["histogram"]
            if (row["rules"], row["player"]) == (variant["rules"], variant["player"])
        ]
        low, high = _inner(mine)
        width = _step((high - low) / _BARS)
        found: dict[float, float] = {}
        for row in mine:
            # Beyond the inner 98 % everything counts in the last bar.
            place = round(min(max(row["payout"], low), high) / width) * width
            found[place] = found.get(place, 0.0) + row["share"]
        rows += [
            {"label": label(document, variant), "payout": place, "share": 100 * share, "width": width}
            for place, share in sorted(found.items())
        ]
    return rows


_BARS = 40


def label(document: Document, row: Mapping[str, Any]) -> str:
    """The rules, and the bot where there are several."""
    return row["rules"] if len(document["players"]) == 1 else f"{row['rules']}: {row['player']}"


def _inner(rows: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """The payouts between which 98 % of the games lie."""
    seen, low, high = 0.0, rows[0]["payout"], rows[-1]["payout"]
    for row in rows:
        if seen < 0.01 <= seen + row["share"]:
            low = row["payout"]
        if seen < 0.99 <= seen + row["share"]:
            high = row["payout"]
        seen += row["share"]
    return low, high


def parts(document: Document) -> list[Row]:
    """For each set of rules (and bot): what passes hands, by what it is paid for, in per cent; nothing that is 0."""
    rows = []
    for variant in document["variants"]:
        mine = [
            row for row in document["parts"] if (row["rules"], row["player"]) == (variant["rules"], variant["player"])
        ]
        total = sum(row["moved"] for row in mine)
        rows += [
            {"label": label(document, variant), "part": row["part"], "share": 100 * row["moved"] / total}
            for row in mine
            if row["moved"] and total
        ]
    return rows


def _step(width: float) -> float:
    """The next width of 1, 2 or 5 times a power of ten."""
    import math

    if width <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(width))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width * 0.999)


_PLACES = {
    "dealer": ("dealer", "o", "gain"),
    "dealing": ("dealer, jackpot left out", "o", "gain"),
    "right": ("next to him", "s", "loss"),
    "last": ("last", "D", "neutral"),
}


def draw_fairness(rows: Sequence[Row]) -> Figure:
    """Dealer, next and last of each set of rules; 0 is fair."""
    labels = list(dict.fromkeys(row["label"] for row in rows))
    figure, axes = blank(0.42 * len(labels) + 1.2)
    for row in rows:
        _, shape, ink = _PLACES[row["place"]]
        y = labels.index(row["label"]) + 0.18 * (list(_PLACES).index(row["place"]) - 1.5)
        axes.plot(row["ci95"], [y, y], color=INKS[ink], linewidth=2)
        fill = INKS[ink] if row["place"] == "dealer" else "none"
        axes.plot(row["mean"], y, shape, color=INKS[ink], markerfacecolor=fill, markersize=5)
    handles = [_marker(*_PLACES[place]) for place in _PLACES if any(row["place"] == place for row in rows)]
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel("net, in % of what a game moves")
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


def draw_spread(rows: Sequence[Row]) -> Figure:
    """A histogram of one game's payout for each set of rules: gains solid, losses hatched."""
    from matplotlib.figure import Figure

    labels = list(dict.fromkeys(row["label"] for row in rows))
    across = min(2, len(labels))
    down = -(-len(labels) // across)
    figure = Figure(figsize=(_WIDTH, 1.35 * down + 0.5), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(down, across, squeeze=False).reshape(-1)
    for axes, each in zip(panels, labels, strict=False):
        _plain(axes)
        for row in rows:
            if row["label"] == each:
                axes.bar(row["payout"], row["share"], 0.9 * row["width"], **_gain_or_loss(row["payout"]))
        axes.set_title(name(each, 34), fontsize=10, color=INKS["ink"])
        axes.axvline(0, color=INKS["faint"], linewidth=1)
    for axes in panels[len(labels) :]:
        axes.set_axis_off()
    figure.supxlabel("units in one game (the ends take the outermost 1 %)", color=INKS["ink"], fontsize=10)
    figure.supylabel("% of games", color=INKS["ink"], fontsize=10)
    return figure


def draw_spreads(rows: Sequence[Row]) -> list[tuple[str, Figure]]:
    """The panels of `draw_spread` as figures of their own."""
    made = []
    for each in dict.fromkeys(row["label"] for row in rows):
        figure, axes = blank(1.9, 2.9)
        axes.tick_params(labelsize=8)
        for row in rows:
            if row["label"] == each:
                axes.bar(row["payout"], row["share"], 0.9 * row["width"], **_gain_or_loss(row["payout"]))
        axes.axvline(0, color=INKS["faint"], linewidth=1)
        axes.set_xlabel("units in one game", fontsize=8)
        axes.set_ylabel("% of games", color=INKS["ink"], fontsize=8)
        made.append((each, figure))
    return made


def _gain_or_loss(payout: float) -> Row:
    if payout >= 0:
        return {"facecolor": INKS["gain" if payout > 0 else "neutral"]}
    return {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////", "linewidth": 0.6}


_PARTS: dict[str, tuple[str, Row]] = {
    "base": ("base", {"facecolor": INKS["neutral"]}),
    "bonus": ("bonus", {"facecolor": INKS["gain"]}),
    "sunog": ("sunog (burned)", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "sagasa": ("sagasa", {"facecolor": "none", "edgecolor": INKS["gain"], "hatch": "xxxx"}),
    "pot": ("pot", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "...."}),
    "jackpot": ("jackpot", {"facecolor": INKS["loss"]}),
    "fees": ("house", {"facecolor": "none", "edgecolor": INKS["ink"], "hatch": "----"}),
}


def draw_parts(rows: Sequence[Row]) -> Figure:
    """A bar of 100 % for each set of rules, cut by what is paid for."""
    labels = list(dict.fromkeys(row["label"] for row in rows))
    figure, axes = blank(0.36 * len(labels) + 1.2)
    for place, each in enumerate(labels):
        left = 0.0
        mine = {row["part"]: row["share"] for row in rows if row["label"] == each}
        for part, (_, style) in _PARTS.items():
            if part in mine:
                axes.barh(place, mine[part], 0.7, left=left, linewidth=0.7, **style)
                left += mine[part]
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the units that pass hands")
    from matplotlib.patches import Patch

    used = [part for part in _PARTS if any(row["part"] == part for row in rows)]
    figure.legend(
        handles=[Patch(label=_PARTS[part][0], linewidth=0.7, **_PARTS[part][1]) for part in used],
        loc="outside upper left",
        ncols=4,
        frameon=False,
        labelcolor=INKS["ink"],
        fontsize=9,
        columnspacing=1,
    )
    return figure


# --- luck ---


def leads(document: Document) -> list[Row]:
    """For each pair and length of session: the share in which the better bot leads, with limits, and the formula's."""
    return [
        {
            "pair": f"{row['a']} over {row['b']}",
            "games": row["games"],
            "share": row["lead"] + row["level"] / 2,
            "ci95": [limit + row["level"] / 2 for limit in row["lead_ci95"]],
            "formula": row["formula"],
        }
        for row in document["sessions"]
    ]


def lead_curves(document: Document) -> list[Row]:
    """For each pair the formula's curve: points of games and chance."""
    import math

    rows = []
    for cell in document["cells"]:
        last = max(row["games"] for row in document["sessions"])
        for step in range(61):
            games = 5 * (last / 5) ** (step / 60)
            # Phi, as math.erf gives it.
            share = 0.5 * (1 + math.erf(cell["edge"] * math.sqrt(games) / cell["sd"] / math.sqrt(2)))
            rows.append({"pair": f"{cell['a']} over {cell['b']}", "games": games, "share": share})
    return rows


def draw_leads(rows: Sequence[Row], curves: Sequence[Row]) -> Figure:
    """Sessions played (points) on the formula's curves; the line at 95 %."""
    figure, axes = blank(3.2)
    pairs = list(dict.fromkeys(row["pair"] for row in curves))
    for number, pair in enumerate(pairs):
        ink = (INKS["gain"], INKS["loss"], INKS["neutral"])[number % 3]
        shape, line = "osD"[number % 3], ("-", "--", ":")[number % 3]
        mine = [row for row in curves if row["pair"] == pair]
        axes.plot([row["games"] for row in mine], [100 * row["share"] for row in mine], line, color=ink, linewidth=1.4)
        for row in rows:
            if row["pair"] == pair:
                axes.plot([row["games"]] * 2, [100 * limit for limit in row["ci95"]], color=ink, linewidth=2)
                axes.plot(row["games"], 100 * row["share"], shape, color=ink, markersize=5)
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
