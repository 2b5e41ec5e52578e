"""Sheets of one side of paper: what stands on them is what the answers say, and it fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyses.answers.card import CardRule
from analyses.card import rule_at
from analyses.money import at, parse_stake
from analyses.words import Advice, Table
from reports.page.player import hands_of, player_sheet
from reports.page.sheets import A4, Block, write_sheet
from reports.text.language import speaking
from strategies import load_player
from tests.analyses.test_answers import card
from tests.chromium import BROWSER, browser
from tests.playing import command
from tests.sample_hands import house
from tongits_sim.experiments.warmup import prepare_board
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.rules import load

RULES = (
    CardRule(decision="call", rivals=0, at_most=None),
    CardRule(decision="call", rivals=1, cards_to=6, at_most=10, ask=((8, 11),)),
    CardRule(decision="call", rivals=1, cards_from=7, discard_from=5, at_most=20, at_least=60),
)


def test_the_rule_for_a_position() -> None:
    seen = new_record(VIEW_DTYPE)[0]
    seen.rules = house().record
    seen.open_melds[1], seen.hand_size[1], seen.hand_size[2], seen.count = 1, 4, 2, 12
    assert rule_at(RULES, seen) == (RULES[1], False)
    seen.count = 7
    assert rule_at(RULES, seen) == (RULES[1], True)
    seen.count = 9
    assert rule_at(RULES, seen) == (RULES[1], None)
    seen.hand_size[1] = 8
    assert rule_at(RULES, seen) == (RULES[2], True)
    seen.count = 60
    assert rule_at(RULES, seen) == (RULES[2], True)
    seen.open_melds[2] = 1
    assert rule_at(RULES, seen) is None
    seen.open_melds[1] = seen.open_melds[2] = 0
    assert rule_at(RULES, seen) == (RULES[0], True)


def test_a_player_has_hands_that_advice_agrees_with() -> None:
    prepare_board()
    rules, player = load("pagat"), load_player("expert")
    always = tuple(CardRule(decision="challenge", rivals=rivals, at_most=None) for rivals in range(2))
    hands = hands_of(card(rules="pagat", calls=(), challenges=always), rules, player)
    assert hands["respond"][-1].startswith("Challenge: ")
    assert "any count. Count " in hands["respond"][-2]
    assert "call" not in hands
    never = tuple(CardRule(decision="challenge", rivals=rivals, at_most=-1) for rivals in range(2))
    other = hands_of(card(rules="pagat", calls=(), challenges=never), rules, player)
    assert not other["respond"][-1].startswith("Challenge: ")
    page = player_sheet(card(), hands)
    assert [block.example for block in page.blocks[:2]] == [(), hands["respond"]]
    with speaking("tl"):
        assert player_sheet(card(), {}).blocks[0].advice.asks == "Magdo-draw ba?"


def test_amounts_are_in_money(tmp_path: Path) -> None:
    table = Table("t", "<T>", ["a", "b"], [["x", "2 units"]])
    page = A4("T & T", "one", [Block(Advice("Why?", "It costs 3 units."), table, ("4 units",))], ("small",))
    for name in ("sheet.html", "sheet.md"):
        with at(money=parse_stake("20 peso")):
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
