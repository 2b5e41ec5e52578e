import json
from pathlib import Path

import pytest

from reports.commands.candidates import setting
from tests.playing import EVERY_GAME, Game, command, of
from tongits_sim.rules import load, preset_names

ANY_KNOB = {"tongits": "ecoins", "mahjong": "visayan"}
"""Rules under which a knob may have any of its values."""
MORE = {"tiles.honours": ["first.beauty=false", "first.news=false"]}
"""Changes without which a knob may not have all of its values."""


@EVERY_GAME
def test_every_offered_value_is_taken(game: Game) -> None:
    for name in game.rules.KNOBS:
        offered = setting(game.words, f"{name}=")
        assert offered, name
        for offer in offered:
            more = MORE.get(name, [])
            game.rules.load(ANY_KNOB[game.name], [] if "zero_count" in offer else [*more, offer])


@EVERY_GAME
def test_shows_differences(game: Game) -> None:
    names = (game.default_rules, game.other_rules)
    rows = json.loads(of(game, "rules", "diff", *names, "--format", "json")[1])["rows"]
    one, other = (game.rules.load(name).knobs() for name in names)
    assert {row["knob"] for row in rows} == {name for name in one if one[name] != other[name]}
    assert f"{names[0]} and {names[0]} are the same rules." in of(game, "rules", "diff", names[0], names[0])[1]
    assert json.loads(of(game, "rules", "diff", names[0], names[0], "--format", "json")[1])["rows"] == []


@pytest.mark.parametrize("preset", preset_names())
def test_rules_in_short_fit_a_screen_and_differences_fifteen_lines(preset: str) -> None:
    shown = command("rules", "show", preset)[1]
    assert len(shown.splitlines()) <= 24
    sunog = load(preset).pay.sunog_extra
    assert (f"sunog extra {sunog:g}" in " ".join(shown.split())) == (sunog > 0)
    assert len(command("rules", "diff", "rulesofcards", preset)[1].splitlines()) <= 15


def test_rules_show_begins_with_the_differences(tmp_path: Path) -> None:
    changes = '[ties]\ncall = "caller"\n[bonus]\nking = 7\n[pay]\nsunog_extra = 10\n[call]\nneeds = "nothing"\n'
    (tmp_path / "home.toml").write_text(f'base = "pagat"\n{changes}')
    lines = command("rules", "show", str(tmp_path / "home.toml"))[1].splitlines()
    assert lines[0] == "home: pagat, except for 4 rules"
    assert [line.split()[:2] for line in lines[2:6]] == [
        ["call.needs", "nothing"],
        ["pay.sunog_extra", "10"],
        ["bonus.king", "7"],
        ["ties.call", "caller"],
    ]
    compared = command("rules", "diff", "pagat", str(tmp_path / "home.toml"))[1].splitlines()
    assert compared[0] == "pagat and home differ in 4 rules"
    assert [line.split()[-2:] for line in compared[3:7]] == [
        ["open_meld", "nothing"],
        ["1", "10"],
        ["0", "7"],
        ["challenger", "caller"],
    ]


def test_values_are_those_of_the_rules() -> None:
    def timing(*options: str) -> str:
        answer = json.loads(command("rules", "explain", "R9", *options, "--format", "json")[1])
        assert answer["rule"] == "R9"
        return str({row["knob"]: row["value"] for row in answer["knobs"]}["call.timing"])

    assert timing() == "start"
    assert timing("--rules", "sjs") == "end"
    assert timing("--set", "call.timing=end") == "end"


@EVERY_GAME
def test_every_knob_is_listed_with_its_values_and_default(game: Game) -> None:
    code, out, _ = of(game, "rules", "knobs", "--format", "json")
    rows = json.loads(out)["rows"]
    knobs = game.rules.KNOBS
    assert code == 0
    assert [row["knob"] for row in rows] == list(knobs)
    for row in rows:
        knob = knobs[row["knob"]]
        assert knob.parse(row["default"]) == knob.default
        assert all(knob.text(value) in row["values"] for value in knob.allowed)
        assert row["title"] == knob.title
    table = of(game, "rules", "knobs")[1]
    assert all(name in table for name in (game.knob, [*knobs][-1]))
