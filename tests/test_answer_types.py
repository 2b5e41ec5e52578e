import builtins
import dataclasses
import functools
import importlib
import json
import math
import random
import types
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from analyses.answers.whatif import WhatIfAnswer
from tests.playing import command
from tests.sources import modules
from tongits_sim.run.answers import Answer

EXAMPLES = 4
ELSEWHERE: frozenset[type] = frozenset({WhatIfAnswer})
"""It refuses values that do not agree (`analyses/answers/test_answers.py`)."""


@functools.cache
def kinds() -> tuple[type[Answer], ...]:
    for module in modules():
        if "Answer" in module.text:
            importlib.import_module(module.name)
    found = {kind for kind in descendants(Answer) if "__dataclass_params__" in vars(kind)}
    ours = {module.name for module in modules()}
    return tuple(sorted((kind for kind in found - ELSEWHERE if kind.__module__ in ours), key=name_of))


def descendants(kind: type[Answer]) -> Iterator[type[Answer]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from descendants(subclass)


def name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__name__}"


def example(kind: Any, rng: random.Random) -> Any:
    origin = get_origin(kind)
    parts = get_args(kind)
    if origin in (Union, types.UnionType):
        return example(rng.choice(parts), rng)
    if origin is Literal:
        return rng.choice(parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        return tuple(example(part, rng) for part in parts)
    if origin is tuple:
        return tuple(example(parts[0], rng) for _ in range(rng.randint(0, 2)))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {f"key{number}": example(parts[1], rng) for number in range(rng.randint(0, 2))}
    if isinstance(kind, type) and issubclass(kind, Answer):
        return example_of(kind, rng)
    plain: dict[Any, Any] = {
        Any: rng.choice(["x", 1, None]),
        object: rng.choice(["x", 1, None]),
        type(None): None,
        bool: rng.random() < 0.5,
        int: rng.randint(-5, 10**15),
        float: rng.uniform(-5, 5),
        str: rng.choice(["", "greedy", "é ≥ 3"]),
    }
    return plain[kind]


def example_of(kind: type[Any], rng: random.Random) -> Any:
    hints = get_type_hints(kind)
    return kind(**{field.name: example(hints[field.name], rng) for field in dataclasses.fields(kind)})


def test_json_of_an_answer_reads_back_equal() -> None:
    for kind in kinds():
        assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        rng = random.Random(name_of(kind))
        for _ in range(EXAMPLES):
            answer = example_of(kind, rng)
            stored = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
            assert kind.from_dict(stored) == answer
            assert json.loads(json.dumps(kind.from_dict(stored).to_dict())) == stored


def test_all_answers_are_looked_at() -> None:
    names = {kind.__name__ for kind in kinds()}
    assert {"BatchAnswer", "ComparisonAnswer", "CallsAnswer", "AdviceAnswer", "PayoutsAnswer", "BenchAnswer"} <= names
    assert len(names) > 100


@pytest.mark.slow
def test_sums_of_newer_pythons_change_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 3.12 on `sum` adds floats with compensation: what reaches an answer is added by `math.fsum`."""
    commands = (
        ("simulate", "--games", "600", "--players", "greedy,greedy,expert"),
        ("analyze", "sunog", "--games", "900"),
        ("analyze", "calls", "--games", "900"),
        ("analyze", "payouts", "--games", "600"),
        ("mahjong", "simulate", "--games", "300"),
    )

    def numbers() -> list[Any]:
        answers = [json.loads(command(*words, "--format", "json", "--workers", "1")[1]) for words in commands]
        for answer in answers:
            for name in ("run", "versions"):
                answer.pop(name, None)
        return answers

    plain = numbers()
    older = sum

    def newer(values: Any, start: Any = 0) -> Any:
        every = list(values)
        floats = any(type(value) is float for value in every) and all(type(value) in (int, float) for value in every)
        return math.fsum([start, *every]) if floats else older(every, start)

    monkeypatch.setattr(builtins, "sum", newer)
    assert numbers() == plain
