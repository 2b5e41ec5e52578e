from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.run.other_game import Draws, Gambler
from tongits_sim.run.parquet import Column, RowTable, TableError, joined

COLUMNS = (
    Column("seed", "u8", constant=2**63 + 1),
    Column("number", "i8"),
    Column("size", "i2"),
    Column("who", "i1", source="slot", labels=("one", "other", "nobody so far")),
    Column("answer", "i1", labels=("no", "yes"), none=-1),
    Column("caller", "i1", none=-1),
    Column("asked", "?"),
    Column("paid", "f8", parts=100),
)


def job(games: int = 50) -> Draws:
    return Draws((Gambler("a", 10), Gambler("b", 12)), games)


def rows(first: int, count: int) -> dict[str, np.ndarray]:
    number = np.arange(first, first + count)
    return {
        "number": number,
        "size": (number % 7).astype(np.int8),
        "slot": (1 - number % 2).astype(np.int8),
        "answer": (number % 3 - 1).astype(np.int8),
        "caller": (number % 4 - 1).astype(np.int8),
        "asked": (number % 2).astype(np.int8),
        "paid": 5 * number - 20,
    }


def table(path: Path, **options: Any) -> RowTable:
    return RowTable(path, COLUMNS, job(**options))


def write_two(one: RowTable, error: Exception) -> None:
    with one.writing():
        one.write(0, rows(0, 10))
        one.write(1, rows(10, 10))
        raise error


def test_columns_are_typed_and_hold_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    with table(path).writing() as one:
        one.write(0, rows(0, 5))
        one.write(1, None)
        one.write(2, rows(5, 8))
    assert (one.blocks, one.rows) == (3, 13)
    frame = pl.read_parquet(path)
    assert frame.schema["seed"] == pl.UInt64
    assert frame.schema["size"] == pl.Int16
    assert frame.schema["asked"] == pl.Boolean
    assert frame.schema["paid"] == pl.Float64
    assert isinstance(frame.schema["who"], pl.Categorical | pl.Enum)
    assert frame["seed"].unique().to_list() == [2**63 + 1]
    assert frame["number"].to_list() == list(range(13))
    assert frame["who"].cast(pl.String).to_list() == [("other", "one")[number % 2] for number in range(13)]
    assert frame["answer"].cast(pl.String).to_list() == [(None, "no", "yes")[number % 3] for number in range(13)]
    assert frame["caller"].to_list() == [(None, 0, 1, 2)[number % 4] for number in range(13)]
    assert frame["paid"].to_list() == [(5 * number - 20) / 100 for number in range(13)]


def test_blocks_come_in_order(tmp_path: Path) -> None:
    with table(tmp_path / "a.parquet").writing() as one:
        one.write(0, rows(0, 2))
        with pytest.raises(TableError, match=r"block 2 of .* cannot follow block 0"):
            one.write(2, rows(4, 2))


def test_a_run_that_was_stopped_leaves_its_rows_and_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole = tmp_path / "whole.parquet"
    halves = tmp_path / "halves.parquet"
    with table(whole).writing() as one:
        for number in range(4):
            one.write(number, rows(10 * number, 10))

    class Stop(Exception):  # noqa: N818
        run = object()

    with pytest.raises(Stop):
        write_two(table(halves), Stop())
    assert len(pl.read_parquet(halves)) == 20
    with table(halves).writing(resume=True) as one:
        assert (one.blocks, one.rows) == (2, 20)
        one.write(2, rows(20, 10))
        one.write(3, rows(30, 10))
    assert halves.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["halves.parquet", "whole.parquet"]


def test_an_error_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"before")
    with pytest.raises(ZeroDivisionError):
        write_two(table(path), ZeroDivisionError())
    assert path.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


def test_rows_of_another_run_are_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    with table(path).writing() as one:
        one.write(0, rows(0, 10))
    before = path.read_bytes()
    with pytest.raises(TableError, match="holds the rows of another run"), table(path, games=51).writing(resume=True):
        pass
    assert path.read_bytes() == before
    path.write_bytes(before[:-9])
    with pytest.raises(TableError, match="is not a table of this program, or is damaged"), table(path).writing(True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


def test_rows_of_several_parts() -> None:
    assert joined([{"a": np.array([1, 2])}, {"a": np.array([3])}])["a"].tolist() == [1, 2, 3]
