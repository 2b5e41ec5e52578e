import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from reports.page import player_sheet
from reports.page.operator_sheet import whole
from reports.text.language import speaking
from strategies.book.shipped import PRESETS, read
from tests.chromium import BROWSER, browser
from tests.playing import command
from tongits_sim.rules import load
from tongits_sim.table.position import Position

ASKED = "tongits report --for player --rules pagat"


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("\xa0", " ")


def test_the_players_sheet_says_what_the_book_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_sheet, "hands_of", lambda book, rules: [])
    book = read(PRESETS / "pagat.json")
    page = player_sheet.player_html(book, load("pagat"), ASKED)
    first = next(row for row in book.call.rows if row.habit == "players")
    challenge = next(row for row in book.challenge.rows if row.habit == "soundly")
    numbers = re.findall(r'<b class="top">([^<]+)</b>', page)
    assert numbers[:2] == [str(first.cells[2].most), str(challenge.cells[2].most)]
    assert all(f">{limit.most}<" in page for limit in challenge.cells)
    with speaking("tl"):
        assert '<html lang="tl">' in player_sheet.player_html(book, load("pagat"), ASKED)


@pytest.mark.parametrize("yes", [True, False])
def test_a_hand_on_the_sheet_is_one_whose_best_action_is_the_books(monkeypatch: pytest.MonkeyPatch, yes: bool) -> None:
    def advice(position: Position, **_: int) -> SimpleNamespace:
        asked = {"respond": "challenge"}.get(position.decision, position.decision)
        does = SimpleNamespace(action_type=asked, action="it")
        leaves = SimpleNamespace(action_type="another", action="something else")
        return SimpleNamespace(verdict="clear", because="", actions=[does, leaves] if yes else [leaves, does])

    monkeypatch.setattr(player_sheet, "advise", advice)
    monkeypatch.setattr(player_sheet, "_GAMES", 12)
    hands = player_sheet.hands_of(read(PRESETS / "pagat.json"), load("pagat"))
    assert hands
    said = {"Call", "Challenge", "Lay it"} if yes else {"Wait", "Fold", "Hold it"}
    assert {hand.answer for hand in hands} <= said


def test_money_is_whole_from_ten_up() -> None:
    assert [whole(481.2), whole(-2310.4, True), whole(7.28)] == ["481", "−2,310", "7.3"]


@pytest.mark.slow
def test_both_sheets(tmp_path: Path) -> None:
    room = tmp_path / "room.toml"
    room.write_text('base = "casino_x"\n[pay]\nfold = 2\n', "utf-8")
    page, hand, numbers = (tmp_path / name for name in ("house.html", "player.html", "house.json"))
    asked = ("report", "--for", "operator", "--rules", str(room), "--scale", "0.01", "--stake", "20 peso")
    code, out, err = command(*asked, "-o", str(page))
    assert (code, out) == (0, f"Wrote {page}.\n"), err
    assert command(*asked, "-o", str(numbers))[0] == 0
    paid = next(answer for answer in json.loads(numbers.read_text())["answers"] if answer.get("question") == "payouts")
    shown = plain(page.read_text("utf-8"))
    now = paid["own_fee"]
    fee = next(row for row in paid["fees"] if row["level"] == now)
    games = 3600 / (fee["turns"]["mean"] * 8)
    hour = f"{20 * fee['house']['mean'] * games:,.0f}"
    assert f"{hour} peso an hour, " in shown  # the headline is the answer
    edge = 20 * paid["variants"][0]["edge"]["mean"]
    assert f"dealer {edge:+,.0f} peso a game".replace("-", "−") in shown
    assert paid["variants"][0]["player"] == "expert, greedy, caller"  # this table, not three of one
    code, out, err = command("report", "--for", "player", "--lang", "fil", "-o", str(hand))
    assert (code, out) == (0, f"Naisulat ang {hand}.\n"), err
    assert hand.read_text("utf-8").count('class="felt"') >= 2
    assert err == ""  # it is made of the book: no games are played
    assert command("report", "--for", "player", "-o", str(tmp_path / "x.csv"))[0] == 2
    if BROWSER is not None:
        with browser() as shown_page:
            for sheet in (page, hand):
                shown_page.size(390, 740, touch=True)
                shown_page.open(sheet)
                assert shown_page.run("document.documentElement.scrollWidth") <= 390
                shown_page("Emulation.clearDeviceMetricsOverride")
                assert shown_page.sides() == 1
