"""The rules of axe-core about pages, in a browser. It is no package of Python: `npm install --no-save axe-core` puts it
into this folder, and the variable AXE names its file elsewhere.
"""

import os
import re
from pathlib import Path

from tests.chromium import Browser
from tests.sources import ROOT

AXE = Path(os.environ.get("AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
_CARD = r'label-content-name-mismatch: <button aria-label="[^"]+" data-card='
"""The rank of a card is a symbol (WCAG 2.5.3, symbolic characters): its name says "ace of hearts" for A."""
RUN = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.flatMap((rule) =>
  rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`)))"""


def violations(page: Browser) -> list[str]:
    """What axe finds wrong on the page that is open, folded parts too: the name of a rule and an element."""
    page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.run(f"{AXE.read_text()}; 0")
    return [text for text in page.run(RUN) if not re.match(_CARD, text)]
