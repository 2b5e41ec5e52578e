"""The tables of `docs/reference/rules.md`; those of `codes.py` are tested in `test_codes.py`."""

import re
from pathlib import Path

from tongits_sim.rules import KNOBS, load, overlay_names, preset_names, tables

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"


def test_docs_are_as_written_by_the_command() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert tables.renewed(text) == text, "run: python -m tongits_sim.rules docs docs/reference/rules.md"
    assert text.count("<!-- made: ") == text.count("<!-- end -->") == 4


def test_docs_name_everything() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name in (*KNOBS, *preset_names(), *overlay_names()):
        assert f"`{name}`" in text


def test_docs_examples_work(tmp_path: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        exec(compile(code, "docs/reference/rules.md", "exec"), {"load": load})
    (example,) = re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)
    (tmp_path / "kitchen.toml").write_text(example)
    rules = load(tmp_path / "kitchen.toml")
    assert (rules.name, rules.jokers.count, rules.pay.tongits) == ("kitchen table", 2, 5.0)
