"""The disk cache of compiled kernels, with checksums: a damaged file is recompiled, never loaded.

Numba reads its files unchecked: an empty file causes an unrelated error, a flipped bit a crash. Here every file ends
with the SHA-256 of its content. If a file cannot be written, the code is compiled again at the next start. Files are
also read from read-only folders.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.runtime import rtsys

from tongits_sim.compile import prebuilt
from tongits_sim.compile.cache_dirs import HEALTH

PARTS = "parts"
"""The folder of parts, next to the folders of modules."""

_SEAL = hashlib.sha256().digest_size


def sealed(content: bytes) -> bytes:
    """The content followed by its SHA-256."""
    return content + hashlib.sha256(content).digest()


def unsealed(content: bytes) -> bytes | None:
    """The content without its SHA-256; None if the digest is missing or wrong."""
    body = content[:-_SEAL]
    return body if len(content) > _SEAL and hashlib.sha256(body).digest() == content[-_SEAL:] else None


def part_name(content: bytes) -> str:
    """The file name of a part, a digest of its content."""
    return hashlib.sha256(content).hexdigest()[:32]


_sound: set[str] = set()  # checked files of parts, which this process has read or written


class _Files(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """Numba's index and data files of a function, with checksums."""

    def _load_index(self) -> dict[Any, Any]:
        content = _read(self._index_path)
        if content is None:
            return {}
        try:
            version, stamp, overloads = pickle.loads(content)
            return dict(overloads) if (version, stamp) == (self._version, self._source_stamp) else {}
        except Exception:  # noqa: BLE001 - sealed, but by something that writes other contents
            self.note_damaged()
            return {}

    def note_damaged(self) -> None:
        HEALTH.note_damaged(self._index_path)

    def _save_index(self, overloads: dict[Any, Any]) -> None:
        self._put(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        content = _read(self._data_path(name))
        if content is None:
            raise FileNotFoundError(name)  # numba reads this as "not compiled yet"
        return pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        self._put(self._data_path(name), data)

    def save(self, key: Any, data: Any) -> None:
        """Save the key with the data, because two processes that save at once may give two entries the same number."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """The data saved for this key; None if missing."""
        owner, data = super().load(key) or (None, None)
        return data if owner == key else None

    def keep_parts(self, parts: dict[str, bytes]) -> None:
        folder = self._parts_folder()
        folder.mkdir(mode=0o700, exist_ok=True)
        for name, content in parts.items():
            path = str(folder / name)
            if path not in _sound and self.read_part(name) is None:
                with self._open_for_write(path) as file:
                    file.write(sealed(content))
                _sound.add(path)

    def read_part(self, name: str) -> bytes | None:
        path = str(self._parts_folder() / name)
        content = _read(path)
        if content is not None and part_name(content) != name:
            HEALTH.note_damaged(path)
            return None
        if content is not None:
            _sound.add(path)
        return content

    def _parts_folder(self) -> Path:
        return Path(self._index_path).parent.parent / PARTS

    def _dump(self, obj: Any) -> bytes:
        # Numba's pickling also handles objects that plain pickling refuses, but takes four times as long.
        try:
            return pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, TypeError, AttributeError):
            content: bytes = super()._dump(obj)
            return content

    def keep_in_index(self, key: Any, data: Any) -> None:
        """Save an entry with small data in the index itself."""
        self._save_index({**self._load_index(), key: self._dump(data)})

    def load_from_index(self, key: Any) -> Any:
        data = self._load_index().get(key)
        return None if data is None else pickle.loads(data)

    def _put(self, path: str, data: Any) -> None:
        with self._open_for_write(path) as file:
            file.write(sealed(self._dump(data)))


def _read(path: str) -> bytes | None:
    """The content of a sealed file; None if it is missing or damaged."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return None
    body = unsealed(content)
    if body is None:
        HEALTH.note_damaged(path)
    return body


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """The folder of a function's files in one of our cache folders; the first write creates it.

    Numba names the folder after the path of the source, and compares the source's time and size. With `by_content` the
    cache folder is already named after the content of the sources. Then the module's name is enough, and a second copy
    of the program compiles nothing.
    """

    def __init__(self, function: Any, file: str, folder: Path, by_content: bool) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._by_content = by_content
        name = function.__module__ if by_content else self.get_suitable_cache_subpath(file)
        self._cache_path = os.path.join(folder, name)  # noqa: PTH118

    def ensure_cache_path(self) -> None:
        """Create the folder without a test; the first write will tell if it is not writable."""
        os.makedirs(self.get_cache_path(), exist_ok=True)  # noqa: PTH103

    def get_source_stamp(self) -> Any:
        """The stamp of the source: its content, or its time and size."""
        return _content(self._py_file) if self._by_content else super().get_source_stamp()


@functools.cache
def _content(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


class _Finder:
    """Where numba looks for locators. A function typed at a prompt has no file, so it gets no locator."""

    def __init__(self, folder: Path, by_content: bool) -> None:
        self._folder = folder
        self._by_content = by_content

    def from_function(self, function: Any, file: str) -> _Locator | None:
        if not os.path.exists(file):  # noqa: PTH110
            return None
        return _Locator(function, file, self._folder, self._by_content)


class _Implementation(CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, function: Any, folder: Path, by_content: bool) -> None:
        self._locator_classes = [_Finder(folder, by_content)]
        super().__init__(function)


@functools.cache
def without_linear_algebra() -> None:
    """Let numba believe without a look that an installed scipy has linear algebra: the import takes a tenth of a
    second. A function that uses linear algebra still imports it.
    """
    if "numba.np.arraymath" in sys.modules or importlib.util.find_spec("scipy") is None:
        return
    linalg: Any = importlib.import_module("numba.np.linalg")
    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        arrays: Any = importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure
    arrays.ensure_blas = ensure


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, in one of our folders.

    Args:
        spares: further folders to read from. identity: a digest of the function and the values that it encloses; files
        of another identity are not loaded. None: the folder's name determines the function, which is not a closure.
        by_content: compare sources by content, not by time and size. options: options of a function that may come with
        the program; None for other functions.

    Raises RuntimeError: the function has no source file.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        folder: Path,
        spares: tuple[Path, ...] = (),
        identity: Callable[[], str] | None = None,
        by_content: bool = True,
        options: str | None = None,
    ) -> None:
        self._identity = identity
        self.options = options
        self._impl_class = functools.partial(_Implementation, folder=folder, by_content=by_content)
        super().__init__(function)
        names = (self._impl.filename_base, self._impl.locator.get_source_stamp())
        self._cache_file = _Files(self._cache_path, *names)
        file = inspect.getfile(function)
        self._spares = [
            _Files(_Locator(function, file, spare, by_content).get_cache_path(), *names) for spare in spares
        ]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's, but the compiler, whose import takes a tenth of a second, is loaded only if the cache has no
        entry.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            if (kept := self._load_overload(sig, target_context)) is not None:
                return kept
            found = self.options is not None and prebuilt.find(self._py_func, sig, self.options, target_context)
            if found:
                self.save_overload(sig, found)
                return found
        without_linear_algebra()
        target_context.refresh()
        return None

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # Numba's key pickles the values that a closure encloses. A compiled function has a number that only this
        # process knows, so no other process would find the entry.
        code = hashlib.sha256(self._py_func.__code__.co_code).hexdigest()
        return sig, codegen.magic_tuple(), (code, self._identity() if self._identity else "")

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled:
            return None
        key = self._index_key(sig, target_context.codegen())
        for files in (self._cache_file, *self._spares):
            try:
                data = files.load(key)
                if data is not None:
                    return self._impl.rebuild(target_context, data)
            except Exception:  # noqa: BLE001 - as for the index
                files.note_damaged()
        return None

    def load_part(self, types: Any, target_context: Any) -> Iterator[tuple[Any, Callable[[str], bytes | None]]]:
        """From each folder: the data of a part for these types of arguments, and a reader of the files of parts."""
        key = (*self._index_key(types, target_context.codegen()), "part")
        for files in (self._cache_file, *self._spares):
            try:
                data = files.load_from_index(key)
                if data is not None:
                    signature, fndesc, name = data
                    yield (signature, fndesc, str(name)), files.read_part
            except Exception:  # noqa: BLE001 - as for the index
                files.note_damaged()

    def save_part(self, types: Any, target_context: Any, data: Any, parts: dict[str, bytes]) -> None:
        """Save a part; a failure is recorded in `HEALTH` and is not an error.

        parts: by name, the content of the part's file and of all files that it links to.
        """
        key = (*self._index_key(types, target_context.codegen()), "part")
        try:
            self._impl.locator.ensure_cache_path()
            self._cache_file.keep_parts(parts)
            self._cache_file.keep_in_index(key, data)
        except OSError as error:
            HEALTH.note_unkept(str(self._cache_path), error)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code; a failure is recorded in `HEALTH` and is not an error."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            HEALTH.note_unkept(str(self._cache_path), error)
