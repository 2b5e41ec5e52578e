"""Writes a parquet table with a row for each game or decision of a run, block by block in order.

The file is renamed to its final name when it is complete. Its bytes depend on the job alone, not on workers or
resumptions. docs/reference/tables.md describes the columns.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import whole_file, writing
from tongits_sim.run.totals import Rows

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from tongits_sim.run.job import Job

FORMAT = "tongits-table/1"
SUFFIX = ".parquet"
KEY = "tongits"
"""Metadata key of the job's description."""
BLOCKS = "tongits.blocks"
"""Metadata key of the number of blocks."""
_LEVEL = 1  # zstd: higher levels are slower and hardly smaller


class TableError(TongitsError):
    """A table that cannot be written."""


class Column(NamedTuple):
    """A column of a table of games."""

    name: str
    kind: str  # numpy's name of the type: `i1`, `i2`, `i4`, `i8`, `u8`, `f8`, or `?` for yes and no
    source: str = ""  # the array with the values, if its name differs
    labels: tuple[str, ...] = ()  # texts for the numbers 0, 1, ...; then the column holds text
    none: int | None = None  # the number that means no value
    parts: int = 1  # divides the numbers; then the column holds floats
    constant: int | None = None  # the value of all rows; then no array is needed


class RowTable:
    """A table to write.

    Attributes:
        path: the final place of the file.
        blocks: how many blocks the table has; they are the first of the run.
        rows: the number of rows.
    """

    def __init__(self, path: Path, columns: Iterable[Column], job: Job[Any]) -> None:
        """job: makes the rows; the file states its manifest and program. Raises TableError: the name does not end in
        .parquet.
        """
        self.path = Path(path)
        if self.path.suffix.lower() != SUFFIX:
            raise TableError(
                f"{self.path} is not a name for a table of rows, which is written as parquet: NAME{SUFFIX}"
            )
        self.columns = tuple(columns)
        self.blocks = 0
        self.rows = 0
        about = {"format": FORMAT, "job_type": job.job_type, "job": job.manifest(), "program": job.program()}
        self._about = json.dumps(about, sort_keys=True)
        self._file = whole_file(self.path)
        self._writer: pq.ParquetWriter | None = None

    @contextlib.contextmanager
    def writing(self, resume: bool = False) -> Iterator[RowTable]:
        """Context for writing rows. The file appears at the end, also if the run stopped early, but not after other
        errors.

        With `resume`, a file of this run keeps its rows. Raises TableError: the file cannot be written, or holds other
        rows.
        """
        self._attempt(lambda: self._begin(resume))
        try:
            yield self
        except BaseException as error:
            if getattr(error, "run", None) is not None:  # a stopped run still has a result
                self._attempt(self._end)
            else:
                self._drop()
            raise
        self._attempt(self._end)

    def write(self, number: int, rows: Rows | None) -> None:
        """Write the rows of block `number`, which must be the next; None: the block has no rows. Raises TableError."""
        if number != self.blocks:
            raise TableError(f"block {number} of {self.path} cannot follow block {self.blocks - 1}")
        self.blocks += 1
        if rows is None or not len(next(iter(rows.values()))):
            return
        self._attempt(lambda: self._write(self._table(rows)))

    def _begin(self, resume: bool) -> None:
        import pyarrow.parquet as pq

        file = self._file.__enter__()
        whole = [column.name for column in self.columns if column.kind in ("i8", "u8") and column.constant is None]
        self._writer = pq.ParquetWriter(
            file,
            self._schema(),
            compression="zstd",
            compression_level=_LEVEL,
            use_dictionary=[column.name for column in self.columns if column.name not in whole],
            column_encoding=dict.fromkeys(whole, "DELTA_BINARY_PACKED") or None,
        )
        if resume and self.path.exists():
            self._copy()

    def _copy(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with pq.ParquetFile(self.path) as file:
                about = file.schema_arrow.metadata or {}
                if about.get(KEY.encode()) != self._about.encode():
                    raise TableError(f"{self.path} holds the rows of another run; choose another file, or remove it")
                for group in range(file.num_row_groups):
                    self._write(self._recode(file.read_row_group(group)))
                self.blocks = int(file.metadata.metadata[BLOCKS.encode()])
        except (pa.ArrowException, KeyError, ValueError):
            self._drop()
            raise TableError(f"{self.path} is not a table of this program, or is damaged; remove it") from None

    def _recode(self, table: pa.Table) -> pa.Table:
        """Code the texts of the existing file as `_array` codes them."""
        import pyarrow as pa
        import pyarrow.compute as pc

        arrays = []
        for column in self.columns:
            values = table[column.name].combine_chunks()
            if column.labels:
                labels = pa.array(list(column.labels))
                codes = pc.index_in(values.cast(pa.string()), labels).cast(pa.int8())
                values = pa.DictionaryArray.from_arrays(codes, labels)
            arrays.append(values)
        return pa.Table.from_arrays(arrays, schema=self._schema())

    def _schema(self) -> pa.Schema:
        import pyarrow as pa

        fields = []
        for column in self.columns:
            kind = pa.dictionary(pa.int8(), pa.string()) if column.labels else pa.from_numpy_dtype(column.kind)
            fields.append(pa.field(column.name, kind, nullable=column.none is not None))
        return pa.schema(fields, metadata={KEY: self._about})

    def _table(self, rows: Rows) -> pa.Table:
        import pyarrow as pa

        return pa.Table.from_arrays([_array(column, rows) for column in self.columns], schema=self._schema())

    def _write(self, table: pa.Table) -> None:
        assert self._writer is not None
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self.rows += table.num_rows

    def _end(self) -> None:
        assert self._writer is not None
        self._writer.add_key_value_metadata({BLOCKS: str(self.blocks)})
        self._writer.close()
        self._file.__exit__(None, None, None)

    def _drop(self) -> None:
        with contextlib.suppress(OSError):
            if self._writer is not None:
                self._writer.close()
        with contextlib.suppress(OSError, TableError):
            self._file.__exit__(TableError, TableError(), None)

    def _attempt(self, step: Callable[[], None]) -> None:
        try:
            with writing(self.path, TableError):
                step()
        except TableError:
            self._drop()
            raise


def joined(parts: Sequence[Rows]) -> Rows:
    """The rows of several parts in one, in their order."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _array(column: Column, rows: Rows) -> pa.Array:
    import pyarrow as pa

    if column.constant is not None:
        values = np.full(len(next(iter(rows.values()))), column.constant, column.kind)
    else:
        values = rows[column.source or column.name]
    none = None if column.none is None else values == column.none
    if column.labels:
        codes = pa.array(values.astype(np.int8, copy=False), mask=none)
        return pa.DictionaryArray.from_arrays(codes, pa.array(list(column.labels)))
    numbers = values / column.parts if column.parts != 1 else values
    return pa.array(numbers.astype(column.kind, copy=False), mask=none)
