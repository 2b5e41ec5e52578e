"""Digests a function: its code, and the values of everything that the code reaches.

A compiled function freezes the numbers, arrays, texts and functions of its module and closure. Its source does not show
a number that was read from elsewhere. So the digest is of a pickle of the values in memory, including all code of the
user. Objects of Python, numba, numpy and this program (the libraries) are pickled by name, because other digests hold
their versions. What belongs to a library is told by files, not by names: a user may call a helper `statistics.py`.
"""

from __future__ import annotations

import builtins
import functools
import hashlib
import importlib.machinery
import io
import os
import re
import sys
import sysconfig
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from numba import cloudpickle

from tongits_sim.errors import TongitsError

PROGRAM = frozenset({"analyses", "mahjong_sim", "reports", "strategies", "tongits_sim"})
PRIVATE = "tongits_user_"
"""The names of a bot file's modules begin so; sixteen hex digits follow."""
_PRIVATE = re.compile(rf"\b{PRIVATE}[0-9a-f]{{16}}\.")
_INSTALLED = re.compile(r"[\\/](site|dist)-packages[\\/]")


def _folders(folders: Iterable[str | Path]) -> tuple[str, ...]:
    """The beginnings of the paths of all files in folders, as Python may name the files."""
    return tuple({f"{name}{os.sep}" for folder in folders for name in (folder, os.path.realpath(folder))})


_PYTHON = _folders((Path(os.__file__).parent, *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))))
_OURS = _folders(Path(__file__).absolute().parents[2] / name for name in PROGRAM)
_VERSIONED = _folders(Path(str(library.__file__)).parent for library in (llvmlite, numba, np))
"""Folders of installed packages whose versions other digests hold."""
_executed: set[str] = set()

_ATOMS = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))
_CONSTANTS = (*_ATOMS, tuple, frozenset)
_NATIVE = (
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    np.ufunc,
    type(np.dot),
    type(np.random.rand),
)
"""Types of functions that are not written in Python, or are bound to an object."""


class IdentityError(TongitsError):
    """A function uses an object without a definite value."""


@dataclass(frozen=True)
class Reach:
    """The digest of some values, and the objects that they reach."""

    # sixteen hex digits, the same in every process; another value or other code anywhere changes them
    digest: str
    own: bool  # whether it includes code of the user
    # the user's compiled functions (numba's dispatchers); a function comes after those that it uses
    compiled: tuple[Any, ...]
    library: frozenset[str]  # dotted names of reached objects of libraries and the program
    # dotted names that the user's code itself may use: `numpy.random.rand`, `builtins.print`
    used: frozenset[str]


def reach(*values: Any) -> Reach:
    """Digest values (functions, tables, numbers) with everything that they reach. Raises IdentityError: an object
    cannot be pickled.
    """
    walk = _Walk()
    digest = walk.digest(values)
    return Reach(digest, walk.own, tuple(walk.compiled), frozenset(walk.library), frozenset(walk.used))


def note_executed(file: str) -> None:
    """Note that a file is executed because a user named it: it is the user's, wherever it lies."""
    _executed.add(file)


def is_installed(file: str) -> bool:
    """Whether a file belongs to Python or to an installed package."""
    return file.startswith(_PYTHON) or _INSTALLED.search(file) is not None


def is_library_file(file: str) -> bool:
    """Whether a file, or a folder, belongs to Python, numba, numpy, llvmlite or this program."""
    return file not in _executed and _is_in_library(file)


@functools.cache
def _is_in_library(file: str) -> bool:
    place = f"{file}{os.sep}"
    if place.startswith((*_OURS, *_VERSIONED)):
        return True
    return place.startswith(_PYTHON) and _INSTALLED.search(place) is None


def content_of(array: np.ndarray) -> bytes:
    """The bytes of an array, with zeros between the fields of records, where numpy leaves what the memory held."""
    return _solid(array).tobytes()


def _solid(array: np.ndarray) -> np.ndarray:
    if array.dtype.names is None:
        return array
    same = np.zeros(array.shape, array.dtype)
    for name in array.dtype.names:
        same[name] = _solid(array[name])
    return same


