"""Bots and parameters read from sources are those that importing gives."""

from __future__ import annotations

import dataclasses

import pytest

import strategies
import strategies.registry
from reports.commands.bot_sources import parameters, registered


def test_every_registered_bot_is_found() -> None:
    assert registered() == strategies.registry.REGISTRY


@pytest.mark.parametrize("name", strategies.names())
def test_parameters_are_those_of_the_bot(name: str) -> None:
    stated = [tuple(each) for each in parameters(name)]
    assert stated == [dataclasses.astuple(each) for each in strategies.strategy(name).params]


def test_thresholds_are_those_of_the_bot() -> None:
    for name in ("sniper", "expert", "greedy"):
        assert [each.tunable for each in parameters(name)] == [
            each.tunable for each in strategies.strategy(name).params
        ]


def test_nobody_has_no_parameters() -> None:
    assert parameters("nobody") == ()
