"""Answers in a notebook: text, a table, a figure."""

from __future__ import annotations

from xml.etree import ElementTree

from tongits_sim.run.notebook import Bar, aligned, forest_svg, page_part


def test_columns_stand_in_line() -> None:
    lines = aligned(["Player", "x"], [["a", "100"], ["caller", "2"]]).splitlines()
    assert lines == ["Player    x", "a       100", "caller    2"]


def test_a_figure_has_a_point_for_each_and_harmless_names() -> None:
    drawn = forest_svg([Bar("<b>", 1.0, (0.5, 1.5)), Bar("c" * 40, -1.0, None), Bar("d", 0.1, (-1, 1))], 'units & "co"')
    root = ElementTree.fromstring(drawn)
    points = [each for each in root if each.tag.endswith("circle")]
    assert len(points) == 3
    assert len({each.attrib["fill"] for each in points}) == 3
    assert float(points[0].attrib["cx"]) > float(points[2].attrib["cx"]) > float(points[1].attrib["cx"])
    assert root.attrib["aria-label"] == 'units & "co"'
    assert next(each.text for each in root if each.tag.endswith("text")) == "<b>"
    assert forest_svg([], "units") == ""
    assert ElementTree.fromstring(forest_svg([Bar("a", 0.0, None)], "units")) is not None


def test_a_part_of_a_page_is_whole() -> None:
    root = ElementTree.fromstring(page_part(["a < b"], ["x"], [["<i>"]], ""))
    assert [each.text for each in root.iter() if each.tag in ("p", "th", "td")] == ["a < b", "x", "<i>"]
