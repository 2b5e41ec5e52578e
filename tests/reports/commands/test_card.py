import json
from pathlib import Path

from tests.playing import command

FEW = ("--games", "1000", "--deals", "100")


def test_a_card_is_written_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "card.pdf"
    code, out, err = command("card", *FEW, "--lang", "tl", "-o", str(file))
    assert code == 0, err
    assert str(file) in out.replace("\n", "")
    assert file.read_bytes().startswith(b"%PDF")
    code, out, err = command("card", *FEW, "--rules", "sjs", "--format", "json")
    assert code == 0, err
    assert json.loads(out)["command"] == "card"
