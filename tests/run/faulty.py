"""A disk that fails: SQLite's own layer below files (its VFS), with writes, flushes and deletes that can be refused."""

import _sqlite3
import contextlib
import ctypes
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int64, c_void_p, cast
from typing import Any

IOERR, FULL = 10, 13  # SQLite's codes
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", _WRITE), ("truncate", _TRUNCATE),
        ("sync", _SYNC), ("others", c_void_p * 13),
    ]  # fmt: skip


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", c_int), ("size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("own", c_void_p), ("open", _OPEN), ("delete", _DELETE), ("others", c_void_p * 16),
    ]  # fmt: skip


class _File(ctypes.Structure):
    _fields_ = [("methods", POINTER(_Methods))]


class Disk:
    """Counts what is done to the disk; `refuse` says for the number of a step (1, 2, ...) which code it fails
    with, 0 for none. A write that fails has written half of its bytes.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.refuse: Callable[[int], int] = lambda step: 0

    def code(self) -> int:
        self.steps += 1
        return self.refuse(self.steps)


@contextlib.contextmanager
def disk() -> Iterator[Disk]:
    library: Any = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    usual = library.sqlite3_vfs_find(None)
    vfs = _Vfs.from_buffer_copy(usual.contents)
    mine = Disk()
    kept = []
    faulty: dict[int, Any] = {}

    def methods(whole: Any) -> Any:
        place = ctypes.addressof(whole.contents)
        if place not in faulty:
            new = _Methods.from_buffer_copy(whole.contents)
            write, truncate = (type(method).from_buffer_copy(method) for method in (new.write, new.truncate))

            def half(file: int, content: int, size: int, offset: int) -> int:
                code = mine.code()
                return write(file, content, size // 2 if code else size, offset) or code

            new.write = _WRITE(half)
            new.truncate = _TRUNCATE(lambda file, size: mine.code() or truncate(file, size))
            new.sync = _SYNC(lambda file, flags: mine.code())  # flushing in earnest takes most of a test's time
            faulty[place] = new
            kept.append((whole, write, truncate))
        return ctypes.pointer(faulty[place])

    def opened(own: int, name: int, file: int, flags: int, out: int) -> int:  # SQLite keeps `name` as it is
        code = int(usual.contents.open(own, name, file, flags, out))
        if not code:
            place = cast(file, POINTER(_File)).contents
            place.methods = methods(place.methods)
        return code

    vfs.name = b"faulty"
    vfs.open = _OPEN(opened)
    vfs.delete = _DELETE(lambda own, name, flush: mine.code() or usual.contents.delete(own, name, flush))
    assert library.sqlite3_vfs_register(byref(vfs), 1) == 0
    try:
        yield mine
    finally:
        library.sqlite3_vfs_unregister(byref(vfs))
        library.sqlite3_vfs_register(usual, 1)
