import re

import pytest

from analyses.figures import CurvePoint, Curves, Intervals, Row
from reports.page.colours import DARK, LIGHT, PAPER, READ_ON, contrast
from reports.page.kit import drawing_html, fan, meld, rails
from reports.page.picture import Picture, Words, image, svg, text_width


@pytest.mark.parametrize("colours", [LIGHT, DARK, PAPER])
def test_every_text_can_be_read(colours: dict[str, str]) -> None:
    weak = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in READ_ON}
    assert min(weak.values()) >= 4.6, weak
    assert contrast("#777777", "#888888") < 4.6


def some_picture() -> Picture:
    drawn = Picture(200, 100, "A hand & more")
    drawn.box(0, 0, 200, 100, "panel")
    drawn.cards(10, 10, 30, 42, ["7h", "X1"], 20)
    drawn.words(10, 90, "far too long for its room", 20, room=60)
    return drawn


def test_one_list_is_drawn_in_every_form() -> None:
    drawn = some_picture()
    shown = svg(drawn)
    assert shown.count("<rect") == sum(not hasattr(item, "text") for item in drawn.items)
    assert list(re.findall(r">([^<>]+)</text>", shown)) == [
        "7",
        "♥",
        "J",
        "★",
        "far too long for its room",
    ]
    assert 'aria-label="A hand &amp; more"' in shown
    assert "prefers-color-scheme" in svg(drawn, dark=True)
    for form, begins in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert image(drawn, form, 1.0).startswith(begins)
        assert image(drawn, form, 1.0) == image(some_picture(), form, 1.0)


def test_a_text_is_made_smaller_where_its_room_ends() -> None:
    long = some_picture().items[-1]
    assert isinstance(long, Words)
    assert text_width(long.text, long.fitted) == pytest.approx(60)
    assert text_width("ab", 20) < text_width("ab", 20, bold=True)


def test_drawn_cards_have_names() -> None:
    assert 'aria-label="10♥ 7♣"' in fan(["Th", "7c"])
    assert '<span class="dots">6</span>' in meld(["4c", "5c", "6c", "7c", "8c", "9c"])


def test_intervals_lie_where_their_numbers_say() -> None:
    rows = [Row("up", 2.0, (1.0, 3.0), True), Row("down", -1.0, (-2.5, 0.5), False)]
    zero, (up, down) = rails(rows)
    assert zero < up.left < up.middle < up.left + up.wide
    assert down.left < down.middle < zero < down.left + down.wide
    assert (up.middle - zero) / (zero - down.middle) == pytest.approx(2, rel=0.01)
    assert (up.value, down.value) == ("+2.0 ± 1.0", "−1.0 ± 1.5")
    assert (up.ink, down.ink, down.hollow) == ("gain", "grey", True)
    html = drawing_html(Intervals(rows, "units a game"))
    assert "units a game" in html
    assert "+2.0" in html
    shares = drawing_html(Intervals(rows[:1], "per cent of games", signed=False))
    assert "<b>2.0" in shares
    assert "+2.0" not in shares


def test_curves_name_what_their_axes_count() -> None:
    points = [CurvePoint(0, (0.0,) * 5), CurvePoint(10, (-5.0, 1.0, 3.0, 4.0, 9.0))]
    html = drawing_html(Curves({"<me>": points}, "games", "units"))
    assert "&lt;me&gt;: +3 after 10 games" in html
    assert "units, by the number of games" in html
