"""The digest of a function: of its code, and by value of everything that the code reaches.

A compiled function freezes the numbers, arrays and texts of its module and closure, and other functions with theirs.
The text of its file does not show a number that was read from another file. So the digest is of the values in memory.
Of objects of Python, numba, numpy or this program only the name counts: other digests hold their versions.
"""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import hashlib
import io
import os
import pickle
import re
import sys
import sysconfig
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

PROGRAM = frozenset({"analyses", "mahjong_sim", "reports", "strategies", "tongits_sim"})
LIBRARIES = frozenset({"llvmlite", "numba", "numpy", *PROGRAM, *sys.stdlib_module_names}) - {"__main__"}
PRIVATE = "tongits_user_"
"""The beginning of the module names of one bot file; sixteen hex digits follow."""
_PRIVATE = re.compile(rf"\b{PRIVATE}[0-9a-f]{{16}}\.")
_INSTALLED = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib")})
_PACKAGES = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range, slice)


@dataclass(frozen=True)
class Reach:
    """What a value reaches.

    Attributes:
        digest: sixteen hex digits, which differ for another value, or for other code anywhere in it.
        own: whether there is code in it that is neither a library's nor the program's.
        compiled: the compiled functions of such code (numba's dispatchers), inner ones before those that use them.
        library: dotted names of the objects of libraries, the program and Python itself that such code uses:
            `numpy.random.rand`.
    """

    digest: str
    own: bool
    compiled: tuple[Any, ...]
    library: frozenset[str]


def reach(*values: Any, portable: bool = False) -> Reach:
    """What values reach: functions, compiled or not, tables, numbers.

    Args:
        values: the values.
        portable: whether the digest is the same in all versions of Python. Of two functions of the program that were
            made inside others then only the places in their sources count.
    """
    walk = _Walk(portable=portable)
    for value in values:
        walk.value(value)
    return Reach(walk.digest(), walk.own, tuple(walk.compiled), frozenset(walk.library))


def is_installed(file: str) -> bool:
    """Whether a file belongs to Python, or to a package that is installed."""
    return file.startswith(_INSTALLED) or any(each in file for each in _PACKAGES)


def public_name(text: str) -> str:
    """A module's name, or a text with such names, without the place of a bot file."""
    return _PRIVATE.sub("", text)


def is_library(module: str | None) -> bool:
    """Whether a module of this name comes with Python, numba, numpy or this program."""
    return (module or "").partition(".")[0] in LIBRARIES


