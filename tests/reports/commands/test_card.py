import json
from pathlib import Path

import pytest

from tests.playing import command

FEW = ("--games", "2000", "--deals", "200")


@pytest.mark.parametrize("language", ["en", "tl"])
def test_a_card_is_written(tmp_path: Path, language: str) -> None:
    for form in ("pdf", "png", "html"):
        file = tmp_path / f"card.{form}"
        code, out, err = command("card", *FEW, "--lang", language, "-o", str(file))
        assert code == 0, err
        assert f"{'Naisulat ang' if language == 'tl' else 'Wrote'} {file}" in out.replace("\n", "")
        assert file.stat().st_size > 1000


def test_a_card_is_printed() -> None:
    code, out, err = command("card", *FEW, "--rules", "sjs")
    assert code == 0, err
    assert "CHALLENGE" in out
    code, out, err = command("card", *FEW, "--format", "json")
    assert code == 0, err
    assert json.loads(out)["command"] == "card"
    assert command("card", *FEW, "--format", "csv")[1].startswith("part,line")
