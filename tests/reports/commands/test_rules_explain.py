"""`tongits rules explain`: a rule by its number, with its knobs under some house rules."""

from __future__ import annotations

import json

from tests.playing import command


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
