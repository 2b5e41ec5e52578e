"""Arithmetic for estimators whose digits do not depend on the machine, and the late import of scipy.

Runs are long and money is in hundredths of a unit, so a sum of squares outgrows the 53 bits of a float, and ``ss / n -
mean ** 2`` would subtract two nearly equal roundings. Here all differences are of Python integers, and only the last
division rounds.

Only ``+ - * /`` and square roots of floats are the same everywhere. Exponentials, logarithms, powers and scipy's
functions
come from libraries that choose their code, and so their last digits, by the processor: `portable` drops these digits.
Linear algebra libraries also choose: `dot` sums exactly.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import math
import operator
import sys
from decimal import Context, Decimal
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Real: TypeAlias = Any
"""A float for scalar arguments, an array of their broadcast shape otherwise (numpy types its ufuncs the same way)."""

Whole: TypeAlias = Any
"""An int, or an array or sequence of integers: counts and sums as they come from the accumulators."""

Exact: TypeAlias = NDArray[np.object_]
"""An array (perhaps 0-d) of Python integers."""

_KNOWN_BITS = 32
"""Binary digits (nine decimals) that `portable` keeps of about fifty."""
_DECIMAL = Context(prec=30)

_index = np.frompyfunc(operator.index, 1, 1)
_divide = np.frompyfunc(lambda a, b: a / b if b else math.nan, 2, 1)


class _Special:
    """The functions of ``scipy.special``, their results as `portable`."""

    def __init__(self, module: Any) -> None:
        self._module = module

    @functools.cache  # noqa: B019 - there is one
    def __getattr__(self, name: str) -> Any:
        function = getattr(self._module, name)

        def rounded(*arguments: Any) -> Any:
            return portable(np.real(function(*arguments)))

        return rounded


@functools.cache
def special() -> Any:
    """``scipy.special``, imported at first use, because its import takes longer than that of the whole package.

    Results have nine digits, on which all processors and versions of scipy agree.
    """
    _load_later("numpy.f2py")
    return _Special(importlib.import_module("scipy.special"))


def portable(values: ArrayLike, bits: int = _KNOWN_BITS) -> Real:
    """Round values to the binary digits on which libraries agree; nan and infinities stay."""
    mantissa, exponent = np.frexp(np.asarray(values, dtype=np.float64))
    return plain(np.ldexp(np.rint(mantissa * 2.0**bits) / 2.0**bits, exponent))


def exponential(value: float) -> float:
    """``exp(value)`` of a finite number, correctly rounded on every machine."""
    return float(_DECIMAL.exp(Decimal(value)))


def dot(*factors: NDArray[np.float64]) -> float:
    """The sum of all elements of a product of finite arrays, which broadcast; only the last step rounds."""
    return math.fsum(functools.reduce(np.multiply, factors).ravel().tolist())


def quadratic(x: NDArray[np.float64], matrix: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """``x @ matrix @ y`` by `dot`."""
    return dot(x[:, None], matrix, y)


def _load_later(name: str) -> None:
    """Load a module at its first use, because scipy imports all of numpy and uses little of it."""
    parent, _, child = name.rpartition(".")
    spec = importlib.util.find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    setattr(importlib.import_module(parent), child, module)


def exact(values: Whole) -> Exact:
    """Convert to an object array of Python integers; an object array is returned unchanged.

    Raises
    ------
    TypeError
        If a value is not an integer: with a float, precision would already be lost.
    """
    if type(values) is int:  # the usual case, 20 times as quick as the general way
        scalar = np.empty((), dtype=object)
        scalar[()] = values
        return scalar
    array = values if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    if array.dtype.kind in "iu":
        return array.astype(object)
    if array.dtype == object and set(map(type, array.ravel())) <= {int}:
        return array
    try:
        return np.array(_index(array), dtype=object)
    except TypeError as error:
        raise TypeError(f"counts and sums are integers (money in hundredths of a unit): {error}") from None


def quotient(numerator: Whole, denominator: Whole) -> NDArray[np.float64]:
    """``numerator / denominator``, correctly rounded however large; nan where the denominator is 0."""
    if type(numerator) is int and type(denominator) is int:
        return np.asarray(numerator / denominator if denominator else math.nan)
    return np.asarray(_divide(exact(numerator), exact(denominator)), dtype=np.float64)


def root(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The square root; nan stays nan."""
    return np.asarray(np.sqrt(values), dtype=np.float64)


def plain(values: ArrayLike) -> Real:
    """A scalar for a 0-d array, the array itself otherwise."""
    return np.asarray(values)[()]


def scatter(n: Whole, sx: Whole, sxx: Whole) -> Exact:
    """``n * sum((x - mean)**2) = n * sxx - sx**2``, exactly.

    Raises
    ------
    ValueError
        If ``n`` or the result is negative, so that the arguments are not sums of one sample.
    """
    count = exact(n)
    total = exact(sx)
    squares = exact(sxx)
    result = _whole(count * squares - total * total)
    if (count < 0).any():
        raise ValueError("the number of clusters is negative")
    if (result < 0).any():
        raise ValueError("n * sum of squares is less than the square of the sum: these are not sums of one sample")
    return result


def _whole(result: Any) -> Exact:
    """Make results arrays, because numpy turns 0-d results of object arithmetic into integers."""
    return exact(result) if type(result) is int else np.asarray(result, dtype=object)


def coscatter(n: Whole, sx: Whole, sy: Whole, sxy: Whole) -> Exact:
    """``n * sum((x - mean x) * (y - mean y)) = n * sxy - sx * sy``, exactly.

    Parameters
    ----------
    n, sx, sy, sxy : int or array of int
        Sample size, sums of x and y, and sum of their products; broadcast against each other.
    """
    return np.asarray(exact(n) * exact(sxy) - exact(sx) * exact(sy), dtype=object)


def variance(n: Whole, s: Whole, ss: Whole) -> NDArray[np.float64]:
    """The sample variance ``(ss - s**2 / n) / (n - 1)``; nan where ``n < 2``."""
    count = exact(n)
    return quotient(scatter(n, s, ss), count * (count - 1))


def wilson(p: Real, m: Real, z: Real) -> tuple[Real, Real]:
    """The ends of Wilson's interval at ``z`` standard errors, not cut to [0, 1]: share ``p`` of ``m`` trials."""
    square = z * z
    centre = (p + square / (2 * m)) / (1 + square / m)
    radius = z * np.sqrt(p * (1 - p) / m + square / (4 * (m * m))) / (1 + square / m)
    return centre - radius, centre + radius


def check_level(level: float, name: str = "level") -> None:
    """Check that a level is a probability.

    Raises
    ------
    ValueError
        Unless it lies strictly between 0 and 1.
    """
    if not 0.0 < level < 1.0:
        raise ValueError(f"{name} is {level}, but must lie between 0 and 1: 0.95 means 95 %")
