"""`tongits selfcheck --speed`: what it measures is what it was asked for."""

from __future__ import annotations

import json

from tests.playing import command


def test_measures_the_rules_that_are_named() -> None:
    options = ("--games", "1000", "--repeat", "1", "--rules", "pagat", "--rules", "sjs", "--format", "json")
    code, out, _ = command("selfcheck", "--speed", *options)
    assert code == 0
    assert list(dict.fromkeys(row["rules"] for row in json.loads(out)["rows"])) == ["pagat", "sjs"]


def test_unknown_rules_are_refused_before_anything_is_measured() -> None:
    assert command("selfcheck", "--speed", "--rules", "nothing")[::2] == (
        2,
        command("simulate", "--rules", "nothing")[2],
    )
