"""Codes of melds."""

from __future__ import annotations

from mahjong_sim import tiles as melds


def test_every_code_has_its_name() -> None:
    codes = [int(getattr(melds, name.upper() if name != "none" else "NO_MELD")) for name in melds.MELDS]
    assert codes == list(range(len(melds.MELDS)))