def public_name(text: str) -> str:
    """A module's name, or a text with module names, without the private prefix of a bot file."""
    return _PRIVATE.sub("", text)


def is_library_module(module: types.ModuleType) -> bool:
    """Whether an imported module belongs to a library: it has a library's file, or is built into Python."""
    # Some modules of Python are called like the module that shows their content.
    name = getattr(module.__spec__, "name", module.__name__)
    if name == "__main__" or sys.modules.get(name) is not module:
        return False
    if file := getattr(module, "__file__", None):
        return is_library_file(file)
    if name in sys.builtin_module_names:
        return True
    if folders := list(getattr(module, "__path__", ())):
        return all(map(is_library_file, folders))
    return importlib.machinery.FrozenImporter.find_spec(name) is not None


def is_library(function: Any) -> bool:
    """Whether a function in Python, or a numba function, has code of a library, made in a module of a library.

    Its names do not count, because a user may set them, nor does the module alone: a user may put a function there.
    """
    inner = getattr(function, "py_func", function)
    if not isinstance(inner, types.FunctionType):
        return False
    return is_library_code(inner.__code__, inner.__globals__)


def is_library_code(code: types.CodeType, names: Mapping[str, Any]) -> bool:
    """Whether code belongs to a library. `names`: its global names."""
    file = code.co_filename
    module = sys.modules.get(str(names.get("__name__")))
    if module is None or vars(module) is not names:
        return False
    return (file.startswith("<frozen ") or is_library_file(file)) and is_library_module(module)


def is_library_class(kind: type) -> bool:
    """Whether a class is found by its name in a module of a library, and has no code of a user."""
    module = sys.modules.get(kind.__module__)
    if module is None or not is_library_module(module):
        return False
    found: Any = module
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    files = [part.__code__.co_filename for part in vars(kind).values() if isinstance(part, types.FunctionType)]
    # Python makes methods of named tuples and dataclasses from text: these have no file.
    return found is kind and all(file.startswith("<") or is_library_file(file) for file in files)


@dataclass
class _Walk:
    """The objects met so far by a pickle and the pickles within it."""

    own: bool = False
    compiled: list[Any] = field(default_factory=list)
    library: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    def digest(self, value: Any) -> str:
        content = io.BytesIO()
        try:
            _Pickler(content, self).dump(value)
        except IdentityError:
            raise
        except Exception as error:  # noqa: BLE001  (an object's own way of being pickled may raise anything)
            why = public_name(" ".join(str(error).split()))[:200]
            raise IdentityError(f"uses something whose value cannot be known: {why}") from None
        return hashlib.sha256(content.getvalue()).hexdigest()[:16]

    def within(self, value: Any) -> str:
        """The digest of what a function of the program encloses. Its uses do not count as uses of the user's code."""
        inner = _Walk(compiled=self.compiled, library=self.library)
        digest = inner.digest(value)
        self.own |= inner.own
        self.used |= inner.used if inner.own else set()
        return digest

    def note_compiled(self, value: Any, function: types.FunctionType) -> int:
        own = not is_library(function) and hasattr(value, "targetoptions")
        if own and not any(value is known for known in self.compiled):
            self.compiled.append(value)
        return 0

    def note(self, name: str) -> str:
        self.library.add(name)
        self.used.add(name)
        return name


class _Done(NamedTuple):
    """Marks the end of what a compiled function reaches."""

    compiled: Any
    function: types.FunctionType


