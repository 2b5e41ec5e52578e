"""Replaces characters that the encoding of a terminal lacks by similar ones: a minus stays a minus everywhere."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata

_HANDLER = "tongits.readable"

_READABLE = str.maketrans(
    {
        "−": "-",
        "±": "+/-",
        "×": "x",
        "·": "-",
        "•": "*",
        "★": "*",
        "–": "-",
        "—": "-",
        "…": "...",
        "→": "->",
        "←": "<-",
        "│": "|",
        "≤": "<=",
        "≥": ">=",
        "≈": "~",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "€": "EUR",
        "₱": "PHP",
        "\N{NO-BREAK SPACE}": " ",
        "\N{THIN SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{WORD JOINER}": "",
        **dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True)),  # as cards are typed: 7h
        "\N{VARIATION SELECTOR-16}": "",  # turns a sign into an emoji
        **dict(zip("▏▎▍▌▋▊▉█", "---====#", strict=True)),  # bars, by eighths of a letter
        **dict(zip("▁▂▃▄▅▆▇", ".,-=+*%", strict=True)),  # levels of a curve
    }
)


def _readable(error: UnicodeError) -> tuple[str, int]:
    """The error handler of the streams: what to write instead of characters that the encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    plain = unicodedata.normalize("NFKD", lacking.translate(_READABLE))
    return "".join(_ascii(letter) for letter in plain), error.end


def _ascii(letter: str) -> str:
    """An ASCII character as it is; nothing for an accent that was parted from its letter; else a question mark."""
    if letter.isascii():
        return letter
    return "" if unicodedata.combining(letter) else "?"


codecs.register_error(_HANDLER, _readable)


def writable(text: str, encoding: str | None = None) -> str:
    """The text as a stream of this encoding shows it; without one, the standard output's.

    Text is rewritten before it is laid out, because a replacement may be longer.

    >>> writable("10♥ → −0.3 ± 0.1, niño", "ascii"), writable("10♥ → −0.3 ± 0.1, niño", "cp1252")
    ('10h -> -0.3 +/- 0.1, nino', '10h -> -0.3 ± 0.1, niño')
    """
    encoding = encoding or sys.stdout.encoding or "utf-8"
    return text if text.isascii() else text.encode(encoding, _HANDLER).decode(encoding)


def open_streams() -> None:
    """Make stdout and stderr writable: they may be closed, or their encoding may lack letters of a table.

    Otherwise a file opened later could take the number of a closed stream, and receive its output.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)
