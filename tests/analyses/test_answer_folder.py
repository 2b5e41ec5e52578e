import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analyses.answer_folder import FORMAT, TABLES, KeptError, begin, read_question
from tests.experiments.duplicate.fields import compared, without_clock
from tests.stored import lose_last, stored
from tongits_sim.errors import TongitsError


def test_keeps_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["tongits", "compare"])
    folder = tmp_path / "run"
    comparison = compared(games=20, out=folder)
    assert json.loads((folder / "results.json").read_text()) == json.loads(json.dumps(comparison.to_dict()))
    manifest = read_question(folder)
    assert (manifest["format"], manifest["command"]) == (FORMAT, ["tongits", "compare"])
    for name in TABLES:
        assert pl.read_parquet(folder / "tables" / f"{name}.parquet").equals(getattr(comparison, name))
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("options", [{}, {"confirm": True}, {"monitor": True}, {"within": 0.5}])
def test_an_answer_cut_short_goes_on_to_the_same_digits(tmp_path: Path, options: dict[str, Any]) -> None:
    folder = tmp_path / "run"
    whole = compared("greedy,miser", games=600, out=folder, block_deals=30, **options)
    runs = [path.parent for path in folder.rglob("run.db")]
    blocks = [stored(run) for run in runs]
    for run in runs:
        lose_last(run)
    (folder / "results.json").unlink()
    again = compared("greedy,miser", games=600, out=folder, block_deals=30, resume=True, **options)
    assert without_clock(again.to_dict()) == without_clock(whole.to_dict())
    assert [stored(run) for run in runs] == blocks
    assert whole.run.sums.deals == (600 if len(options) == 0 or "confirm" in options else again.run.sums.deals)


def test_refuses_another_question(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    begin(folder, "compare", {"seed": 1})
    begin(folder, "compare", {"seed": 1}, resume=True)
    for command, seed, resume, message in (
        ("compare", 1, False, "holds an answer already; add --resume"),
        ("compare", 2, True, "seed is 1 there and 2 here"),
        ("analyze", 1, True, "command is compare there and analyze here"),
    ):
        with pytest.raises(KeptError, match=message):
            begin(folder, command, {"seed": seed}, resume=resume)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(KeptError, match="is not empty"):
        begin(tmp_path, "compare", {})
    with pytest.raises(TongitsError, match=r"cannot write|not empty"):
        begin(tmp_path / "file" / "deeper", "compare", {})
