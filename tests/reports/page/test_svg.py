from xml.etree import ElementTree

from analyses.figures import INKS
from analyses.words import Finding
from reports.page import svg as module
from reports.page.svg import drawing
from reports.questions.compare import findings
from tests.experiments.duplicate.fields import example


def svg(finding: Finding, key: str, text: str) -> str:
    with drawing():
        (panel,) = finding.panels()
    return module.svg(panel.figure, key, text)


def test_is_whole_and_says_what_it_shows() -> None:
    for finding in findings(example()):
        drawn = svg(finding, finding.key, 'less < more & "all"')
        root = ElementTree.fromstring(drawn.replace("xlink:href", "href"))
        assert root.attrib["role"] == "img"
        assert root[0].text == 'less < more & "all"'
        assert root.attrib["aria-labelledby"] == root[0].attrib["id"]
        assert not any(colour in drawn for colour in INKS.values())
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids))
        assert any(each.tag.endswith("text") for each in root.iter())


def test_the_same_figure_is_the_same_text() -> None:
    finding = findings(example())[0]
    assert svg(finding, "a", "x") == svg(finding, "a", "x")
