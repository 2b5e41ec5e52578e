import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from reports.page.card import HIGH, INCHES, WIDE, picture, write
from reports.page.picture import Box, Words, text_width
from reports.text.card import pocket_card
from reports.text.language import LANGUAGES, speaking
from reports.text.limits import EN, call_table, words
from strategies.book.shipped import PRESETS, read
from tongits_sim.rules import load

BOOKS = sorted(PRESETS.glob("*.json"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_lies_on_the_card(path: Path, language: str) -> None:
    with speaking(language):
        card = pocket_card(read(path), load(path.stem.partition("+")[0]))
        drawn = picture(card)
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for item in drawn.items:
        if isinstance(item, Box):
            assert 0 <= item.x <= item.x + item.wide <= WIDE
            assert 0 <= item.y <= item.y + item.high <= HIGH
        else:
            wide = text_width(item.text, item.fitted, item.bold, item.serif) + item.spacing * len(item.text)
            left = item.x - wide * {"start": 0, "middle": 0.5, "end": 1}[item.anchor]
            assert 0 <= left < left + wide <= WIDE + 1, item.text
            assert 0 < item.y < HIGH, item.text
            assert item.fitted >= 15, item.text  # 1.5 mm: the smallest letters of a wallet card
            lines.setdefault(item.y, []).append((left, left + wide, item.text))
    for line in lines.values():
        for (_, right, before), (left, _, text) in pairwise(sorted(line)):
            assert right <= left + 1, f"{text} lies on {before}"
    shown = {item.text for item in drawn.items if isinstance(item, Words)}
    assert shown >= {cell.text for table in card.tables for row in table.rows for cell in row.cells}


def test_the_numbers_are_those_of_the_book() -> None:
    path = PRESETS / "pagat.json"
    stored = json.loads(path.read_text())
    card = pocket_card(read(path), load("pagat"))
    calls, challenges = card.tables
    blocks = [row for row in stored["call"]["rows"] if row["habit"] == "players" and row["rivals"] == [2, 2]]
    for shown, row in zip(calls.rows, blocks, strict=False):
        texts = ["never" if cell["most"] is None else str(cell["most"]) for cell in row["cells"]]
        assert [cell.text for cell in shown.cells] == texts
    soundly = next(row for row in stored["challenge"]["rows"] if row["habit"] == "soundly")
    assert [cell.text for cell in challenges.rows[0].cells] == [str(cell["most"]) for cell in soundly["cells"]]
    price = next(row["book"]["mean"] for row in stored["price"] if row["table"] == "strong")
    assert f"costs {-price:.2f} ±" in card.foot[-1]
    assert card.example is not None
    limit = int(re.sub(r"\D", "", card.example.says[2]))
    assert limit in [cell["most"] for cell in blocks[0]["cells"]]
    assert int(re.sub(r"\D", "", card.example.says[0])) <= limit


def test_limits_on_the_count_less_the_points_to_expect_are_shown_as_counts() -> None:
    book = read(PRESETS / "rulesofcards.json")
    assert book.call.statistic == "net"
    calls = call_table(book)
    row = next(row for row in book.call.rows if row.habit == "players" and row.rivals == (2, 2))
    points = sum(4 * min(rank, 10) for rank in range(1, 14))
    counts = [(row.cells[0].most or 0) + int(cards) * points // 52 for cards in calls.columns]
    assert [cell.text for cell in calls.rows[0].cells] == [str(count) if count >= 0 else "never" for count in counts]


def test_filipino_has_every_word() -> None:
    with speaking("tl"):
        assert words().keys() == EN.keys()
        for key, text in EN.items():
            assert re.findall(r"{(\w+)}", words()[key]) == sorted(
                re.findall(r"{(\w+)}", text), key=re.findall(r"{(\w+)}", words()[key]).index
            )


def test_four_forms(tmp_path: Path) -> None:
    card = pocket_card(read(PRESETS / "pagat.json"), load("pagat"))
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<svg", ".html": b"<!doctype html>"}
    for form, begin in begins.items():
        path = tmp_path / f"card{form}"
        again = tmp_path / f"again{form}"
        write(card, path)
        write(card, again)
        assert path.read_bytes().startswith(begin)
        assert path.read_bytes() == again.read_bytes()
    png = (tmp_path / "card.png").read_bytes()
    assert int.from_bytes(png[16:20]) == int(INCHES * 300)
    svg = (tmp_path / "card.svg").read_text()
    assert svg.count("<rect") == sum(isinstance(item, Box) for item in picture(card).items)