class _Pickler(cloudpickle.CloudPickler):  # type: ignore[misc]  # numba has no types
    """Replaces objects whose pickle differs between processes.

    A pickle refers back to an object that it meets again. But Python may or may not keep equal texts or tuples as one
    object, so their digests are pickled.
    """

    def __init__(self, file: io.BytesIO, walk: _Walk) -> None:
        super().__init__(file, 4)
        self._walk = walk
        self._instead: dict[int, tuple[Any, Any]] = {}  # keeps the objects alive, so that ids stay unique

    def persistent_id(self, value: Any) -> Any:
        """The replacement of a value; None: pickle the value itself."""
        kind = type(value)
        if kind in (bool, int, float, list, type(None)):
            return None
        if kind is _Done:
            return self._walk.note_compiled(*value)
        if kind in _CONSTANTS and (text := _constant(value)):
            return _number(text)
        if id(value) not in self._instead:
            self._instead[id(value)] = value, self._stand_in(value)
        return self._instead[id(value)][1]

    def _stand_in(self, value: Any) -> Any:
        kind = type(value)
        if isinstance(value, np.ndarray | np.generic):
            content = value.tolist() if value.dtype.hasobject else _number(content_of(np.asarray(value)))
            return [kind.__name__, str(value.dtype.descr), value.shape, content]
        if kind in (set, frozenset):
            return [kind.__name__, sorted(self._walk.digest(item) for item in value)]
        if isinstance(value, dict | types.MappingProxyType):
            return ["dict", kind.__name__, [list(pair) for pair in sorted(value.items(), key=self._by_key)]]
        if isinstance(value, types.ModuleType):
            return ["module", public_name(value.__name__)]
        if isinstance(value, types.CodeType):
            return _code(value)
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, type):
            return self._class(value)
        if (compiled := _compiled(value)) is not None:
            return ["compiled", *compiled, _Done(value, compiled[0])]
        if isinstance(value, _NATIVE) and (name := _native_name(value)):
            return ["native", self._walk.note(name)]
        if isinstance(value, np.dtype | numba.types.Type):
            return ["type", self._walk.note(f"{kind.__module__}.{kind.__qualname__}"), str(value)]
        if is_library_class(kind):
            self._walk.note(f"{kind.__module__}.{kind.__qualname__}")
        return None

    def _by_key(self, item: tuple[Any, Any]) -> str:
        return _constant(item[0]) if type(item[0]) in _CONSTANTS else self._walk.digest(item[0])

    def _class(self, kind: type) -> list[Any]:
        name = f"{kind.__module__}.{kind.__qualname__}"
        if is_library_class(kind):
            return ["name", self._walk.note(name)]
        parts = {name: getattr(part, "__func__", getattr(part, "fget", part)) for name, part in vars(kind).items()}
        wanted = (*_CONSTANTS, types.FunctionType, np.ndarray, list, dict)
        parts = {name: part for name, part in parts.items() if isinstance(part, wanted) and name != "__module__"}
        if (compiled := getattr(kind, "class_type", None)) is not None:  # numba's jitclass
            parts = {name: getattr(compiled, f"jit_{name}", None) for name in ("methods", "props", "static_methods")}
            parts["fields"] = str(compiled.struct)
        return ["class", public_name(name), kind.__bases__, parts]

    def _function(self, function: types.FunctionType) -> list[Any]:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        closure = {name: cell.cell_contents for name, cell in cells if _has_content(cell)}
        given = [function.__defaults__, function.__kwdefaults__]
        if is_library(function):
            name = f"{function.__module__}.{function.__qualname__}"
            # Lambdas and functions made inside functions may share a name.
            place = [function.__code__.co_firstlineno] if "<" in name else []
            enclosed = [self._walk.within([closure, given])] if closure or any(given) else []
            return ["library", self._walk.note(name), *place, *enclosed]
        self._walk.own = True
        names = frozenset(names_in_code(function.__code__))
        around = {name: function.__globals__[name] for name in sorted(names & function.__globals__.keys())} | closure
        self._walk.used |= {f"builtins.{name}" for name in (names & vars(builtins).keys()) - around.keys()}
        self._walk.used |= {f"numpy.ndarray.{name}" for name in names & {"ctypes"}}
        seen: set[int] = set()
        read = {name: self._read(value, names, seen) for name, value in around.items()}
        return ["function", function.__name__, function.__code__, read, *given]

    def _read(self, value: Any, names: frozenset[str], seen: set[int]) -> Any:
        """The part of a value that code reads; of a module, the attributes whose names the code holds."""
        if not isinstance(value, types.ModuleType) or id(value) in seen:
            return value
        seen.add(id(value))
        library = is_library_module(value)
        # numpy loads submodules on access.
        held = {
            attribute: getattr(value, attribute, None)
            for attribute in sorted(names)
            if library or attribute in vars(value)
        }
        if not library:
            return [
                "of",
                public_name(value.__name__),
                {attribute: self._read(held[attribute], names, seen) for attribute in held},
            ]
        given = {}
        for attribute, inner in held.items():
            if inner is not None:
                self._walk.note(f"{value.__name__}.{attribute}")
                within = self._read(inner, names, seen)
                if _may_be_set(inner):
                    given[attribute] = within
        return ["from", value.__name__, given] if given else value


