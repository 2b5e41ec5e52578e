"""Pictures made of rectangles and texts with absolute places: one list for SVG, PNG, PDF and the page of the phone."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Literal

from reports.page.colours import DARK, LIGHT

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Anchor = Literal["start", "middle", "end"]

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SANS = "system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
SERIF = "Georgia,'DejaVu Serif',serif"
_POINTS_PER_INCH = 72


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float
    fill: str  # a name of `colours.LIGHT`
    corner: float = 0.0  # radius
    edge: str = ""  # colour of the line around it; empty: no line


@dataclass(frozen=True)
class Words:
    """A line of text. `x`, `y`: a point of its base line; `size`: height of its letters, as of a font."""

    x: float
    y: float
    text: str
    size: float
    ink: str = "ink"
    bold: bool = False
    anchor: Anchor = "start"
    serif: bool = False
    spacing: float = 0.0  # between letters
    room: float = 0.0  # the text is made smaller if it is wider; 0: any width

    @property
    def fitted(self) -> float:
        """The size at which the text fits its room."""
        wide = text_width(self.text, self.size, self.bold, self.serif)
        return self.size if not self.room or wide <= self.room else self.size * self.room / wide


Item = Box | Words


@dataclass
class Picture:
    """A picture. Later items lie above earlier ones."""

    wide: float
    high: float
    title: str  # what it shows, for people who cannot see it
    items: list[Item] = field(default_factory=list)

    def box(self, x: float, y: float, wide: float, high: float, fill: str, corner: float = 0.0, edge: str = "") -> None:
        """Add a rectangle; lengths in the picture's own unit, `corner` the radius of its corners."""
        self.items.append(Box(x, y, wide, high, fill, corner, edge))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str = "ink",
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        serif: bool = False,
        spacing: float = 0.0,
        room: float = 0.0,
    ) -> None:
        """Add a line of text; the arguments are the fields of `Words`."""
        self.items.append(Words(x, y, text, size, ink, bold, anchor, serif, spacing, room))

    def card(self, x: float, y: float, wide: float, high: float, text: str) -> None:
        """A playing card, face up: `7h`, a joker `X1`."""
        self.box(x, y, wide, high, "card", 0.12 * wide, "edge")
        rank, suit, red = card_parts(text)
        ink = "red" if red else "black"
        middle = x + wide / 2
        self.words(middle, y + 0.46 * high, rank, 0.38 * high, ink, bold=True, anchor="middle", serif=True)
        self.words(middle, y + 0.89 * high, suit, 0.40 * high, ink, anchor="middle")

    def cards(self, x: float, y: float, wide: float, high: float, texts: Sequence[str], step: float) -> None:
        """Add a row of cards, each `step` to the right of the last one."""
        for place, text in enumerate(texts):
            self.card(x + place * step, y, wide, high, text)

    def backs(self, x: float, y: float, wide: float, high: float, number: int, step: float) -> None:
        """Cards, face down."""
        for place in range(number):
            left = x + place * step
            margin = 0.1 * wide
            self.box(left, y, wide, high, "back-edge", 0.14 * wide, "green")
            self.box(left + margin, y + margin, wide - 2 * margin, high - 2 * margin, "back", 0.08 * wide)


def card_parts(text: str) -> tuple[str, str, bool]:
    """The rank and the suit sign of a card as drawn, and whether the card is red.

    >>> card_parts("Th"), card_parts("X1")
    (('10', '♥', True), ('J', '★', False))
    """
    if text.startswith("X"):
        return "J", "★", False
    return text[0].replace("T", "10"), SUITS[text[1]], text[1] in "dh"


# --- SVG ---


def svg(picture: Picture, *, dark: bool = False) -> str:
    """The picture as SVG that needs nothing else. `dark`: it follows a dark theme."""
    used = sorted({name for item in picture.items for name in _colours_of(item)})
    style = "".join(f".f-{name}{{fill:{LIGHT[name]}}}.e-{name}{{stroke:{LIGHT[name]}}}" for name in used)
    if dark:
        changed = [name for name in used if DARK[name] != LIGHT[name]]
        night = "".join(f".f-{name}{{fill:{DARK[name]}}}.e-{name}{{stroke:{DARK[name]}}}" for name in changed)
        style += f"@media screen and (prefers-color-scheme:dark){{{night}}}"
    title = escape(picture.title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.wide:g} {picture.high:g}" role="img" '
        f'aria-label="{title}" font-family="{SANS}"><style>{style}</style>'
        + "".join(map(_svg_item, picture.items))
        + "</svg>"
    )


