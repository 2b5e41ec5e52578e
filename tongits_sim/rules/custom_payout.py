"""A custom payout: a function in a user's Python file that says what a finished game pays.

Rules name it by the knob `payout`, in a file of rules or by `--set payout=my_pay.py:pay`. It changes no move, so the
record of rules has no field for it, and rules list the knob only if set. tongits_sim/payout.py describes its arguments.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Self

from tongits_sim.errors import TongitsError
from tongits_sim.knobs.knob import Knob, RuleError, Value
from tongits_sim.run.numbers import abbreviated

_SPEC = re.compile(r"(?P<file>.+\.py):(?P<function>[A-Za-z_]\w*)(?:\(most=(?P<most>\d+(?:\.\d+)?)\))?")
_STORED = re.compile(rf"{_SPEC.pattern} #[0-9a-f]{{16}}")
_HIGHEST = 1_000_000.0


class Payout(str):
    """A payout as text with the digest of its code, for rules, manifests and records: `my_pay.py:pay #0123...`."""

    path: str  # the file; empty if only the text is known
    most: float  # the spec's bound on a seat's win or loss in a game, units; 0 if the spec has no bound
    # as the file defines it, not compiled; None if only the text is known
    function: Callable[[Any, Any], object] | None

    def __new__(cls, text: str, path: str = "", function: Any = None) -> Self:
        """`text` includes the digest."""
        payout = super().__new__(cls, text)
        match = _STORED.fullmatch(text)
        assert match is not None
        payout.path = path
        payout.most = float(match["most"] or 0)
        payout.function = function
        return payout

    @property
    def spec(self) -> str:
        """`my_pay.py:pay`, without the digest."""
        return self.partition(" #")[0]

    @cached_property
    def takes(self) -> bool:
        """Whether the house may win or pay, which is so if the function or one of its helpers names `HOUSE`."""
        from tongits_sim.compile.identity import reach

        if self.function is None:
            return False
        helpers = [function.py_func for function in reach(self.function).compiled]
        return any("HOUSE" in _names(function.__code__) for function in (self.function, *helpers))

    def name_with_most(self) -> str:
        """The spec with a tenfold bound, as a suggestion: `my_pay.py:pay(most=1000)`."""
        return f"{self.spec.partition('(')[0]}(most={10 * (self.most or 100):g})"

    @property
    def words(self) -> str:
        """The first sentence of the docstring, else the name."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0].strip().rstrip(".") or self.spec

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Pickle by name, as bots do."""
        return _reload, (str(self), self.path)


def _names(code: CodeType) -> set[str]:
    """The names that code, and code inside it, reads."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


_known: dict[str, Payout] = {}


def load_payout(spec: str) -> Payout:
    """Execute a file and load the payout `FILE.py:function`, or a text with a digest.

    Raises:
        RuleError: the payout does not exist, cannot be executed, or makes a forbidden call.
    """
    if spec in _known:
        return _known[spec]
    if _STORED.fullmatch(spec):
        return Payout(spec)
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise RuleError(
            f'payout must name a function of a Python file, such as "my_pay.py:pay", not {abbreviated(spec)}.'
        )
    if match["most"] and not 0 < float(match["most"]) <= _HIGHEST:
        raise RuleError(f"in payout, most must be an amount up to {_HIGHEST:,.0f} units, not {match['most']}.")
    function, digest = _function(match["file"], match["function"])
    most = f"(most={match['most']})" if match["most"] else ""
    text = f"{Path(match['file']).name}:{match['function']}{most} #{digest}"
    _known[text] = Payout(text, str(Path(match["file"]).resolve()), function)
    return _known[text]


def _function(path: str, name: str) -> tuple[Any, str]:
    """The plain Python function of a file, and its digest. Raises RuleError."""
    from tongits_sim.compile.hooks import forbidden_use
    from tongits_sim.compile.identity import reach
    from tongits_sim.compile.jit import CompiledFunction
    from tongits_sim.run.user_file import Words, values_in

    functions: dict[str, Any] = {}
    try:
        for kind in (CompiledFunction, FunctionType):
            values = values_in(path, kind, Words("payout", "function", "functions"))
            functions |= {value.__name__: getattr(value, "py_func", value) for value in values}
        what = reach(functions.get(name))
    except TongitsError as error:
        raise RuleError(f"in payout, {error}.") from None
    if name not in functions:
        raise RuleError(f"in payout, {path} has no function {name!r}; it has: {', '.join(functions) or 'none'}.")
    if len(inspect.signature(functions[name]).parameters) != 2:
        raise RuleError(f"the payout {name!r} must take two things, the game and the units: def {name}(game, units).")
    if used := forbidden_use(what):
        raise RuleError(f"the payout {name!r} uses {used[0]}: what is paid may depend on the game alone.")
    return functions[name], what.digest


def _reload(text: str, path: str) -> Payout:
    if not path:
        return Payout(text)
    match = _SPEC.match(text)
    assert match is not None
    payout = load_payout(f"{path}{text.partition(' #')[0].removeprefix(match['file'])}")
    if payout != text:
        raise RuleError(f"{path} has changed since the run began: begin it anew.")
    return payout


@dataclass(frozen=True)
class PayoutKnob(Knob):
    """The knob `payout`; its value is a `Payout` or empty."""

    def check(self, value: object) -> Value:
        """Load the payout. Raises RuleError."""
        if isinstance(value, Payout) or value == "":
            return value
        if not isinstance(value, str):
            raise RuleError(f'payout must be text in quotes, such as "my_pay.py:pay", not {abbreviated(value)}.')
        return load_payout(value)

    def parse(self, text: str) -> Value:
        return self.check(text.strip())

    def text(self, value: Value) -> str:
        return value.spec if isinstance(value, Payout) else str(value)

    def expected(self) -> str:
        return "a function of a Python file (docs/how-to/own-rules.md)"

    def sentence(self, value: Value) -> str:
        """The payout's docstring, and its place."""
        if not isinstance(value, Payout):
            return self.texts[""]
        if value.words == value.spec:
            return f"What a game pays is computed by {value.spec}."
        return f"{value.words} ({value.spec})."


PAYOUT = PayoutKnob(
    "payout", "payout", "", "R14", "A payout of one's own", {"": "Losers pay as the knobs say."}, template="{}"
)
