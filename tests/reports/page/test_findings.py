"""What figures say."""

from __future__ import annotations

from reports.page.findings import findings, headline
from tests.designs.tournament.fields import example


def test_every_figure_states_its_finding() -> None:
    document = example()
    made = findings(document)
    assert [each.key for each in made] == ["forest", "heat", "channels", "payouts", "places"]
    for each in made:
        assert document["ranking"][0]["player"] in each.text or each.key == "payouts"
        assert any(letter.isdigit() for letter in each.text)
        assert each.text.endswith(".")
    assert headline(document) in made[0].text
