"""Figures of the questions asked by forking: grids of values, thresholds. Shape, then draw, as in figures.py.

Gain and loss differ by colour, by the sign written in the cell, and what is not certain is hatched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyses.figures.comparison import INKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Document = Mapping[str, Any]
Row = dict[str, Any]

WIDTH = 6.2
SURE, UNSURE, FEW = "sure", "unsure", "few"
MINUS = "−"
_FEW_TICKS = 4
"""Values below which each has its tick."""


# --- shape ---


def bin_words(row: Mapping[str, Any], key: str) -> str:
    """A coordinate in words: `7`, `4–6`, `12+`.

    >>> bin_words({"a": 4, "a_to": 6}, "a"), bin_words({"a": 12, "a_to": None}, "a"), bin_words({"a": 7}, "a")
    ('4–6', '12+', '7')
    """
    low = row[key]
    if f"{key}_to" not in row:
        return f"{low}"
    high = row[f"{key}_to"]
    return f"{low}+" if high is None else f"{low}" if high == low else f"{low}–{high}"


def grid(document: Document, across: str, down: str, panel: str) -> list[Row]:
    """Cells of a map of three coordinates: panel, column and row in words, value, and how sure its sign is."""
    return [
        {
            "panel": bin_words(cell, panel),
            "x": bin_words(cell, across),
            "y": bin_words(cell, down),
            "value": cell["ev_diff"],
            "state": FEW if cell["n"] < document["min_forks"] else SURE if cell["resolved"] else UNSURE,
        }
        for cell in document["cells"]
    ]


def call_lines(document: Document) -> list[Row]:
    """Opponents open, stock left, best threshold with its limits and the bot's own; pooled ones are left out."""
    return [
        {
            "group": row["opponents_open"],
            "x": row["stock_left"],
            "best": row["call_at"],
            "low": row["low"],
            "high": row["high"],
            "always": row["always"],
            "bot": row["bot_call_at"],
        }
        for row in document["thresholds"]
        if not row["pooled"] and row["call_at"] is not None
    ]


def break_even(document: Document) -> list[Row]:
    """Panel (stock), x (caller's cards) and `y`: how many rows of the grid lie below the break-even count, in rows and
    parts of rows.
    """
    edges = list(dict.fromkeys((cell["own_count"], cell["own_count_to"]) for cell in document["cells"]))
    found = []
    for row in document["break_even"]:
        if row["pooled"] or row["challenge_at"] is None:
            continue
        y = 0.0
        for low, high in edges:
            size = (high if high is not None else low + 10) - low + 1
            y += min(max(row["challenge_at"] + 1 - low, 0), size) / size
        found.append({"panel": bin_words(row, "stock_left"), "x": bin_words(row, "caller_cards"), "y": y})
    return found


def bands(document: Document, across: str, down: str, panel: str) -> list[Row]:
    """For each panel and column of a map: its forks `n`, and `bands`, runs of rows with the same certain sign.

    A band has `sign` (+1, -1; 0: not certain), the `first` and `last` cell, and whether it begins at the `bottom` or
    ends at the `top` of the rows that were seen; rows with too few forks are passed over.
    """
    found: dict[tuple[str, str], Row] = {}
    for cell in document["cells"]:
        key = (bin_words(cell, panel), bin_words(cell, across))
        row = found.setdefault(key, {"panel": key[0], "x": key[1], "n": 0, "bands": []})
        row["n"] += cell["n"]
        if cell["n"] < document["min_forks"] or cell["ev_diff"] is None:
            continue
        sign = 0 if not cell["resolved"] else 1 if cell["ev_diff"] > 0 else -1
        if not row["bands"] or row["bands"][-1]["sign"] != sign:
            row["bands"].append({"sign": sign, "first": cell, "bottom": not row["bands"]})
        row["bands"][-1]["last"] = cell
    for row in found.values():
        for band in row["bands"]:
            band["top"] = band is row["bands"][-1]
    return list(found.values())


