"""What all pages are made of: one style, templates, drawn cards, bars, intervals, curves."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from analyses.figures import Curves, Drawing, Intervals, Matrix, Row, far
from analyses.money import axis_in_money, in_money, worth
from reports.page.colours import variables
from reports.page.picture import card_parts
from reports.text.faces import Faces
from reports.text.language import page_said
from tongits_sim.run.numbers import MINUS, amount, unbroken, width

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_LONG_HAND = 10
"""A hand of more cards overlaps more."""
_LONG_MELD = 5
"""A longer run is drawn by its ends."""


@functools.cache
def environment() -> Environment:
    """The templates of pages, with the functions and filters that draw cards and amounts."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalized,
    )
    made.globals |= {
        "fan": fan,
        "backs": backs,
        "meld": meld,
        "drawing": drawing_html,
        "axis_in_money": axis_in_money,
        "blocks": blocks,
    }
    made.filters |= {"cards": cards_html, "priced": in_money, "typed": typed, "parted": parted}
    return made


def parted(cell: str) -> str:
    """A cell of numbers; its half-width may stand below on a phone.

    >>> str(parted("+1.55 ± 0.03")), parted("43 %")
    ('+1.55<span class="half">\xa0±\xa00.03</span>', '43 %')
    """
    from markupsafe import Markup

    value, sign, half = cell.partition(" ± ")
    joined = f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{escape(half)}"
    return Markup(f'{escape(unbroken(value))}<span class="half">{joined}</span>') if sign else cell


def typed(command: str) -> Markup:
    """A command to type; no line ends within an option, whose hyphens would look torn.

    >>> str(typed("tongits play --seed 7"))
    '<code><span>tongits</span> <span>play</span> <span>--seed</span> <span>7</span></code>'
    """
    from markupsafe import Markup

    return Markup(f"<code>{' '.join(f'<span>{escape(word)}</span>' for word in command.split())}</code>")


BLOCKS = "▏▎▍▌▋▊▉█"
"""The letters of a bar in a terminal, by eighths."""


def blocks(cell: str) -> float:
    """The width (em) of a bar that a terminal writes with block letters (`run.numbers.bar`); 0 for any other cell."""
    if not cell or cell.strip(BLOCKS):
        return 0.0
    eighths = sum(BLOCKS.index(letter) + 1 for letter in cell)
    return round(0.5 * eighths / 8, 2)


def _finalized(value: Any) -> Any:
    """A value as a template prints it: the numbers of a plain text do not break at a line end, markup stays."""
    return unbroken(value) if type(value) is str else value


@functools.cache
def style() -> Markup:
    """The style sheet of all pages: the colours as variables, then `kit.css`."""
    from markupsafe import Markup

    loader = environment().loader
    assert loader is not None
    return Markup(variables() + loader.get_source(environment(), "kit.css")[0])


def page(template: str, **values: Any) -> str:
    """A page of a template of `reports/templates`, in the current language; it needs nothing else."""
    return page_said(environment().get_template(template).render(style=style(), **values))


@dataclass(frozen=True)
class Tile:
    """A number and what it counts."""

    number: str
    what: str
    more: str = ""
    bad: bool = False


# --- cards ---


def fan(texts: Sequence[str], kind: str = "") -> Markup:
    """Cards, face up, side by side.

    >>> str(fan(["7h"]))
    '<span class="fan" role="img" aria-label="7♥"><span class="k r">7<i>♥</i></span></span>'
    """
    from markupsafe import Markup

    kind += " long" if "hand" in kind and len(texts) > _LONG_HAND else ""
    name = " ".join(map(Faces().card, texts))
    return Markup(
        f'<span class="{f"fan {kind}".strip()}" role="img" aria-label="{name}">{"".join(map(_card, texts))}</span>'
    )


def _card(text: str) -> str:
    rank, suit, red = card_parts(text[:2])
    wide = " ten" if rank == "10" else ""
    return f'<span class="k{" r" if red else ""}{wide}">{rank}<i>{suit}</i></span>'


def backs(number: int, kind: str = "small") -> Markup:
    """Cards, face down."""
    from markupsafe import Markup

    cards = '<span class="k b"></span>' * number
    label = "1 card" if number == 1 else f"{number} cards"
    return Markup(f'<span class="fan backs {kind}" role="img" aria-label="{label}">{cards}</span>')


def meld(texts: Sequence[str]) -> Markup:
    """A meld on the table; of a long run the ends and the number of its cards."""
    from markupsafe import Markup

    if len(texts) <= _LONG_MELD:
        return fan(texts, "small")
    name = " ".join(map(Faces().card, texts))
    inner = f'{_card(texts[0])}{_card(texts[1])}<span class="dots">{len(texts)}</span>{_card(texts[-1])}'
    return Markup(f'<span class="fan small" role="img" aria-label="{name}">{inner}</span>')


_RED = ("♦", "♥")


def cards_html(text: str) -> Markup:
    """A sentence with the cards in it as signs, hearts and diamonds in red.

    >>> str(cards_html("discard 7c")), str(cards_html("Th"))
    ('discard 7♣', '<span class="red">10♥</span>')
    """
    import re

    from markupsafe import Markup

    signed = escape(unbroken(Faces().in_text(text)), quote=False)
    return Markup(re.sub(r"((?:10|[A2-9JQK])[♦♥])", r'<span class="red">\1</span>', signed))


# --- figures ---


