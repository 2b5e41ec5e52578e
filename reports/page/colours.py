"""Colours of everything that is drawn: pages, pictures, the page of the phone. An action has one colour everywhere.

Blue: do it, up to a number. Violet: do it from a number up. Orange: never, hold, lost. Grey: too few games. The text
beside a colour says the same, so nothing is lost without colours.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: dict[str, str] = {
    "bg": "#fbfaf6",
    "panel": "#ffffff",
    "ink": "#16201b",
    "soft": "#4d5a52",
    "line": "#d9dcd3",
    "faint": "#7f8a83",
    # the band at the head, and the table
    "green": "#0b5a35",
    "on": "#ffffff",
    "on-soft": "#d5eadd",
    "felt": "#12613c",
    "seat": "#0e4d30",
    "called": "#ffd9a8",
    "called-ink": "#5a2c05",
    # cards
    "card": "#ffffff",
    "edge": "#8f9992",
    "red": "#b3122b",
    "black": "#14181c",
    "back": "#2c7a52",
    "back-edge": "#e9f3ec",
    # actions
    "yes": "#dce9f8",
    "yes-strong": "#bcd6f2",
    "yes-ink": "#0b3b74",
    "high": "#ebe2f7",
    "high-ink": "#53298c",
    "no": "#fae5d8",
    "no-ink": "#85350c",
    "few": "#efefea",
    # bars and lines
    "bar": "#2f74bd",
    "track": "#c9dcf1",
    "gain": "#1d5fa6",
    "mid": "#4f86a8",
    "loss": "#b04c10",
    "violet": "#6b3aa8",
    "plant": "#2c7a52",
}
DARK: dict[str, str] = LIGHT | {
    "bg": "#101713",
    "panel": "#18221c",
    "ink": "#e9f1ec",
    "soft": "#a9b8ae",
    "line": "#324339",
    "faint": "#7f8f86",
    "green": "#0d4a2d",
    "on": "#eaf6ef",
    "card": "#f3f5f0",
    "edge": "#56635b",
    "yes": "#173454",
    "yes-strong": "#20507f",
    "yes-ink": "#d3e7ff",
    "high": "#37285a",
    "high-ink": "#e3d6ff",
    "no": "#472818",
    "no-ink": "#ffd2b6",
    "few": "#222c26",
    "bar": "#7db5f2",
    "track": "#2a4a70",
    "gain": "#7db5f2",
    "mid": "#8fc3dc",
    "loss": "#f0995c",
    "violet": "#b99af0",
    "plant": "#6fc596",
}
PAPER: dict[str, str] = LIGHT | {"bg": "#ffffff", "ink": "#000000", "soft": "#444444"}
"""In print."""

READ_ON = (
    ("ink", "bg"),
    ("ink", "panel"),
    ("soft", "bg"),
    ("soft", "panel"),
    ("on", "green"),
    ("on-soft", "green"),
    ("on", "felt"),
    ("on-soft", "felt"),
    ("on-soft", "seat"),
    ("called-ink", "called"),
    ("red", "card"),
    ("black", "card"),
    ("yes-ink", "yes"),
    ("yes-ink", "yes-strong"),
    ("high-ink", "high"),
    ("no-ink", "no"),
    ("soft", "few"),
    ("gain", "bg"),
    ("gain", "panel"),
    ("loss", "bg"),
    ("loss", "panel"),
    ("violet", "bg"),
    ("ink", "yes"),
)
"""Colours of text, each with the colour below it."""


def variables() -> str:
    """The colours as variables of CSS: light, dark and printed."""

    def declared(colours: Mapping[str, str]) -> str:
        return " ".join(f"--{name}: {value};" for name, value in colours.items())

    return (
        f":root {{ color-scheme: light; {declared(LIGHT)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {declared(DARK)} }} }}\n"
        f"@media print {{ :root {{ {declared(PAPER)} }} }}\n"
    )


def contrast(ink: str, paper: str) -> float:
    """The contrast of two colours (WCAG 2), 1 .. 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(ink), _luminance(paper)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
