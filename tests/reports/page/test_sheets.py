"""Sheets of one side of paper: what stands on them is what the answers say, and it fits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analyses.answers.card import CallRule, ChallengeRule
from analyses.card import rule_at
from analyses.quiz import read_items
from analyses.words.money import parse_stake
from analyses.words.parts import Advice, Table
from analyses.words.stake import at
from reports.page.player import player_sheet
from reports.page.sheets import A4, Block, write_sheet
from reports.text.language import speaking
from tests.analyses.answers.test_answers import card
from tests.chromium import BROWSER, browser
from tests.playing import ROOT, command
from tongits_sim.designs.warmup import prepare_board
from tongits_sim.rules import load

RULES = (
    CallRule(rivals=0, at_most=None),
    CallRule(rivals=1, cards_to=6, at_most=10),
    CallRule(rivals=1, cards_from=7, discard_from=5, at_most=20, at_least=60),
)


def test_the_rule_for_a_position() -> None:
    position = {"count": 12, "rivals": 1, "stock": 5, "rival_cards": 4, "rival_discard": 9}
    assert rule_at(RULES, position) == (RULES[1], False)
    assert rule_at(RULES, position | {"count": 10}) == (RULES[1], True)
    assert rule_at(RULES, position | {"rival_cards": 8}) == (RULES[2], True)
    assert rule_at(RULES, position | {"rival_cards": 8, "count": 60}) == (RULES[2], True)
    assert rule_at(RULES, position | {"rival_cards": 8, "rival_discard": 4}) is None
    fights = (ChallengeRule(after_challenge=True, at_most=3), ChallengeRule(after_challenge=False, at_most=9))
    caller = {"count": 5, "other": 3, "caller_cards": 2, "caller_discard": 1}
    assert rule_at(fights, caller) == (fights[0], False)
    assert rule_at(fights, caller | {"other": 1}) == (fights[1], True)


def test_a_player_has_a_hand_for_each_rule() -> None:
    prepare_board()
    items = read_items(ROOT / "reports" / "quiz" / "quiz-pagat.json")
    everybody = tuple(CallRule(rivals=rivals, at_most=None) for rivals in range(3))
    answer = card(rules="pagat", calls=everybody, challenges=(ChallengeRule(after_challenge=False, at_most=None),))
    page = player_sheet(answer, load("pagat"), items)
    advised = {item.advice.split(":")[0] for item in items}
    shown = [block.example for block in page.blocks if block.example]
    assert len(shown) == 4
    for example in shown:
        assert example[-1].split(":")[0] in advised
    assert shown[0][-1].startswith("Call: ")
    never = replace(answer, calls=tuple(CallRule(rivals=rivals, at_most=-1) for rivals in range(3)))
    assert not player_sheet(never, load("pagat"), items).blocks[0].example[-1].startswith("Call: ")
    assert not any(block.example for block in player_sheet(answer, load("pagat"), ()).blocks)
    with speaking("tl"):
        assert player_sheet(answer, load("pagat"), items).blocks[0].advice.asks == "Magdo-draw ba?"


def test_amounts_are_in_money(tmp_path: Path) -> None:
    table = Table("t", "<T>", ["a", "b"], [["x", "2 units"]])
    page = A4("T & T", "one", [Block(Advice("Why?", "It costs 3 units."), table, ("4 units",))], ("small",))
    for name in ("sheet.html", "sheet.md"):
        with at(money=parse_stake("20 peso"), alone=True):
            write_sheet(page, tmp_path / name)
        text = (tmp_path / name).read_text("utf-8").replace("\u00a0", " ")
        assert all(each in text for each in ("40 peso", "60 peso", "80 peso"))
        assert "units" not in text
    assert "T &amp; T" in (tmp_path / "sheet.html").read_text("utf-8")


@pytest.mark.slow
def test_both_sheets(tmp_path: Path) -> None:
    room = tmp_path / "room.toml"
    room.write_text('base = "casino_x"\n[pay]\nfold = 2\n', "utf-8")
    page, hand = tmp_path / "house.html", tmp_path / "player.html"
    asked = ("report", "--for", "operator", "--rules", str(room), "--scale", "0.01", "--stake", "20 peso")
    code, out, err = command(*asked, "-o", str(page))
    assert (code, out) == (0, f"Wrote {page}.\n"), err
    assert all(asked in page.read_text("utf-8") for asked in ("in peso?", "jackpot", "5.0 % (now)"))
    code, out, err = command("report", "--for", "player", "--scale", "0.01", "--lang", "fil", "-o", str(hand))
    assert (code, out) == (0, f"Naisulat ang {hand}.\n"), err
    assert '<html lang="tl">' in hand.read_text("utf-8")
    code, _, err = command("report", "--for", "player", "--scale", "0.01", "-o", str(tmp_path / "all.json"))
    assert code == 0, err
    assert json.loads((tmp_path / "all.json").read_text("utf-8"))[0]["command"] == "card"
    assert command("report", "--for", "player", "-o", str(tmp_path / "x.csv"))[0] == 2
    if BROWSER is not None:
        with browser() as shown:
            for each in (page, hand):
                shown("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
                shown.open(each)
                assert shown.run("document.documentElement.scrollWidth") <= 360
                shown("Emulation.clearDeviceMetricsOverride")
                assert shown.sides() == 1
