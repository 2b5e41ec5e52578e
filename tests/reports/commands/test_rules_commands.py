"""The commands about rules and bots."""

from __future__ import annotations

import json

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
from reports.text.listing import knob_row, value_rows
from strategies import names, strategy
from tests.playing import command
from tongits_sim.rules import KNOBS, load, overlay_names, preset_names
from tongits_sim.rules.rulebook import BOOK, presets

# ---- What a word may become --------------------------------------------------------------------------------------

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


# ---- `tongits rules`: the lists, the sentences and the differences -----------------------------------------------


def test_lists_every_preset_and_overlay() -> None:
    rows = json.loads(command("rules", "list", "--format", "json")[1])
    assert [row["rules"] for row in rows] == [*preset_names(), *(f"+{name}" for name in overlay_names())]
    assert command("rules")[1] == command("rules", "list")[1]


def test_explains_every_knob() -> None:
    rows = json.loads(command("rules", "show", "pagat", "--format", "json")[1])
    assert {row["knob"] for row in rows} == set(KNOBS)


@pytest.mark.parametrize("other", ["pagat", "online"])
def test_shows_differences(other: str) -> None:
    code, out, _ = command("rules", "diff", "pagat", other)
    assert code == 0
    assert (out == "pagat and pagat are the same rules.\n") == (other == "pagat")
    assert json.loads(command("rules", "diff", "pagat", "pagat", "--format", "json")[1]) == []


# ---- `tongits rules explain`: a rule by its number, with its knobs under some house rules ------------------------


def test_a_rule_is_explained() -> None:
    code, out, _ = command("rules", "explain", "R9.2")
    assert code == 0
    assert "R9.2 What the caller needs" in out
    assert "call.meld_age" in out
    assert "call.timing" not in out


def test_values_are_those_of_the_rules() -> None:
    def timing(*options: str) -> str:
        answer = json.loads(command("rules", "explain", "R9", *options, "--format", "json")[1])
        assert answer["rule"] == "R9"
        return str({row["knob"]: row["value"] for row in answer["knobs"]}["call.timing"])

    assert timing() == "start"
    assert timing("--rules", "sjs") == "end"
    assert timing("--set", "call.timing=end") == "end"


def test_a_rule_without_knobs_says_so() -> None:
    assert "No knob varies it." in command("rules", "explain", "R8.2")[1]


def test_csv_holds_the_knobs() -> None:
    assert command("rules", "explain", "R7", "--format", "csv")[1].startswith(
        "knob,value,sentence\ndiscard.restriction,any,"
    )


def test_an_unknown_rule_is_refused_in_a_sentence() -> None:
    code, _, err = command("rules", "explain", "R99")
    assert (code, "R1 to R16" in err) == (2, True)


# ---- `tongits rules knobs`: all knobs, a group of them, one in detail --------------------------------------------


def test_every_knob_is_listed_with_its_values_and_default() -> None:
    code, out, _ = command("rules", "knobs", "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [row["knob"] for row in rows] == list(KNOBS)
    for row in rows:
        knob = KNOBS[row["knob"]]
        assert knob.parse(row["default"]) == knob.default
        assert all(knob.text(value) in row["values"] for value in knob.allowed)
        assert row["title"] == knob.title
    table = command("rules", "knobs")[1]
    assert "call.timing" in table
    assert "fees.winnings" in table


def test_a_group_is_listed_alone() -> None:
    rows = json.loads(command("rules", "knobs", "stock_out", "--format", "json")[1])
    assert [row["knob"] for row in rows] == ["stock_out.moment", "stock_out.eligible", "stock_out.nobody_eligible"]


def test_one_knob_in_detail() -> None:
    out = " ".join(command("rules", "knobs", "call.timing")[1].split())
    assert out.startswith("call.timing: When a draw is called (R9); start or end, by default start.")
    assert "together with the discard" in out
    rows = json.loads(command("rules", "knobs", "call.timing", "--format", "json")[1])
    assert [(row["value"], row["presets"]) for row in rows][1] == ("end", "sjs")


@pytest.mark.parametrize("name", KNOBS)
def test_values_have_sentences_and_every_preset_has_one(name: str) -> None:
    rows = value_rows(KNOBS[name], presets())
    assert all(row["sentence"].endswith(".") and "{" not in row["sentence"] for row in rows)
    listed = [preset.split(" ")[0] for row in rows for preset in row["presets"].split(", ") if preset]
    assert sorted(listed) == sorted(preset_names())


def test_a_number_is_explained_with_n() -> None:
    assert knob_row(KNOBS["pay.fold"])["values"] == "an amount from 0 to 1000000 with at most 2 decimals"
    *_, numbers = value_rows(KNOBS["pay.tongits"], presets())
    assert numbers["value"] == "N"
    assert "N units" in numbers["sentence"]
    assert f"online ({load('online').pay.tongits})" in numbers["presets"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rules knobs call.timng", "Did you mean 'call.timing'?"),
        ("rules knobs zzz", "'tongits rules knobs' lists all."),
        ("simulate --set foo.bar=1", "'tongits rules knobs' lists all."),
        ("rules call.timing", "Did you mean 'tongits rules knobs call.timing'?"),
        ("rules stock_out", "Did you mean 'tongits rules knobs stock_out'?"),
    ],
)
def test_what_is_unknown_is_answered_with_a_command_that_works(line: str, message: str) -> None:
    code, out, err = command(*line.split())
    assert (code, out) == (2, "")
    assert message in err
    if "'tongits " in message:
        suggested = message.partition("'tongits ")[2].partition("'")[0]
        assert command(*suggested.split())[0] == 0


# ---- `tongits strategies`: the bots and their parameters ---------------------------------------------------------


def test_lists_every_bot() -> None:
    rows = json.loads(command("strategies", "list", "--format", "json")[1])
    assert [row["strategy"] for row in rows] == names()
    assert command("strategies")[1] == command("strategies", "list")[1]


@pytest.mark.parametrize("name", names())
def test_explains_every_parameter(name: str) -> None:
    code, out, _ = command("strategies", "show", name)
    assert code == 0
    assert out.startswith(f"{name}: ")
    assert ("It has no parameters." in out) == (not strategy(name).params)
    rows = json.loads(command("strategies", "show", name, "--format", "json")[1])
    assert [row["param"] for row in rows] == [param.name for param in strategy(name).params]


def test_shows_the_values_that_are_set() -> None:
    rows = json.loads(command("strategies", "show", "greedy(call_at=5)", "--format", "json")[1])
    assert {row["param"]: row["value"] for row in rows}["call_at"] == "5"
