"""Plug-in point for bots: compile their hooks for a game's view, and call them through their address.

So an engine is compiled once for all bots. A hook is `hook(view, params) -> action code`: `view` holds what a seat may
know, `params` the bot's parameters. An exception cannot unwind through compiled code. So the kernel learns only that
the hook raised, Python hands the exception to `sys.unraisablehook`, and `listening` keeps its text.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np

from tongits_sim.compile import intrinsics, jit, specialised, struct_copy
from tongits_sim.compile.extensions import ExtensionError
from tongits_sim.compile.identity import IdentityError, Reach, reach
from tongits_sim.compile.intrinsics import NumbaError, cgutils, intrinsic, ir, types
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.specialised import record_at
from tongits_sim.errors import TongitsError

Hook = Callable[[Any, Any], Any]

_STUMBLES: tuple[tuple[type[Exception], str, str], ...] = (
    (AttributeError, "'DUFunc' object", "a function made by vectorize; mark the function with @njit instead"),
    (
        TypeError,
        "expected str instance, NoneType found",
        "a function that exec made without a module; write it into the file, or give exec a `__name__`",
    ),
)
"""Errors inside the compiler, and what a hook calls that makes them."""
_COMPILER = re.compile(r"fails with: Failed in \w+ mode pipeline \([^)]*\)")

_hooks: dict[tuple[Any, ...], Any] = {}
_lock = threading.RLock()
_errors: dict[int, list[str]] = {}
_bounds = [False]

# Functions that a hook may not use, by the beginning of their dotted names, with the reason.
_CHANCE = "its games could not be played again: take chance from view.word, with uses_random=True"
_ADDRESS = "what lies at an address is another thing in every process: keep it in an array or a number of the module"
_PYTHON = "what Python code returns may change unseen: write it as a function marked @njit"
_FORBIDDEN: dict[str, str] = {
    "numba.core.withcontexts.": _PYTHON,
    "numba.np.numpy_support.": _ADDRESS,
    "numba.objmode": _PYTHON,
    "numpy.ndarray.ctypes": _ADDRESS,
    **{f"{module.__name__}.": _ADDRESS for module in (intrinsics, specialised, struct_copy)},
    "builtins.print": "what it prints would stand between the lines of answers",
    "numpy.random.": _CHANCE,
    "random.": _CHANCE,
    "secrets.": _CHANCE,
    "time.": _CHANCE,
    "uuid.": _CHANCE,
}


class HookError(TongitsError):
    """A hook that cannot be compiled, or that may not play."""


@contextlib.contextmanager
def bounds_checked() -> Iterator[None]:
    """Context in which users' hooks are compiled with bounds checks."""
    before = _bounds[0]
    _bounds[0] = True
    try:
        yield
    finally:
        _bounds[0] = before


@contextlib.contextmanager
def as_hook_error(bot: str, decision: str) -> Iterator[None]:
    """Turn errors of the compiler into sentences.

    Raises:
        HookError: the hook cannot be compiled.
        CompilingError: compiling is switched off.
    """
    try:
        yield
    except HookError as error:
        # The compiler's first line only names one of its steps.
        lines = [" ".join(line.split()) for line in str(error.__context__).splitlines()]
        said = [line for line in lines if line and not line.startswith(("Failed in ", "[", "-", "During"))]
        if not _COMPILER.search(str(error)) or not said:
            raise
        raise HookError(_COMPILER.sub(lambda _: f"fails with: {said[0][:300]}", str(error))) from None
    except jit.CompilingError:
        raise
    except Exception as error:  # noqa: BLE001  (a compiler may stumble over a hook in ways of its own)
        for kind, sign, what in _STUMBLES:
            if isinstance(error, kind) and sign in str(error):
                raise HookError(f"the bot {bot!r} cannot be compiled: its {decision} hook calls {what}") from None
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise HookError(f"the bot {bot!r} cannot be compiled: its {decision} hook fails with: {why}") from None