@dataclass(frozen=True)
class Rail:
    """A row of a figure of intervals; places are percentages of the axis."""

    label: str
    left: float
    wide: float
    middle: float
    ink: str  # gain, loss, grey
    hollow: bool  # the sign is not sure
    value: str
    beyond: str  # an arrow, if the value lies beyond the axis


def drawing_html(drawn: Drawing) -> Markup:
    """A figure as HTML."""
    from markupsafe import Markup

    if isinstance(drawn, Intervals):
        template = environment().get_template("rails.html")
        zero, rows = rails(_rows_in_money(drawn), drawn.signed)
        return Markup(template.render(rows=rows, zero=zero, unit=axis_in_money(drawn.unit)))
    if isinstance(drawn, Matrix):
        return Markup(environment().get_template("matrix.html").render(matrix=drawn))
    return Markup("".join(_curve_panels(drawn)))


def _rows_in_money(drawn: Intervals) -> Sequence[Row]:
    """The rows of a figure; amounts of units are in money if a stake is given."""
    if axis_in_money(drawn.unit) == drawn.unit:
        return drawn.rows
    return [
        row._replace(mean=worth(row.mean), limits=(worth(row.limits[0]), worth(row.limits[1]))) for row in drawn.rows
    ]


def rails(rows: Sequence[Row], signed: bool = True) -> tuple[float, list[Rail]]:
    """The position of zero, and the rows of a figure of intervals; `signed`: the values are amounts or changes."""
    edge = far([abs(row.mean) for row in rows])
    ends = [0.0]
    for row in rows:
        outside = edge is not None and abs(row.mean) > edge
        ends += [edge if row.mean > 0 else -edge] if outside and edge is not None else [*row.limits, row.mean]
    low = min(ends)
    high = max(ends)
    room = 0.03 * (high - low) or 1.0
    low = low - room
    high = high + room

    def place(value: float) -> float:
        return round(100 * (min(max(value, low), high) - low) / (high - low), 2)

    return place(0.0), [_rail(row, place, edge, signed) for row in rows]


def _rail(row: Row, place: Any, edge: float | None, signed: bool) -> Rail:
    ink = "grey" if not row.sure else "gain" if row.mean > 0 else "loss"
    low, high = row.limits
    outside = edge is not None and abs(row.mean) > edge
    half = (high - low) / 2
    digits = 2 if abs(row.mean) < 10 and half < 1 else 1 if abs(row.mean) < 100 else 0
    value = amount(row.mean, digits, signed)
    if half:
        value += f" ± {width(half, digits)}"
    beyond = ("→" if row.mean > 0 else "←") if outside else ""
    return Rail(row.label, place(low), place(high) - place(low), place(row.mean), ink, not row.sure, value, beyond)


_WIDE, _HIGH = 250.0, 170.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 242.0, 26.0, 132.0


def _curve_panels(drawn: Curves) -> Iterable[str]:
    """A small panel for each curve, all on one scale."""
    ends = [value for points in drawn.curves.values() for point in points for value in point.quantiles]
    low = min(*ends, 0.0)
    high = max(*ends, 0.0)
    room = 0.04 * (high - low) or 1.0
    low = low - room
    high = high + room
    last = max(point.x for points in drawn.curves.values() for point in points) or 1.0

    def across(value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * value / last

    def down(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)

    yield '<div class="panels wide-ones">'
    for title, points in drawn.curves.items():
        ink = "gain" if points[-1].quantiles[2] >= 0 else "loss"
        there = " ".join(f"{across(point.x):.1f},{down(point.quantiles[2]):.1f}" for point in points)
        says = f"{title}: {points[-1].quantiles[2]:+.0f} after {points[-1].x:g} {drawn.x_label}".replace("-", MINUS)
        yield f'<svg viewBox="0 0 {_WIDE:g} {_HIGH:g}" role="img" aria-label="{escape(says, quote=True)}">'
        yield f'<text x="{_LEFT}" y="15" font-size="13" font-weight="700">{escape(title)}</text>'
        for first, second, opacity in ((0, 4, 0.18), (1, 3, 0.35)):
            edge = [(point.x, point.quantiles[first]) for point in points]
            edge += [(point.x, point.quantiles[second]) for point in reversed(points)]
            corners = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in edge)
            yield f'<polygon points="{corners}" fill="var(--{ink})" opacity="{opacity}"/>'
        yield f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{down(0):.1f}" y2="{down(0):.1f}" stroke="var(--ink)"/>'
        yield f'<polyline points="{there}" fill="none" stroke="var(--{ink})" stroke-width="2.4"/>'
        for value in (low + room, 0.0, high - room):
            if value == 0.0 or abs(down(value) - down(0)) > 12:
                text = f"{value:+,.0f}".replace("-", MINUS) if value else "0"
                yield f'<text x="{_LEFT - 5}" y="{down(value) + 4:.1f}" font-size="11" text-anchor="end" class="soft">'
                yield f"{text}</text>"
        for value, anchor in ((0.0, "start"), (last, "end")):
            yield f'<text x="{across(value):.1f}" y="146" font-size="11" text-anchor="{anchor}" class="soft">'
            yield f"{value:g}</text>"
        middle = (_LEFT + _RIGHT) / 2
        yield f'<text x="{middle}" y="163" font-size="11" text-anchor="middle" class="soft">'
        yield f"{escape(drawn.x_label)}</text></svg>"
    yield f'</div><p class="axis-name">{escape(drawn.y_label)}, by the number of {escape(drawn.x_label)}</p>'
