from pathlib import Path

import numba
import pytest

from strategies import load_player
from tongits_sim.compile import extensions
from tongits_sim.compile.hooks import HookError

BOTS = """
import json
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
from numba import types
from numba.extending import (
    intrinsic, lower_builtin, overload, overload_attribute, overload_method, register_jitable, type_callable
)
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit


def known(count):
    return False


def teach():
    at = json.loads(Path(__file__).with_name("weights.json").read_text())["at"]

    @overload(known)
    def explained(count):
        return lambda count: count <= at


teach()


@overload_method(types.Integer, "is_low")
def explained_method(count):
    return lambda count: np.random.random() < 0.5


@overload_attribute(types.Integer, "low", inline="always")
def explained_attribute(count):
    return lambda count: count < 5


@register_jitable(error_model="python")
def jitable(count):
    return count < 5


@intrinsic
def low_intrinsic(context, count):
    def codegen(context, builder, signature, arguments):
        return arguments[0]

    return count(count), codegen


def low_level(count):
    return count


@type_callable(low_level)
def typed(context):
    return lambda count: types.boolean


@lower_builtin(low_level, types.Any)
def lowered(context, builder, signature, arguments):
    return context.get_constant(types.boolean, 1)


@njit
def inner(count):
    return known(count)


@numba.njit
def plain_inner(count):
    return known(count)


def call(view, params):
    return YES if {asked} else NO


SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("known(view.count)", "known is explained to numba by explained of bots.py"),
        ("view.count.is_low()", "is_low is explained to numba by explained_method of bots.py"),
        ("view.count.low", "explained_attribute is explained to numba by explained_attribute of bots.py"),
        ("jitable(view.count)", "jitable is explained to numba by jitable of bots.py"),
        ("low_intrinsic(view.count)", "low_intrinsic is explained to numba by low_intrinsic of bots.py"),
        ("low_level(view.count)", "low_level is explained to numba by low_level of bots.py"),
        ("inner(view.count)", "known is explained to numba by explained of bots.py"),
        ("plain_inner(view.count)", "known is explained to numba by explained of bots.py"),
    ],
)
def test_a_bot_that_needs_what_its_file_taught_numba_may_not_play(tmp_path: Path, asked: str, what: str) -> None:
    (tmp_path / "bots.py").write_text(BOTS.replace("{asked}", asked))
    (tmp_path / "weights.json").write_text('{"at": 3}')
    for _ in range(2):
        with pytest.raises(HookError, match=f"the bot 'shy' may not play: in its call hook {what}.*marked @njit"):
            load_player(f"{tmp_path}/bots.py:shy").addresses()


def test_a_bot_that_uses_none_of_what_its_file_taught_numba_plays(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS.replace("{asked}", "view.count < 5"))
    (tmp_path / "weights.json").write_text('{"at": 3}')
    assert all(load_player(f"{tmp_path}/bots.py:shy").addresses())


def taught(count: int) -> int:
    return count


def test_other_compiled_functions_may_use_what_numba_was_taught() -> None:
    @numba.extending.overload(taught)
    def explained(count):
        return lambda count: count + 1

    user = numba.njit(lambda count: taught(count))
    with extensions.refused(), pytest.raises(extensions.ExtensionError, match="taught is explained to numba"):
        user(2)
    assert user(2) == 3


def test_what_is_installed_is_trusted() -> None:
    with extensions.refused():
        assert numba.njit(lambda row: len(row))((1, 2)) == 2
    registered = numba.core.typing.templates.builtin_registry.functions
    names = {template.__module__.partition(".")[0] for template in registered if extensions._own(template) is None}
    assert "numba" in names