def compile_for_view(hook: Hook, view: Any, params: np.dtype, bot: str, decision: str) -> int:
    """Compile a hook for a layout of parameters and return its address for `call_hook`. Compiled code is cached on
    disk.

    The cache key covers everything that the hook refers to: if a constant of its module changes, it is compiled again.

    Args:
        view: numba's type of the game's view.
        params: record layout of the bot's parameters.

    Raises HookError: the hook cannot be compiled, or uses something that a bot may not use.
    """
    function = getattr(hook, "py_func", hook)
    with _lock:
        try:
            what = reach(function)
        except IdentityError as error:
            raise HookError(f"the bot {bot!r} may not play: its {decision} hook {error}") from None
        key = (what.digest, str(params), view, _bounds[0]) if what.own else (function, what.digest, str(params), view)
        if key not in _hooks:
            _check_uses(what, bot, decision)
            options = {"boundscheck": True} if _bounds[0] and what.own else {}
            if options:
                for inner in what.compiled:
                    inner.targetoptions["boundscheck"] = True
            _hooks[key] = _compile(function, (view, numba.from_dtype(params)), bot, decision, options)
        code = next(iter(_hooks[key].overloads.values()))
        return int(code.library.get_pointer_to_function(code.fndesc.llvm_func_name))


def forbidden_use(what: Reach) -> tuple[str, str] | None:
    """Find a use that is forbidden in users' code although it compiles (chance, printing, Python), and the reason."""
    for name in sorted(what.used) if what.own else ():
        for beginning, why in _FORBIDDEN.items():
            if name.startswith(beginning):
                return name.removeprefix("builtins."), why
    return None


def _check_uses(what: Reach, bot: str, decision: str) -> None:
    """Raises HookError: a hook makes a forbidden call."""
    if used := forbidden_use(what):
        raise HookError(f"the bot {bot!r} may not play: its {decision} hook uses {used[0]}, and {used[1]}")


def _compile(function: Hook, records: tuple[Any, Any], bot: str, decision: str, options: dict[str, Any]) -> Any:
    signature = types.uint64(*records)
    try:
        return jit.compile_for(signature, function, no_cpython_wrapper=True, **options)
    except KeyError as error:  # numba looks for a record's field
        raise HookError(
            f"the bot {bot!r} cannot be compiled: its {decision} hook reads {error}, which is neither a parameter "
            "of the bot nor a field of the view; see docs/how-to/bots.md"
        ) from None
    except ExtensionError as error:
        raise HookError(f"the bot {bot!r} may not play: in its {decision} hook {error}") from None
    except NumbaError as error:
        reason = next((line.strip() for line in str(error).splitlines() if line.strip()), "unknown")
        raise HookError(
            f"the bot {bot!r} cannot be compiled: its {decision} hook fails with: {reason[:300]} "
            "(a hook may use numbers, the view's fields and numba functions; see docs/how-to/bots.md)"
        ) from None


@intrinsic
def call_hook(typingctx, address, view, params):
    """Call the hook at `address` with a view record and the address of a parameter record.

    Returns its uint64, and whether it raised.

    The call skips numba's C wrapper, which costs as much as a short hook. As in the wrapper, an exception goes to
    `sys.unraisablehook`; the action is then 0.
    """

    def codegen(context, builder, signature, args):
        convention = context.call_conv
        record = signature.args[1]
        kind = convention.get_function_type(types.uint64, (record, record))
        function = builder.inttoptr(args[0], kind.as_pointer())
        given = [args[1], builder.inttoptr(args[2], args[1].type)]
        answer, problem = (cgutils.alloca_once(builder, kind.args[number].pointee) for number in range(2))
        code = builder.call(function, [answer, problem, *given])
        # Any code but 0 is an error, since a hook returns a number: one comparison instead of numba's three.
        raised = builder.icmp_signed("!=", code, ir.Constant(code.type, 0))
        with builder.if_then(raised, likely=False):
            builder.store(ir.Constant(ir.IntType(64), 0), answer)
            status = convention._get_return_status(builder, code, builder.load(problem))
            python = context.get_python_api(builder)
            lock = python.gil_ensure()
            convention.raise_error(builder, python, status)
            where = python.string_from_string(context.insert_const_string(builder.module, "hook"))
            python.err_write_unraisable(where)
            python.decref(where)
            python.gil_release(lock)
        return context.make_tuple(builder, signature.return_type, (builder.load(answer), raised))

    return types.Tuple((types.uint64, types.boolean))(types.int64, view, types.int64), codegen