@dataclass
class _Walk:
    own: bool = False
    portable: bool = False
    compiled: list[Any] = field(default_factory=list)
    library: set[str] = field(default_factory=set)
    _hash: Any = field(default_factory=hashlib.sha256)
    _seen: dict[int, int] = field(default_factory=dict)
    _modules: set[tuple[int, int]] = field(default_factory=set)  # by the names that code asks of them
    _kept: list[Any] = field(default_factory=list)  # alive, so that no other object gets the same id

    def digest(self) -> str:
        """The digest of everything walked so far."""
        return str(self._hash.hexdigest()[:16])

    def _put(self, kind: str, content: str | bytes = b"") -> None:
        text = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        self._hash.update(f"{kind}:{len(text)}:".encode() + text)

    def _first(self, value: Any) -> bool:
        """Whether a value is met for the first time; else only its number counts."""
        number = self._seen.setdefault(id(value), len(self._seen))
        if number == len(self._kept):
            self._kept.append(value)
            return True
        self._put("again", str(number))
        return False

    def value(self, value: Any) -> None:
        """Count a value in."""
        kind = type(value)
        if isinstance(value, enum.Enum):
            self._put("member", f"{kind.__qualname__}.{value.name}")
            self.value(value.value)
        elif isinstance(value, np.generic):
            self._put("scalar", str(value.dtype))
            self._put("bytes", value.tobytes())
        elif kind in _PLAIN:
            self._put(kind.__name__, repr(value))
        elif isinstance(value, types.ModuleType):
            self._put("module", public_name(value.__name__))
        elif isinstance(getattr(value, "py_func", None), types.FunctionType):
            self._compiled_function(value)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, np.ndarray | tuple | list | Mapping | set | frozenset):
            if self._first(value):
                self._many(value)
        else:
            self._other(value)

    def _many(self, value: Any) -> None:
        self._put(type(value).__qualname__, str(len(value) if not isinstance(value, np.ndarray) else value.shape))
        if isinstance(value, np.ndarray):
            self._put("dtype", str(value.dtype))
            if value.dtype.hasobject:
                self.value(value.tolist())
            else:
                self._put("bytes", value.tobytes())
        elif isinstance(value, set | frozenset):
            for digest in sorted(reach(each, portable=self.portable).digest for each in value):
                self._put("of", digest)
        elif isinstance(value, Mapping):
            for key, each in value.items():
                self.value(key)
                self.value(each)
        else:
            for each in value:
                self.value(each)

    def _other(self, value: Any) -> None:
        kind = type(value)
        inner = getattr(value, "_pyfunc", None) or getattr(value, "_defn", None)
        of_arrays = getattr(value, "_dispatcher", None) or getattr(value, "gufunc_builder", None)  # numba.vectorize
        if isinstance(inner, types.FunctionType):  # a C function of numba's, or an intrinsic
            self._put("c")
            self._function(inner)
        elif of_arrays is not None and isinstance(getattr(of_arrays, "py_func", None), types.FunctionType):
            self._put("of arrays", f"{getattr(value, 'signature', '')} {getattr(of_arrays, 'targetoptions', '')}")
            self._function(of_arrays.py_func)
        elif isinstance(value, functools.partial):
            self._put("partial")
            for each in (value.func, value.args, value.keywords):
                self.value(each)
        elif name := _name(value):
            self.library.add(name)
            self._put("name", name)
        elif self._first(value):
            self._put("object", public_name(f"{kind.__module__}.{kind.__qualname__}"))
            if not is_library(kind.__module__):
                self._class(kind)
            try:
                self._put("state", _state(value))
            except Exception:  # noqa: BLE001  (an object's own way of being pickled may raise anything)
                self._put("unknown", os.urandom(16))  # nothing identifies it, so it equals no other

    def _class(self, kind: type) -> None:
        self._put("class", public_name(f"{kind.__module__}.{kind.__qualname__}"))
        if is_library(kind.__module__):
            self.library.add(f"{kind.__module__}.{kind.__qualname__}")
        elif self._first(kind):
            for name, value in sorted(vars(kind).items()):
                value = getattr(value, "__func__", getattr(value, "fget", value))
                if isinstance(value, (*_PLAIN, types.FunctionType, enum.Enum)) and name != "__module__":
                    self._put("attribute", name)
                    self.value(value)
            if (compiled := getattr(kind, "class_type", None)) is not None:  # numba's jitclass
                self._put("fields", str(getattr(compiled, "struct", "")))
                for methods in ("jit_methods", "jit_props", "jit_static_methods"):
                    self.value(getattr(compiled, methods, {}))

    def _compiled_function(self, value: Any) -> None:
        options = {**getattr(value, "targetoptions", {}), **(getattr(value, "locals", None) or {})}
        self._put("compiled", repr(sorted((name, str(option)) for name, option in options.items())))
        if not getattr(value, "_can_compile", True):  # it converts its arguments
            self._put("signatures", str(value.nopython_signatures))
        self._function(value.py_func)
        if not is_library(value.py_func.__module__) and not any(value is each for each in self.compiled):
            self.compiled.append(value)

    def _function(self, function: types.FunctionType) -> None:
        name = f"{function.__module__}.{function.__qualname__}"
        self._put("function", function.__name__)
        if not self._first(function):
            return
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        closure = {name: cell.cell_contents for name, cell in cells.items() if _has_content(cell)}
        if is_library(function.__module__):
            self.library.add(name)
            self._put("library", name)
            if "<" in name:  # there may be several of the name: made inside functions, or lambdas
                if self.portable:
                    self._put("line", str(function.__code__.co_firstlineno))
                else:
                    self._text(function.__code__)
            self.value(list(closure.values()))
        else:
            self.own = True
            self._code(function.__code__, {**vars(builtins), **function.__globals__, **closure})
        self.value(function.__defaults__)
        self.value(function.__kwdefaults__)

    def _code(self, code: types.CodeType, names: Mapping[str, Any]) -> None:
        """Count in code, and everything it reaches by name."""
        self._text(code)
        for each in _codes(code):
            for name, path in _references(each):
                if name in names:
                    self._put("reference", name)
                    self._reference(names[name], path, each.co_names)

    def _text(self, code: types.CodeType) -> None:
        """Count in the instructions and constants of code."""
        for each in _codes(code):
            self._put("code", each.co_code)
            arguments = (each.co_argcount, each.co_kwonlyargcount, each.co_posonlyargcount, each.co_flags)
            self._put("names", repr((arguments, each.co_names, each.co_varnames, each.co_freevars, each.co_cellvars)))
            for const in each.co_consts:
                if not isinstance(const, types.CodeType):
                    self.value(const)

    def _reference(self, value: Any, path: tuple[str, ...], attributes: tuple[str, ...]) -> None:
        """Count in a value that code names; of a module, the attributes that the code takes."""
        self.value(value)
        if not isinstance(value, types.ModuleType):
            return
        if is_library(value.__name__):
            self.library.add(".".join((value.__name__, *path)))
        elif (id(value), id(attributes)) not in self._modules:
            self._modules.add((id(value), id(attributes)))
            # The code may take any name it holds from a module.
            for name in attributes:
                if name in vars(value):
                    self._put("attribute", name)
                    self._reference(vars(value)[name], path[1:] if path[:1] == (name,) else (), attributes)


