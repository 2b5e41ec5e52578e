"""What a word may become."""

from __future__ import annotations

import click
import pytest

from cli import main
from reports.commands.candidates import (
    FILE,
    WORDS,
    Word,
    knob,
    language,
    player,
    players,
    rule,
    rules,
    setting,
    tournament,
)
from reports.commands.reference import contexts
from tongits_sim.rules import KNOBS, load, overlay_names, preset_names
from tongits_sim.rules.rulebook import BOOK

NOTHING_KNOWN = {
    "NAME",
    *("ADDRESS", "AMOUNT", "CARDS", "DIR", "FIELD", "GAIN", "H", "LIST", "MELDS", "METRIC"),
    *("R,L", "SEAT", "SEATS", "SEATS=BOT", "[RUN...]"),
    *("FILE.parquet", "KNOB=VALUE [...]", "PROFILE", "SECONDS", "PARAMETER=V,V,...", "[BOT]"),
}
"""Metavars whose values are free, or paths that click completes."""


def test_presets_and_overlays() -> None:
    assert rules("") == list(preset_names())
    assert rules("pag") == ["pagat", "pagat_reduced"]
    assert rules("pagat+") == [f"pagat+{name}" for name in overlay_names()]
    assert rules("sjs+joker+") == ["sjs+joker+progressive"]
    assert rules("kitchen.t") == [FILE]


def test_knobs_and_their_values() -> None:
    assert {each.partition("=")[0] for each in setting("")} == set(KNOBS)
    assert setting("call.ti") == ["call.timing=start", "call.timing=end"]
    assert setting("call.timing=e") == ["call.timing=end"]
    assert setting("pay.fold=") == ["pay.fold=1", "pay.fold=0.2"]
    assert setting("nothing.at=") == setting("nothing") == []
    assert knob("cal") == ["call"]
    assert "call.timing" in knob("call.")


@pytest.mark.parametrize("name", KNOBS)
def test_every_offered_value_is_taken(name: str) -> None:
    offered = setting(f"{name}=")
    assert offered
    for each in offered:
        load("ecoins", [] if "zero_count" in each else [each])


def test_bots_and_their_parameters() -> None:
    assert player("gre") == ["greedy"]
    assert player("greedy(")[:4:3] == ["greedy(call_at=30)", "greedy(challenge_at=24)"]
    assert player("greedy(cal") == ["greedy(call_at=30)", "greedy(call_at=0)", "greedy(call_at=130)"]
    assert player("greedy(call_at=3") == ["greedy(call_at=30)"]
    assert player("greedy(call_at=5,") == [f"greedy(call_at=5,challenge_at={value})" for value in (24, 0, 130)]
    assert player("bold=gre") == ["bold=greedy"]
    assert player("nobody(") == []
    assert player("mine.py") == [FILE]


def test_lists_of_bots() -> None:
    assert players("greedy,ca") == ["greedy,caller"]
    assert (
        players("greedy(call_at=5,challenge_at=2),hunter(o")[0]
        == "greedy(call_at=5,challenge_at=2),hunter(open_at_stock=5)"
    )
    assert players("my.py") == [FILE]


def test_rules_by_number_and_languages() -> None:
    assert rule("r9") == [number for number in BOOK.rules if number.startswith("R9")]
    assert language("t") == ["tl"]


def test_formats_of_tournaments_and_files() -> None:
    assert tournament("gtc") == ["gtcc-2025"]
    assert tournament("my_cup.t") == [FILE]


def test_every_metavar_is_known_or_free() -> None:
    params = [
        param
        for context in contexts(main, "tongits")
        if "mahjong" not in context.command_path
        for param in context.command.params
    ]
    named = {
        str(param.metavar)
        for param in params
        if param.metavar is not None and isinstance(param.type, click.types.StringParamType)
    }
    assert named - NOTHING_KNOWN == set()
    used = {param.type.name for param in params if isinstance(param.type, Word)}
    assert used == set(WORDS)
