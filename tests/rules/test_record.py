"""The record the kernels read."""

import ast

import numba
import numpy as np
import pytest

import tongits_sim.rules as package
from tests.sources import modules
from tongits_sim.rules import KNOBS, RuleSet, codes, load, preset_names
from tongits_sim.rules.record import RULES_DTYPE, rules_record

FORMATS = {"choice": np.int8, "flag": np.int8, "whole": np.int32, "units": np.int64, "share": np.int64}


def test_one_aligned_field_per_knob() -> None:
    assert RULES_DTYPE.isalignedstruct
    assert RULES_DTYPE.names == tuple(name.replace(".", "_") for name in KNOBS)
    for knob in KNOBS.values():
        assert RULES_DTYPE[knob.field_name] == FORMATS[knob.kind]


@pytest.mark.parametrize("preset", preset_names())
def test_record_holds_the_rules(preset: str) -> None:
    rules = load(preset)
    record = rules_record(rules)
    assert isinstance(record, np.recarray)
    assert record.shape == (1,)
    for name, value in rules.knobs().items():
        field = int(record[name.replace(".", "_")][0])
        if isinstance(value, str):
            assert field == getattr(codes, f"{name}_{value}".replace(".", "_").upper())
        elif isinstance(value, float):
            assert field == round(value * (1_000_000 if name.startswith("fees") else 100))
        else:
            assert field == int(value)


def test_fields_are_attributes() -> None:
    record = rules_record(load("sjs"))
    assert record.call_timing[0] == codes.CALL_TIMING_END
    assert record.pay_tongits[0] == 300


def test_largest_values_fit() -> None:
    rules = RuleSet.from_knobs(
        {"pay.tongits": 1_000_000, "fees.antes": 1, "match.progressive_target": 1_000_000, "pay.per_point": 0.01}
    )
    record = rules_record(rules)
    assert record.pay_tongits[0] == 100_000_000
    assert record.fees_antes[0] == 1_000_000
    assert record.match_progressive_target[0] == 1_000_000
    assert record.pay_per_point[0] == 1


@pytest.mark.parametrize("cents", [1, 7, 29, 57, 58, 113, 115, 229, 1_001, 99_999_999])
def test_r14_4_amounts_are_exact_to_a_hundredth(cents: int) -> None:
    rules = RuleSet.from_knobs({"pay.fold": cents / 100})
    assert rules_record(rules).pay_fold[0] == cents


def test_kernels_read_the_record() -> None:
    def late(rules: np.recarray) -> bool:
        return bool(rules[0].call_timing == codes.CALL_TIMING_END)

    kernel = numba.njit(late)
    assert kernel(rules_record(load("sjs")))
    assert not kernel(rules_record(load("pagat")))


def test_package_hands_the_record_out_when_asked() -> None:
    assert package.rules_record is rules_record
    assert package.RULES_DTYPE is RULES_DTYPE
    with pytest.raises(AttributeError, match="no attribute 'rules_recrd'"):
        _ = package.rules_recrd


def test_the_game_reads_every_knob() -> None:
    read = {
        node.attr
        for module in modules()
        if module.layer == "tongits_sim" and not module.name.startswith("tongits_sim.rules")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
    }
    unread = [name for name, knob in KNOBS.items() if knob.field_name not in read]
    assert not unread, f"no part of the game asks for {', '.join(unread)}"
