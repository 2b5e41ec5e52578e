"""Blocks that benches write into pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import styles
from tools.blocks import block, marks, write_block


def test_a_block_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    begin, end = marks("styles")
    page.write_text(f"before\n\n{begin}\nold\n{end}\n\nafter\n", "utf-8")
    write_block(page, "styles", "new\n")
    assert page.read_text("utf-8") == f"before\n\n{begin}\n\nnew\n\n{end}\n\nafter\n"
    assert block(page, "styles") == f"{begin}\n\nnew\n\n{end}"
    assert "begin" in block(tmp_path / "none.md", "styles")
    with pytest.raises(SystemExit, match="has no block"):
        write_block(page, "other", "x")


def test_pages_have_their_blocks() -> None:
    for page, name in ((styles.PAGE, styles.NAME),):
        text = page.read_text("utf-8")
        assert all(mark in text for mark in marks(name)), page