def _colours_of(item: Item) -> Iterator[str]:
    if isinstance(item, Words):
        yield item.ink
        return
    yield item.fill
    if item.edge:
        yield item.edge


def _svg_item(item: Item) -> str:
    if isinstance(item, Box):
        line = f' e-{item.edge}" stroke-width="2' if item.edge else ""
        return (
            f'<rect x="{item.x:.4g}" y="{item.y:.4g}" width="{item.wide:.4g}" height="{item.high:.4g}" '
            f'rx="{item.corner:.3g}" class="f-{item.fill}{line}"/>'
        )
    look = f' text-anchor="{item.anchor}"' if item.anchor != "start" else ""
    look += ' font-weight="700"' if item.bold else ""
    look += f' font-family="{SERIF}"' if item.serif else ""
    look += f' letter-spacing="{item.spacing:g}"' if item.spacing else ""
    # A font of another machine may be wider: the text is squeezed into its room, never pushed over an edge.
    wide = text_width(item.text, item.fitted, item.bold, item.serif)
    look += f' textLength="{wide:.4g}" lengthAdjust="spacingAndGlyphs"' if item.room and not item.spacing else ""
    return (
        f'<text x="{item.x:.4g}" y="{item.y:.4g}" font-size="{item.fitted:.4g}" class="f-{item.ink}"{look}>'
        f"{escape(item.text)}</text>"
    )


# --- PNG and PDF ---


def image(picture: Picture, form: str, inches: float, dpi: int = 300) -> bytes:
    """The picture as a file; equal pictures give equal bytes.

    Args:
        picture: the picture.
        form: png or pdf.
        inches: its width.
        dpi: pixels of an inch.
    """
    import matplotlib as mpl

    content = io.BytesIO()
    metadata = {"CreationDate": None} if form == "pdf" else {"Software": None}
    with mpl.rc_context({"text.hinting": "no_hinting"}):  # letters as wide as measured
        draw(picture, inches).savefig(content, format=form, dpi=dpi, metadata=metadata)
    return content.getvalue()


def draw(picture: Picture, inches: float) -> Figure:
    """The picture as a figure of matplotlib, as wide as this."""
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch, Rectangle

    scale = inches * _POINTS_PER_INCH / picture.wide  # points of a unit of the picture
    figure = Figure(figsize=(inches, inches * picture.high / picture.wide))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, picture.wide)
    axes.set_ylim(picture.high, 0)
    for level, item in enumerate(picture.items):
        if isinstance(item, Words):
            _draw_words(figure, item, picture, scale, level)
            continue
        patch: FancyBboxPatch | Rectangle
        if item.corner:
            shape = f"round,pad=0,rounding_size={min(item.corner, item.wide / 2, item.high / 2)}"
            patch = FancyBboxPatch((item.x, item.y), item.wide, item.high, boxstyle=shape)
        else:
            patch = Rectangle((item.x, item.y), item.wide, item.high)
        patch.set(facecolor=LIGHT[item.fill], edgecolor=LIGHT[item.edge or item.fill], zorder=level)
        patch.set_linewidth(2 * scale if item.edge else 0)
        axes.add_patch(patch)
    return figure


def _draw_words(figure: Figure, item: Words, picture: Picture, scale: float, level: int) -> None:
    side: Literal["left", "center", "right"] = "left"
    if item.anchor != "start":
        side = "center" if item.anchor == "middle" else "right"
    x = item.x
    pieces = list(item.text) if item.spacing else [item.text]
    for piece in pieces:
        # A text of the axes lies above their patches, in order.
        figure.axes[0].text(
            x,
            item.y,
            piece,
            fontsize=item.fitted * scale,
            color=LIGHT[item.ink],
            fontweight="bold" if item.bold else "normal",
            family="DejaVu Serif" if item.serif else "DejaVu Sans",
            ha=side,
            va="baseline",
            parse_math=False,
            zorder=level,
        )
        x += text_width(piece, item.fitted, item.bold, item.serif) + item.spacing


@functools.lru_cache(maxsize=8192)
def text_width(text: str, size: float, bold: bool = False, serif: bool = False) -> float:
    """Width of a text in the font of the pictures; it is proportional to the size."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(
        family="DejaVu Serif" if serif else "DejaVu Sans", weight="bold" if bold else "normal", size=100
    )
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, False)
    return float(width) * size / 100
