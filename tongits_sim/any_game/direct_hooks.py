"""Kernels that ask known bots directly, for specialised engines: the compiler inlines calls that go to no address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.specialised import record_at
from tongits_sim.jit import inline_njit, njit

Hook = Callable[[Any, Any], Any]


class Known(NamedTuple):
    """A bot that is asked directly.

    Attributes:
        name: different for every bot.
        hooks: in the order of the decisions.
        layout: the record of its parameters.
    """

    name: str
    hooks: Sequence[Hook]
    layout: np.dtype


def asking(slots: Sequence[Known | None], by_address: Any) -> Any:
    """A kernel `ask(table, view, seat, decision) -> (action word, reason code)` that knows who sits in a slot.

    Args:
        slots: by slot the bot; None for one that is called by address.
        by_address: the kernel with the same arguments that calls any bot by its address.
    """
    groups: dict[str, tuple[int, Known]] = {}  # slots (mask) and bot
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


def _asking(slots: int, one: Any, others: Any) -> Any:
    """As `one` does for some slots (mask), as `others` for the rest."""
    among = np.int64(slots)

    @inline_njit(cache=False)
    def ask(table, view, seat, decision):
        if among >> table.seating[seat] & 1:
            return one(table, view, seat, decision)
        return others(table, view, seat, decision)

    return ask


def _asking_one(bot: Known) -> Any:
    """Ask a bot in every slot."""
    parameters, hooks = record_at(bot.layout), bot.hooks
    answer: Any = _kernel(hooks[-1])
    for number in range(len(hooks) - 2, -1, -1):
        answer = _answering(np.int64(number), _kernel(hooks[number]), answer, number == len(hooks) - 2)

    @inline_njit(cache=False)
    def ask(table, view, seat, decision):
        return np.uint64(answer(view, parameters(table.seat_params[seat]), decision)), np.int64(0)

    return ask


def _answering(number: np.int64, hook: Any, rest: Any, is_last: bool) -> Any:
    """Answer one decision by a hook, the following ones by `rest`: a hook itself if it `is_last`."""
    if is_last:

        @inline_njit(cache=False)
        def answer(view, params, decision):
            return np.uint64(hook(view, params)) if decision == number else np.uint64(rest(view, params))
    else:

        @inline_njit(cache=False)
        def answer(view, params, decision):
            return np.uint64(hook(view, params)) if decision == number else rest(view, params, decision)

    return answer


def _kernel(hook: Hook) -> Any:
    return hook if hasattr(hook, "py_func") else njit(cache=False)(hook)
