from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from tongits_sim.run.notebook import LINE, MAX_ROWS, Bar, Displayable, View, forest_svg, page_part


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


@dataclass(frozen=True)
class Answer(Displayable):
    rows: int

    def view(self) -> View:
        return View(["word " * 40], ["n"], [[str(n)] for n in range(self.rows)], lambda: "<svg/>")


def test_a_result_shows_its_view_and_not_its_fields() -> None:
    lines = repr(Answer(MAX_ROWS + 3)).splitlines()
    assert max(map(len, lines)) <= LINE
    assert lines[-2:] == [str(MAX_ROWS - 1), "... and 3 more rows"]
    root = ElementTree.fromstring(Answer(2)._repr_html_())
    assert [each.text for each in root.iter() if each.tag == "td"] == ["0", "1"]
    assert root.find("svg") is not None
    assert "more rows" not in repr(Answer(MAX_ROWS))
    assert repr(Answer(0)).count("word") == 40
    with pytest.raises(NotImplementedError):
        Displayable().view()
    assert "<table" not in page_part(["a"], [], [], "")
