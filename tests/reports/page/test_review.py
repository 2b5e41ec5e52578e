import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analyses.answers.advise import PositionFacts
from analyses.answers.review import ReviewAnswer
from analyses.money import at, parse_stake
from reports.page import share
from reports.page.picture import Box, Words, text_width
from reports.page.review import MAX_LESSONS, ReviewFileError, book_says, by_book, lessons_of, page_of, write_review
from reports.text.review import cost
from reports.web.hand_link import hand_link
from tests.analyses.test_answers import choice
from tests.analyses.test_answers import review_answer as answer
from tests.chromium import BROWSER, browser
from tests.table.scenes import recorded
from tongits_sim.rules import load

VOID = {"meta", "input", "br", "link"}


class Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert "src" not in attributes
        if tag == "article":
            self.articles.append(attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("rect", "line", "polyline", "circle", "polygon")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("\xa0", " ")


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    page = page_of(answer())
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert len(checker.articles) == len(lessons_of(answer()))
    assert "<b>&" not in page
    assert "://" not in page
    policy, _, _ = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'"


def test_lessons_say_the_numbers_of_the_answer() -> None:
    one = answer(*(choice(0.5 + 0.1 * number, move=number + 3) for number in range(MAX_LESSONS + 2)))
    shown = plain(page_of(one))
    lessons = lessons_of(one)
    assert len(lessons) == MAX_LESSONS
    dearest = one.mistakes()
    assert [lesson.price for lesson in lessons] == [
        f"{cost(lesson.counted_cost)} units" for lesson in dearest[:MAX_LESSONS]
    ]
    assert all(lesson.price in shown for lesson in lessons)
    with at(parse_stake("20 peso")):
        money = plain(page_of(one))
    assert f"{20 * dearest[0].counted_cost:,.0f} peso" in money


def test_a_lesson_says_where_it_departs_from_the_book() -> None:
    called = replace(
        choice(0.5),
        action="fold",
        best="challenge",
        book="The book: challenge (at most 45).",
        next_time="challenge with at most 45",
    )
    other = replace(called, book="The book: fold (at most 45, you count 52).", next_time="challenge with at most 40")
    assert [by_book(called), by_book(other)] == [True, False]
    assert book_says(called) == called.book
    assert book_says(other) == "The book says fold (at most 45, you count 52); here not."
    shown = plain(page_of(answer(called, other)))
    assert shown.count("Next time: challenge with at most 45.") == 1


def test_files(tmp_path: Path) -> None:
    one = answer()
    for name in ("r.html", "r.json", "r.csv"):
        write_review(one, tmp_path / name)
    assert ReviewAnswer.from_dict(json.loads((tmp_path / "r.json").read_text())) == one
    with (tmp_path / "r.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 3
    with pytest.raises(ReviewFileError, match=r"a review ends in \.html, \.json or \.csv"):
        write_review(one, tmp_path / "r.txt")
    with pytest.raises(ReviewFileError, match="cannot write"):
        write_review(one, tmp_path / "none" / "r.html")


def test_a_lesson_opens_in_the_phone_page_beside_it(tmp_path: Path) -> None:
    knobs = load("pagat").knobs()
    seen = [
        PositionFacts.from_dict(position.facts()) for _, position, _ in recorded("pagat", "expert,expert,expert", 6)
    ]
    facts = next(position for position in seen if hand_link(position, knobs))
    one = replace(answer(replace(choice(0.5), position=facts)), knobs=knobs)
    write_review(one, tmp_path / "r.html")
    assert "tongits.html" not in (tmp_path / "r.html").read_text()
    (tmp_path / "tongits.html").write_text("")
    write_review(one, tmp_path / "r.html")
    assert f'href="tongits.html{hand_link(facts, knobs)}"' in (tmp_path / "r.html").read_text()


def test_a_hand_to_send(tmp_path: Path) -> None:
    one = answer()
    found = one.choices[0]
    assert share.choice_at(one, *share.place_of(f"{found.game}.{found.move}")) is found
    with at(parse_stake("20 peso")):
        drawn = share.picture(found, one)
        price = cost(found.cost.mean or 0.0)
    texts = [item for item in drawn.items if isinstance(item, Words)]
    assert f"It cost {price} peso." in [text.text for text in texts]
    assert f"My hand: {found.position.count} points" in [text.text for text in texts]
    for item in drawn.items:
        if isinstance(item, Box):
            assert 0 <= item.x <= item.x + item.wide <= share.SIDE
        else:
            wide = text_width(item.text, item.fitted, item.bold, item.serif)
            left = item.x - wide * {"start": 0, "middle": 0.5, "end": 1}[item.anchor]
            assert 0 <= left < left + wide <= share.SIDE, item.text
    share.write(found, one, tmp_path / "hand.png")
    png = (tmp_path / "hand.png").read_bytes()
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (share.SIDE, share.SIDE)
    with pytest.raises(share.ShareError, match=r"GAME\.MOVE"):
        share.place_of("4-11")
    with pytest.raises(share.ShareError, match="no choice at move 99"):
        share.choice_at(one, found.game, 99)
    with pytest.raises(share.ShareError, match=r"\.png"):
        share.check_path(tmp_path / "hand.doc")


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with")
def test_keys_go_from_lesson_to_lesson(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    page.write_text(page_of(answer(*(choice(0.5 + 0.1 * n, move=n + 3) for n in range(3)))), encoding="utf-8")
    with browser() as shown:
        shown.size(390, 844, touch=True)
        shown.open(page)
        assert shown.run("document.documentElement.scrollWidth") <= 390
        seen = []
        for key in "nnnnp":
            shown.press(key)
            seen.append(shown.run("document.activeElement.id"))
        assert seen == ["lesson-1", "lesson-2", "lesson-3", "lesson-3", "lesson-2"]
        assert shown.said == []
