"""Blocks of a page that a command writes: it replaces the text between two comments, and the rest stays."""

from __future__ import annotations

from pathlib import Path


def marks(name: str) -> tuple[str, str]:
    """The comments around a block."""
    return f"<!-- {name}: begin (written by python -m tools.{name}) -->", f"<!-- {name}: end -->"


def block(page: Path, name: str) -> str:
    """A block of a page with its comments; an empty one if the page has none."""
    begin, end = marks(name)
    text = page.read_text("utf-8") if page.exists() else ""
    if begin not in text or end not in text:
        return f"{begin}\n{end}"
    return begin + text.partition(begin)[2].partition(end)[0] + end


def write_block(page: Path, name: str, content: str) -> None:
    """Replace a block of a page. Raises SystemExit where the page has none."""
    begin, end = marks(name)
    text = page.read_text("utf-8")
    if begin not in text or end not in text:
        raise SystemExit(f"{page} has no block between {begin!r} and {end!r}")
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    page.write_text(f"{before}{begin}\n\n{content.strip()}\n\n{end}{after}", "utf-8")
