"""The columns of a table of games: documented, typed, each with an array that it is made from."""

from __future__ import annotations

import re

import numpy as np

from tests.playing import ROOT
from tongits_sim.designs.batch.columns import columns
from tongits_sim.designs.batch.rows import SMALL, WIDE

TABLES = (ROOT / "docs" / "reference" / "tables.md").read_text(encoding="utf-8")
COLUMNS = tuple(columns(5, ("greedy", "caller", "hunter")))


def test_every_column_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_0-9]+)`", TABLES))
    assert len({column.name for column in COLUMNS}) == len(COLUMNS)
    for column in COLUMNS:
        assert re.sub(r"_[12]$", "_0", column.name) in documented, column.name


def test_every_column_has_an_array() -> None:
    for column in COLUMNS:
        assert column.constant is not None or (column.source or column.name) in ("match", *WIDE, *SMALL)
        assert np.dtype(column.kind).kind in "iufb"
    arrays = {column.source or column.name for column in COLUMNS}
    assert arrays >= {*WIDE, *SMALL}


def test_who_played_is_named() -> None:
    named = [column for column in COLUMNS if column.labels == ("greedy", "caller", "hunter")]
    assert len(named) == 3
    assert COLUMNS[0].constant == 5
