import inspect
from dataclasses import fields
from typing import Any, Unpack

import pytest

import mahjong_sim
import tongits_sim
from tongits_sim.errors import TongitsError
from tongits_sim.run.arguments import _KINDS, ArgumentError, public
from tongits_sim.run.run_options import Playing, RunOptions

ts: Any = tongits_sim
FUNCTIONS = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in (tongits_sim, mahjong_sim)
    for name in dir(module)
    if callable(getattr(module, name)) and not inspect.isclass(getattr(module, name))
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_public_function_answers_an_unknown_name_with_an_error_of_pythons(name: str) -> None:
    with pytest.raises(TongitsError):
        FUNCTIONS[name](nonsense=3)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_public_function_takes_a_value_of_another_kind(name: str) -> None:
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    for parameter in set(parameters) & set(_KINDS):
        with pytest.raises(TongitsError):
            FUNCTIONS[name](**{parameter: {"a": 1}})


@pytest.mark.parametrize(
    ("name", "arguments", "named", "says"),
    [
        (
            "whatif",
            ("pagat",),
            {"changes": "call.timing=end"},
            "whatif has no argument 'changes'; did you mean 'change'?",
        ),
        (
            "whatif",
            ("pagat",),
            {"nonsense": 3},
            "whatif has no argument 'nonsense'; it takes rules, players, deals, seed",
        ),
        ("whatif", (), {"change": {"call.timing": "end"}}, "change must be text such as 'call.timing=end', or a list"),
        ("whatif", ("pagat",), {}, "nothing is changed; name a change such as 'call.timing=end'"),
        (
            "compare",
            (["greedy", "caller"],),
            {},
            "compare takes one set of rules first, then the players: compare('pagat', ['greedy', 'caller'])",
        ),
        ("simulate", (), {"fixed_seats": "no"}, "fixed_seats must be True or False, not 'no'"),
        (
            "simulate",
            ("pagat", "", 20, 1, 5),
            {},
            "at most 4 arguments without a name (rules, players, games, seed), not 5",
        ),
        ("diff", ("pagat",), {}, "diff needs b"),
    ],
)
def test_says_what_to_write(name: str, arguments: tuple[Any, ...], named: dict[str, Any], says: str) -> None:
    with pytest.raises(TongitsError) as error:
        getattr(ts, name)(*arguments, **named)
    assert says in str(error.value)


def test_a_call_that_fits_is_unchanged() -> None:
    @public
    def keeps(rules: str, seed: int = 1, **playing: Unpack[Playing]) -> tuple[str, int, Playing]:
        return rules, seed, playing

    assert keeps("pagat", seed=2, workers=None) == ("pagat", 2, {"workers": None})
    assert keeps(rules="sjs") == ("sjs", 1, {})
    with pytest.raises(ArgumentError, match="keeps is given rules twice"):
        keeps("pagat", rules="sjs")  # type: ignore[misc]


def test_what_a_function_takes_by_name_are_options_of_playing() -> None:
    assert set(Playing.__annotations__) == {option.name for option in fields(RunOptions)} - {"halt", "earlier"}
