"""Turns a matplotlib figure into SVG for a page: text stays text, colours follow the page, a sentence describes it."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from analyses.figures import INKS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = re.compile(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', re.DOTALL)


@contextlib.contextmanager
def drawing() -> Iterator[None]:
    """A context in which figures are drawn for a page."""
    import matplotlib as mpl

    # A dollar sign in a name begins no formula.
    with mpl.rc_context({"font.family": "sans-serif", "hatch.linewidth": 1, "text.parse_math": False}):
        yield


def svg(figure: Figure, key: str, text: str) -> str:
    """The SVG of a figure that was drawn in `drawing`. `key`: its id in the page; `text`: a description."""
    import matplotlib as mpl

    buffer = io.StringIO()
    salt: Any = {"svg.fonttype": "none", "svg.hashsalt": key}
    with drawing(), mpl.rc_context(salt):
        _lay_out(figure)
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = buffer.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"(\d\.\d\d)\d+", r"\1", drawn)  # hundredths of a point are enough
    drawn = re.sub(r"\n\s*", "\n", drawn)
    for name, colour in INKS.items():
        drawn = drawn.replace(colour, f"var(--{name})")
    drawn = re.sub(
        r'\bid="(?=(figure|axes|patch|line2d|text|matplotlib|xtick|ytick|legend|FillBetween)[\w.]*")',
        f'id="{key}-',
        drawn,
    )
    drawn = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font: \1 var(--face)", drawn)
    # The page needs the width in points to keep the text of a figure legible.
    width = 72 * figure.get_size_inches()[0]
    head = f'<svg id="{key}" viewBox="\\1" role="img" aria-labelledby="{key}-says" style="--width: {width:.0f}">'
    drawn = _SIZE.sub(head, drawn, count=1)
    return drawn.replace(">", f'><title id="{key}-says">{escape(text)}</title>', 1)


def _lay_out(figure: Figure) -> None:
    """Lay out a figure as saving would, because saving draws the whole figure once more to do so."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    engine = figure.get_layout_engine()
    if engine is not None:
        FigureCanvasSVG(figure)  # text is as wide as in the file
        figure.set_dpi(72)
        engine.execute(figure)
        figure.set_layout_engine(None)
