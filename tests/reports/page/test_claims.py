"""The Markdown page of the claims; and docs/explanation/claims.md is the page of its stored answer."""

from __future__ import annotations

import json
import re

from analyses.answers.claims import ClaimsAnswer
from analyses.claims.claim_list import CLAIMS
from reports.page.claims import markdown
from tests.analyses.answers.test_answers import some
from tests.sources import ROOT

DOCS = ROOT / "docs" / "explanation"


def test_every_claim_has_its_section_and_a_link_to_it() -> None:
    page = markdown(some())
    for number, claim in enumerate(some().claims, start=1):
        assert f"## {number}. {claim.key}\n" in page
        assert f"(#{number}-{claim.key.replace(' ', '-')})" in page
    assert "**True.** 61.20 ± 0.30 % of them (three solved, pagat; true where it is from 50;" in page
    assert "On other deals 61.40 ± 0.30" in page
    assert "**False.** 2.5 % of them; true where it is from 50." in page


def test_the_page_in_the_docs_is_that_of_its_stored_answer() -> None:
    stored = ClaimsAnswer.from_dict(json.loads((DOCS / "claims.json").read_text(encoding="utf-8")))
    assert (DOCS / "claims.md").read_text(encoding="utf-8") == markdown(stored)
    assert [each.key for each in stored.claims] == [claim.key for claim in CLAIMS]
    assert [each.says for each in stored.claims] == [claim.says for claim in CLAIMS]


def test_links_on_the_page_lead_to_its_headings() -> None:
    page = (DOCS / "claims.md").read_text(encoding="utf-8")
    lines = re.findall(r"^## (.+)$", page, re.MULTILINE)
    headings = [re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines]
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= set(headings)