@contextlib.contextmanager
def listening() -> Iterator[list[str]]:
    """Yields a list; exceptions in hooks of this thread add their texts to it."""
    messages: list[str] = []
    _errors[threading.get_ident()] = messages
    previous = sys.unraisablehook
    if previous is not _unraisable:
        sys.unraisablehook = _unraisable
    try:
        yield messages
    finally:
        del _errors[threading.get_ident()]


def _unraisable(problem: Any) -> None:
    messages = _errors.get(threading.get_ident())
    if messages is None:
        sys.__unraisablehook__(problem)
        return
    if len(messages) < 10:
        messages.append(
            f"{problem.exc_type.__name__}: {problem.exc_value}" if problem.exc_value else problem.exc_type.__name__
        )


DirectHook = Callable[[Any, Any], Any]


class InlinedBot(NamedTuple):
    """A bot whose hooks the compiler can inline."""

    name: str  # different for every bot
    hooks: Sequence[DirectHook]  # in the order of the decisions
    layout: np.dtype  # the record of its parameters


def asking(slots: Sequence[InlinedBot | None], by_address: Any) -> Any:
    """Make a kernel `ask(table, view, seat, decision) -> (action code, reason code)` that inlines bots.

    Args:
        slots: the bot of each slot; None if the bot is called by its address.
        by_address: a kernel with the same arguments that calls any bot by its address.
    """
    groups: dict[str, tuple[int, InlinedBot]] = {}  # slots (mask) and bot
    for slot, bot in enumerate(slots):
        if bot is not None:
            groups[bot.name] = groups.get(bot.name, (0, bot))[0] | 1 << slot, bot
    ask = by_address
    if None not in slots:
        _, (_, last) = groups.popitem()
        ask = _asking_one(last)
    for mask, bot in groups.values():
        ask = _asking(mask, _asking_one(bot), ask)
    return ask


def _asking(slots: int, ask_slots: Any, ask_others: Any) -> Any:
    """Ask `ask_slots` for some slots (mask), and `ask_others` for the rest."""
    among = np.int64(slots)

    @inline_njit(cache=False)
    def ask(table, view, seat, decision):
        if among >> table.seating[seat] & 1:
            return ask_slots(table, view, seat, decision)
        return ask_others(table, view, seat, decision)

    return ask


def _asking_one(bot: InlinedBot) -> Any:
    """Ask a bot in every slot."""
    parameters = record_at(bot.layout)
    hooks = bot.hooks
    answer: Any = _kernel(hooks[-1])
    for number in range(len(hooks) - 2, -1, -1):
        answer = _answering(np.int64(number), _kernel(hooks[number]), answer, number == len(hooks) - 2)

    @inline_njit(cache=False)
    def ask(table, view, seat, decision):
        return np.uint64(answer(view, parameters(table.params[table.seating[seat]]), decision)), np.int64(0)

    return ask


def _answering(number: np.int64, hook: Any, rest: Any, is_last: bool) -> Any:
    """Answer decision `number` by a hook, and later decisions by `rest`. If `rest` `is_last`, it is a hook too."""
    if is_last:

        @inline_njit(cache=False)
        def answer(view, params, decision):
            return np.uint64(hook(view, params)) if decision == number else np.uint64(rest(view, params))
    else:

        @inline_njit(cache=False)
        def answer(view, params, decision):
            return np.uint64(hook(view, params)) if decision == number else rest(view, params, decision)

    return answer


def _kernel(hook: DirectHook) -> Any:
    return hook if hasattr(hook, "py_func") else njit(cache=False)(hook)