def band_words(band: Mapping[str, Any], key: str) -> str:
    """The rows of a band in words: `12 or less`, `33 or more`, `15 to 23`, `any count`."""
    low, high = band["first"][key], band["last"].get(f"{key}_to", band["last"][key])
    if band["bottom"] and band["top"]:
        return "any count"
    if band["bottom"]:
        return f"{high} or less"
    return f"{low} or more" if band["top"] else f"{low} to {high}"


# --- draw ---


def draw_panels(
    rows: Sequence[Row], across: str, down: str, panels: Mapping[str, str], lines: Sequence[Row] = ()
) -> list[tuple[str, Figure]]:
    """The panels of `draw_grid` as figures of their own, which a page may set side by side or below each other."""
    from matplotlib.figure import Figure

    names = [name for name in panels if any(row["panel"] == name for row in rows)]
    xs, ys = (list(dict.fromkeys(row[key] for row in rows)) for key in ("x", "y"))
    seen = {row["y"] for row in rows if row["state"] != FEW}
    ys = [y for y in ys if y in seen]
    kept = [row for row in rows if row["y"] in seen]
    most = max([abs(row["value"]) for row in rows if row["state"] == SURE] or [1.0]) or 1.0
    skipped = [y not in seen for y in dict.fromkeys(row["y"] for row in rows)]
    made = []
    for panel in names:
        figure = Figure(figsize=(0.42 * len(xs) + 0.75, 0.2 * len(ys) + 0.55), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        own = [{**line, "y": line["y"] - sum(skipped[: round(line["y"])])} for line in lines]
        _panel(axes, kept, panel, xs, ys, own, most)
        axes.set_xlabel(across, fontsize=8, color=INKS["ink"])
        axes.set_ylabel(down, fontsize=8, color=INKS["ink"])
        made.append((panels[panel], figure))
    return made


def draw_grid(
    rows: Sequence[Row], across: str, down: str, panels: Mapping[str, str], lines: Sequence[Row] = ()
) -> Figure:
    """One grid a panel, side by side. `lines`: panel, x and `y`, the number of the row above which a line is drawn."""
    from matplotlib.figure import Figure

    names = [name for name in panels if any(row["panel"] == name for row in rows)]
    xs = list(dict.fromkeys(row["x"] for row in rows))
    ys = list(dict.fromkeys(row["y"] for row in rows))
    most = max([abs(row["value"]) for row in rows if row["state"] == SURE] or [1.0]) or 1.0
    figure = Figure(figsize=(WIDTH, 0.19 * len(ys) + 0.95), layout="constrained")
    figure.patch.set_alpha(0)
    made = figure.subplots(1, len(names), sharey=True, squeeze=False)[0]
    for axes, panel in zip(made, names, strict=True):
        _panel(axes, rows, panel, xs, ys, lines, most)
        axes.set_title(panels[panel], fontsize=8, color=INKS["ink"])
    made[0].set_ylabel(down, fontsize=8, color=INKS["ink"])
    figure.supxlabel(across, fontsize=8, color=INKS["ink"])
    return figure


def _panel(
    axes: Axes,
    rows: Sequence[Row],
    panel: str,
    xs: Sequence[str],
    ys: Sequence[str],
    lines: Sequence[Row],
    most: float,
) -> None:
    for row in rows:
        if row["panel"] == panel:
            _cell(axes, xs.index(row["x"]), ys.index(row["y"]), row, most)
    for line in lines:
        shown = any(r["state"] != FEW for r in rows if (r["panel"], r["x"]) == (panel, line["x"]))
        if line["panel"] == panel and shown:
            x, y = xs.index(line["x"]), round(line["y"]) - 0.5
            axes.plot(
                [x - 0.5, x + 0.5], [y, y], color=INKS["ink"], linewidth=2.5, solid_capstyle="butt", clip_on=False
            )
    axes.set_xlim(-0.5, len(xs) - 0.5)
    axes.set_ylim(len(ys) - 0.5, -0.5)
    axes.set_xticks(range(len(xs)), xs, fontsize=7)
    axes.set_yticks(range(len(ys)), ys, fontsize=7)
    axes.tick_params(length=0, colors=INKS["ink"])
    axes.patch.set_alpha(0)
    axes.spines[:].set_visible(False)


def amount(value: float) -> str:
    """A value in a few characters: `+1.4`, `−12`, `−.06`, `0`.

    >>> amount(1.44), amount(-12.2), amount(-0.06), amount(-0.001)
    ('+1.4', '−12', '−.06', '0')
    """
    size = abs(value)
    text = f"{size:.0f}" if size >= 9.95 else f"{size:.1f}" if size >= 0.095 else f"{size:.2f}".lstrip("0")
    return "0" if text == ".00" else ("+" if value > 0 else MINUS) + text


def _cell(axes: Axes, x: int, y: int, row: Row, most: float) -> None:
    from matplotlib.patches import Rectangle

    box: dict[str, Any] = {"xy": (x - 0.48, y - 0.46), "width": 0.96, "height": 0.92, "linewidth": 0}
    if row["state"] == FEW:
        axes.text(x, y, "·", ha="center", va="center", fontsize=6, color=INKS["faint"])
        return
    value = row["value"]
    if row["state"] == SURE:
        ink = INKS["gain"] if value > 0 else INKS["loss"]
        axes.add_patch(Rectangle(**box, facecolor=ink, alpha=0.10 + 0.42 * min(1.0, abs(value) / most) ** 0.6))
    else:
        axes.add_patch(Rectangle(**box, facecolor="none", edgecolor=INKS["faint"], hatch="/////", alpha=0.55))
    text = amount(value)
    axes.text(x, y, text, ha="center", va="center", fontsize=6.5, color=INKS["ink"])


def draw_lines(rows: Sequence[Row], titles: Mapping[int, str], most: int, xlabel: str, ylabel: str) -> Figure:
    """One panel a group: the best threshold (points) with its limits (bars), and what the bot does (dashes)."""
    from matplotlib.figure import Figure

    groups = [group for group in titles if any(row["group"] == group for row in rows)]
    figure = Figure(figsize=(WIDTH, 2.4), layout="constrained")
    figure.patch.set_alpha(0)
    made = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for axes, group in zip(made, groups, strict=True):
        _thresholds(axes, [row for row in rows if row["group"] == group], most)
        axes.set_title(titles[group], fontsize=8, color=INKS["ink"])
    made[0].set_ylabel(ylabel, fontsize=8, color=INKS["ink"])
    figure.supxlabel(xlabel, fontsize=8, color=INKS["ink"])
    return figure


def draw_line_panels(
    rows: Sequence[Row], titles: Mapping[int, str], most: int, xlabel: str, ylabel: str
) -> list[tuple[str, Figure]]:
    """The panels of `draw_lines` as figures of their own."""
    from matplotlib.figure import Figure

    made = []
    for group in (group for group in titles if any(row["group"] == group for row in rows)):
        figure = Figure(figsize=(2.9, 2.3), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        _thresholds(axes, [row for row in rows if row["group"] == group], most)
        axes.set_xlabel(xlabel, fontsize=8, color=INKS["ink"])
        axes.set_ylabel(ylabel, fontsize=8, color=INKS["ink"])
        made.append((titles[group], figure))
    return made


def _thresholds(axes: Axes, mine: Sequence[Row], most: int) -> None:
    for row in mine:
        low, high = max(row["low"], -1), min(row["high"], most)
        axes.plot([row["x"]] * 2, [low, high], color=INKS["gain"], linewidth=3, alpha=0.45)
        best = min(row["best"], most)
        axes.plot(row["x"], best, "^" if row["always"] else "o", color=INKS["gain"], markersize=4)
    known = [row for row in mine if row["bot"] is not None]
    axes.plot([r["x"] for r in known], [r["bot"] for r in known], "--", color=INKS["loss"], linewidth=1.2)
    axes.set_ylim(-3, most + 4)
    xs = sorted({row["x"] for row in mine})
    if len(xs) < _FEW_TICKS:
        axes.set_xticks(xs)
        axes.set_xlim(xs[0] - 1, xs[-1] + 1)
    else:
        axes.locator_params(axis="x", integer=True)
    axes.tick_params(colors=INKS["ink"], labelsize=7)
    axes.patch.set_alpha(0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INKS["faint"])
