"""Named arrays in one file, as numpy's `savez` writes them, read without trust in what the file says of itself."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from tongits_sim.run.files import FileError

_MAGIC = b"\x93NUMPY\x01\x00"
_AT = len(_MAGIC) + 2  # behind the header's length
_HEADER = re.compile(rb"\{'descr': '([<|]\w+)', 'fortran_order': False, 'shape': \(([\d, ]{0,40})\), \}")
_MAX_HEADER = 2**12
_MAX_MEMBERS = 64


class Column(NamedTuple):
    """An array that a file must hold: its type, most items of its first axis, and items of a second axis (0: none)."""

    dtype: str
    most: int
    width: int = 0


def read_arrays(content: bytes, columns: Mapping[str, Column]) -> dict[str, np.ndarray]:
    """The arrays of a file, exactly those of `columns`. Memory is bounded by them. Raises FileError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > _MAX_MEMBERS or sorted(each.filename for each in members) != sorted(
                f"{name}.npy" for name in columns
            ):
                raise FileError(f"it does not hold the arrays {', '.join(columns)}")
            return {name: _read(archive, f"{name}.npy", column) for name, column in columns.items()}
    except FileError:
        raise
    except Exception:  # noqa: BLE001 - zipfile lets errors of many modules through when bytes are damaged
        raise FileError("it is no archive of arrays, or a damaged one") from None


def _read(archive: zipfile.ZipFile, name: str, column: Column) -> np.ndarray:
    # Other methods than these two unpack without a bound.
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError(f"its {name} is packed in another way than numpy packs")
    dtype = np.dtype(column.dtype)
    most = _MAX_HEADER + column.most * max(column.width, 1) * dtype.itemsize
    with archive.open(name) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise FileError(f"its {name} is larger than {most:,} bytes")
    start = _AT + int.from_bytes(content[len(_MAGIC) : _AT], "little")
    header = _HEADER.fullmatch(content[_AT:start].rstrip())
    if not content.startswith(_MAGIC) or header is None or start > len(content):
        raise FileError(f"its {name} is no array of numpy")
    shape = tuple(int(size) for size in header[2].replace(b" ", b"").split(b",") if size)
    form = (column.most, column.width) if column.width else (column.most,)
    if np.dtype(header[1].decode()) != dtype or len(shape) != len(form) or shape[1:] != form[1:]:
        raise FileError(f"its {name} is an array of another form")
    if shape[0] > column.most or len(content) - start != int(np.prod(shape)) * dtype.itemsize:
        raise FileError(f"its {name} has another size than it says, or too many items")
    return np.frombuffer(content, dtype, offset=start).reshape(shape)
