import itertools
from pathlib import Path

import pytest

from reports.page.card import DPI, HEIGHT, WIDTH, draw, write
from reports.text.card import sheet
from reports.text.language import LANGUAGES, speaking
from tests.analyses.test_answers import card

LONG = card(rules="pagat with call.timing=end, response.order=both", lay_all=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_on_the_card_and_inside_it(language: str) -> None:
    for answer in (card(), LONG):
        with speaking(language):
            content = sheet(answer)
        figure = draw(content)
        figure.draw_without_rendering()
        shown = " ".join(text.get_text() for text in figure.texts).split()
        parts = [(part.name, *part.lines) for part in (*content.parts, *content.turn)]
        words = [content.title, content.cost, *itertools.chain(*parts), *content.small]
        assert sorted(shown) == sorted(" ".join(words).split())
        edges = [text.get_window_extent() for text in figure.texts]
        width, height = figure.bbox.width, figure.bbox.height
        assert all(box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height for box in edges)
        rows = sorted({round(box.y0) for box in edges})
        assert len(rows) > 10


def test_three_forms(tmp_path: Path) -> None:
    content = sheet(card())
    for form, begins in ((".png", b"\x89PNG"), (".pdf", b"%PDF"), (".html", b"<!doctype html>")):
        path, again = tmp_path / f"card{form}", tmp_path / f"again{form}"
        write(content, path)
        write(content, again)
        assert path.read_bytes().startswith(begins)
        assert path.read_bytes() == again.read_bytes()
    png = (tmp_path / "card.png").read_bytes()
    assert int.from_bytes(png[16:20]) == int(WIDTH * DPI)
    assert int.from_bytes(png[20:24]) == int(HEIGHT * DPI)
