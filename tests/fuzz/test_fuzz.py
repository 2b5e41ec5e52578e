import subprocess
from pathlib import Path

import pytest

from tests.fuzz import nasty
from tests.fuzz.guard import Broken, guarded
from tests.fuzz.program import sound_answer
from tests.fuzz.running import fuzz
from tests.fuzz.surfaces import SURFACES, look_at


@pytest.mark.parametrize("name", SURFACES)
def test_hostile_input_is_answered_with_a_sentence(name: str) -> None:
    outcome = fuzz(name, SURFACES[name].quick, seed=7)
    if outcome.error is not None:
        outcome.error.add_note(f"the smallest input that breaks it: {outcome.last!r:.2000}")
        raise outcome.error
    assert outcome.inputs >= SURFACES[name].quick // 3


def test_sees_a_write_outside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with guarded(tmp_path / "in"):
        (tmp_path / "in" / "x").write_text("fine")
    (tmp_path / "in" / "link").symlink_to(tmp_path / "y")
    for path in (tmp_path / "x", tmp_path / "in" / ".." / "z", tmp_path / "in" / "link"):
        with pytest.raises(Broken, match="open"), guarded(tmp_path / "in"):
            path.write_text("not fine")
    with pytest.raises(Broken, match=r"os\.rename"), guarded(tmp_path / "in"):
        (tmp_path / "in" / "x").rename(tmp_path / "w")


def test_sees_data_that_is_run(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    program = compile("x = 1", str(path), "exec")
    with pytest.raises(Broken, match="ran"), guarded(tmp_path):
        exec(program)
    with guarded(tmp_path, runs=True):
        exec(program)
    with pytest.raises(Broken, match="Popen"), guarded(tmp_path):
        subprocess.run(["true"], check=True)


def test_sees_a_script_in_a_page() -> None:
    look_at('<p class="x">&lt;script&gt;</p>')
    for page in (f"<p>{nasty.SCRIPT}</p>", '<p onclick="x">', '<a href="https://x">', '<a href="javascript:x">'):
        with pytest.raises(Broken):
            look_at(page)


def test_sees_an_answer_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sound_answer("--version") == 0
    assert sound_answer("nonsense") == 2
    import tongits_sim.rules as rules

    def broken(spec: str, overrides: object = ()) -> None:
        raise KeyError(spec)

    monkeypatch.setattr(rules, "load", broken)
    with pytest.raises(Broken, match="KeyError"):
        sound_answer("rules", "show", "pagat")