def _may_be_set(value: Any) -> bool:
    """Whether a user may have assigned this value to a name in a library's module, so that the name does not identify
    it.
    """
    if isinstance(value, types.ModuleType):
        return True
    if isinstance(value, type):
        return not is_library_class(value)
    if (compiled := _compiled(value)) is not None or isinstance(value, types.FunctionType):
        return not is_library(compiled[0] if compiled else value)
    return isinstance(value, (*_CONSTANTS, np.ndarray, np.generic))


def _number(content: str | bytes) -> int:
    """A digest as a number, because a pickle never refers back to a number."""
    text = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return int.from_bytes(hashlib.sha256(text).digest())


def _constant(value: Any) -> str:
    """The text of a constant; "" for a tuple or a set that holds other objects."""
    kind = type(value)
    if kind in (tuple, frozenset):
        if any(type(item) not in _CONSTANTS for item in value):
            return ""
        parts = [_constant(item) for item in value]
        return f"{kind.__name__}({', '.join(parts if kind is tuple else sorted(parts))})" if all(parts) else ""
    return f"{kind.__name__} {public_name(repr(value))}"


def _code(code: types.CodeType) -> list[Any]:
    """Code without its place in a file."""
    counts = (code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_flags)
    return [
        "code",
        code.co_code,
        code.co_consts and list(code.co_consts),
        counts,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_exceptiontable,
    ]


def names_in_code(code: types.CodeType) -> Iterator[str]:
    """The names by which code, and code inside it, may reach objects."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in_code(constant)
        elif isinstance(constant, str):  # getattr(module, "name")
            yield constant


def _compiled(value: Any) -> tuple[types.FunctionType, str] | None:
    """The Python function behind an object of numba, and how it is compiled; None for other objects."""
    # numba.vectorize and guvectorize hold a dispatcher; C functions and intrinsics hold the function.
    inner = getattr(value, "_dispatcher", None) or getattr(value, "gufunc_builder", None) or value
    for name in ("py_func", "_pyfunc", "_defn"):
        if isinstance(function := getattr(inner, name, None), types.FunctionType):
            options: Mapping[str, Any] = getattr(inner, "targetoptions", None) or {}
            kinds: Iterable[Any] = (getattr(inner, "locals", None) or {}).items()
            how = [sorted(f"{name}={option}" for name, option in (*options.items(), *kinds))]
            if not getattr(inner, "_can_compile", True):  # it converts its arguments
                how.append([str(kinds) for kinds in inner.nopython_signatures])
            return function, f"{type(value).__name__} {getattr(value, 'signature', '')} {how}"
    return None


def python_function(value: Any) -> types.FunctionType | None:
    """The Python function that a function is, or that numba compiles for an object; None for other objects."""
    if isinstance(value, types.FunctionType):
        return value
    compiled = _compiled(value)
    return compiled[0] if compiled else None


def _has_content(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:  # an empty cell
        return False


def _native_name(value: Any) -> str:
    """The dotted name of a library's function that is not written in Python; else ""."""
    if isinstance(value, np.ufunc):
        known = getattr(np, value.__name__, None) is value
        return f"numpy.{value.__name__}" if known else ""
    function = getattr(value, "__func__", None)
    if isinstance(function, types.FunctionType) and not is_library(function):
        return ""
    of = getattr(value, "__self__", None) or getattr(value, "__objclass__", None)
    name = getattr(value, "__module__", None) or type(of).__module__
    module = sys.modules.get(name)
    return f"{name}.{value.__name__}" if module is not None and is_library_module(module) else ""
