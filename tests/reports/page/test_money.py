"""The money of a report and of the sheet for the house, read where a person reads it, beside single commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyses import whatif_job
from analyses.rule_changes import changes_of
from tests.playing import command
from tongits_sim.rules import load

RULES, PLAYERS, STAKE = "casino_x", "expert,greedy,caller", 20
"""Three players who differ, under rules with a jackpot and a fee; what a unit is worth."""
SCALE, PAYOUT_GAMES, SESSION_GAMES = "0.06", 12_000, 30_000
"""The scale of a report, and the games that its payouts and evenings then are."""
PACE = 8
ABOUT = ("--rules", RULES, "--players", PLAYERS, "--seed", "5")
NAMES = {"expert": "good", "greedy": "plain", "caller": "bold"}


def plain(html: str) -> str:
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    return text.replace("\xa0", " ").replace("\N{WORD JOINER}", "").replace("−", "-")


def number(text: str, shown: str) -> float:
    """The number that stands where `#` stands in a text of a page."""
    found = re.search(re.escape(text).replace(r"\#", "#").replace("#", r"([+-]?[\d,]+(?:\.\d+)?)"), shown)
    assert found is not None, f"{text} is not on the page"
    return float(found[1].replace(",", ""))


def rounded(value: float) -> float:
    """As the operator's sheet prints an amount: whole from 10 up."""
    return float(f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}")


def asked(*words: str) -> Any:
    code, out, err = command(*words, "--format", "json")
    assert code == 0, err
    return json.loads(out)


@pytest.mark.slow
def test_a_reader_finds_one_amount_whatever_page_or_command_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = changes_of(load(RULES), ("deal.next_dealer=rotate", "jackpot.streak=3", "bonus.ace=2"), (), False)
    monkeypatch.setattr(whatif_job, "changes_of", lambda *_: changes)
    report = tmp_path / "report.html"
    house = tmp_path / "house.html"
    sized = (*ABOUT, "--scale", SCALE, "--stake", f"{STAKE} peso")
    assert command("report", *sized, "--out", str(tmp_path / "runs"), "-o", str(report))[0] == 0
    assert command("report", "--for", "operator", *sized, "-o", str(house))[0] == 0
    of_report = {
        name: json.loads((tmp_path / "runs" / name / "results.json").read_text("utf-8"))
        for name in ("payouts", "sessions", "rules")
    }
    paid = asked("analyze", "payouts", *ABOUT, "--games", str(PAYOUT_GAMES))
    evenings = asked("analyze", "sessions", *ABOUT, "--games", str(SESSION_GAMES))
    assert (paid["variants"], evenings["cells"]) == (of_report["payouts"]["variants"], of_report["sessions"]["cells"])
    (row,) = paid["variants"]
    assert row["player"] == PLAYERS.replace(",", ", ")

    # the report
    shown = plain(report.read_text("utf-8"))
    edge = STAKE * row["edge"]["mean"]
    assert number("the dealer makes # peso a game (jackpot included) more than the others", shown) == pytest.approx(
        edge, abs=0.05
    )
    assert number(f"{RULES} as it is #", shown) == pytest.approx(edge, abs=0.05)
    assert number("# peso change hands a game", shown) == pytest.approx(STAKE * row["turnover"]["mean"], rel=0.02)
    best = shown[shown.index("Who plays best?") :]
    for cell in evenings["cells"]:
        earned = STAKE * cell["payout"]["mean"]
        one = re.search(rf"{cell['player']}: [a-z ,]+ ([+-][\d.,]+)", best)
        assert one is not None
        assert float(one[1].replace(",", "")) == pytest.approx(earned, abs=0.05)
        assert 100 * earned == pytest.approx(STAKE * cell["result"]["mean"])
        assert f"bring {STAKE * cell['bankroll_95']['mean']:,.0f}" in shown

    # the operator's sheet
    sheet = plain(house.read_text("utf-8"))
    assert number("dealer # peso a game", sheet) == rounded(edge)
    assert number("The deal is worth # peso a game", sheet) == rounded(edge)
    others = (row["right"]["mean"] + row["last"]["mean"]) / 2
    assert number("By place dealer #", sheet) == rounded(STAKE * row["dealer"]["mean"])
    assert number("each of the others #", sheet) == rounded(STAKE * others)
    bring = sheet[sheet.index("What to bring,") :]
    for cell in evenings["cells"]:
        lasts = rounded(STAKE * cell["bankroll_95"]["mean"])
        assert number(f"{NAMES[cell['player']]} #", bring) == lasts
    (fee,) = (level for level in of_report["payouts"]["fees"] if level["level"] == paid["own_fee"])
    games = 3600 / (PACE * fee["turns"]["mean"])
    income = rounded(STAKE * games * fee["house"]["mean"])
    assert number("# peso an hour, but dealing is not fair", sheet) == income
    assert number("5 % (now) #", sheet) == income
    assert -STAKE * games * (row["dealer"]["mean"] + 2 * others) == pytest.approx(income, rel=0.03)  # what places lose
    now = {cell["player"]: cell for cell in of_report["payouts"]["players_at_fees"] if cell["level"] == paid["own_fee"]}
    hours = re.search(r"5 % \(now\) [\d,]+ ([+-][\d,]+) ([+-][\d,]+) ([+-][\d,]+)", sheet)
    assert hours is not None
    for player, hour in zip(NAMES, hours.groups(), strict=True):
        assert float(hour.replace(",", "")) == rounded(STAKE * games * now[player]["payout"]["mean"])

    # `compare` plays other seatings of the same matches, so its amounts differ by chance alone
    compared = asked(
        "compare", *PLAYERS.split(","), "--rules", RULES, "--seed", "5", "--match-games", "100", "--deals", "60"
    )
    for ranked in compared["ranking"]:
        (cell,) = (cell for cell in evenings["cells"] if cell["player"] == ranked["player"])
        low, high = ranked["payout"]["ci95"]
        assert cell["payout"]["mean"] == pytest.approx(ranked["payout"]["mean"], abs=high - low)