class _Pickler(pickle.Pickler):
    """Names classes and functions of a bot file without its place: a copy elsewhere is the same bot."""

    def persistent_id(self, value: Any) -> str | None:
        """A name in the place of a class or a function of a bot file; None for anything else."""
        module = getattr(value, "__module__", None) if isinstance(value, type | types.FunctionType) else None
        own = isinstance(module, str) and module.startswith(PRIVATE)
        return f"{public_name(module)}.{value.__qualname__}" if own and module else None


def _state(value: Any) -> bytes:
    """The state of an object, pickled; passes on any error of its own pickling."""
    written = io.BytesIO()
    _Pickler(written, 4).dump(value)
    return written.getvalue()


def _has_content(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:  # nothing is in it yet
        return False


def _name(value: Any) -> str:
    """The dotted name of something that is not written in Python, such as `numpy.random.rand`; "" for anything else."""
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"
    if isinstance(value, types.BuiltinFunctionType | types.MethodType) or type(value).__name__ in (
        "cython_function_or_method",
        "_ArrayFunctionDispatcher",
        "method_descriptor",
    ):
        of = getattr(value, "__self__", None)
        module = getattr(value, "__module__", None) or type(of).__module__
        return f"{module}.{value.__name__}" if is_library(module) else ""
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__} {value}" if is_library(kind.__module__) and _is_whole(value) else ""


def _is_whole(value: Any) -> bool:
    """Whether the text of a library's object describes it completely: a numpy dtype, a type of numba."""
    module = type(value).__module__
    return isinstance(value, np.dtype) or (module.startswith("numba.core.types") and " at 0x" not in str(value))


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Code and all code inside it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _references(code: types.CodeType) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that code takes from its module or closure, each with its attributes taken at once: `np`, `random`."""
    name, path = "", list[str]()
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and name:
            path.append(str(step.argval))
            continue
        if name:
            yield name, tuple(path)
        name, path = "", []
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"):
            name = str(step.argval)
    if name:
        yield name, tuple(path)
