from pathlib import Path
from typing import Any

import pytest

from analyses.answers.card import Thumb
from analyses.card import card_says
from reports.page.player import hands_of, player_sheet
from reports.text.language import page_said, speaking, translate
from strategies import load_player
from tests.analyses.test_answers import card
from tests.chromium import BROWSER, browser
from tests.playing import command
from tests.sample_hands import house
from tongits_sim.experiments.warmup import prepare_board
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.rules import load


def test_what_a_card_says_of_a_position() -> None:
    seen = new_record(VIEW_DTYPE)[0]
    seen.rules = house().record
    seen.open_melds[1], seen.hand_size[1], seen.hand_size[2], seen.count = 1, 4, 2, 12
    linear = Thumb(decision="call", at=(0, 1, 2), rivals_from=1, kind="most", times=3, plus=-2)
    answer = card(thumbs=(linear, Thumb(decision="call", at=(0, 1), rivals_to=0, kind="any")))
    assert card_says(answer, seen) is False
    seen.count = 10
    assert card_says(answer, seen) is True
    seen.hand_size[1], seen.count = 5, 13
    assert card_says(answer, seen) is True
    seen.open_melds[1] = 0
    assert card_says(answer, seen) is None  # at the last table it has no rule


def test_a_player_has_hands_that_advice_agrees_with() -> None:
    prepare_board()
    rules, player = load("pagat"), load_player("expert")
    every: dict[str, Any] = {"decision": "respond", "at": (0, 1, 2)}
    hands = hands_of(card(rules="pagat", thumbs=(Thumb(**every, kind="any"),)), rules, player)
    assert hands["respond"][-1].startswith("Challenge: ")
    assert hands["respond"][-2].startswith("Count ")
    assert "call" not in hands
    other = hands_of(card(rules="pagat", thumbs=(Thumb(**every, kind="never"),)), rules, player)
    assert not other["respond"][-1].startswith("Challenge: ")
    page = player_sheet(card(), hands)
    assert [block.example for block in page.blocks[:2]] == [(), hands["respond"]]
    with speaking("tl"):
        assert player_sheet(card(), {}).blocks[0].advice.asks == "DRAW"
        assert page_said('<a title="real choices">') == f'<a title="{translate("real choices")}">'
        assert translate("The review is in Ana B") == "Nasa Ana B ang suri"


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
    assert command("report", "--for", "player", "-o", str(tmp_path / "x.csv"))[0] == 2
    if BROWSER is not None:
        with browser() as shown:
            for each in (page, hand):
                shown("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
                shown.open(each)
                assert shown.run("document.documentElement.scrollWidth") <= 360
                shown("Emulation.clearDeviceMetricsOverride")
                assert shown.sides() == 1
