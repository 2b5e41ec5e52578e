import json
from pathlib import Path

import pytest

from reports.commands.batches.batch_folder import BatchFolder
from reports.page.stored import BatchError, job_folders, read_manifest
from tests.reports.commands.batches.test_batch_jobs import jobs
from tongits_sim.run.files import StoreError
from tongits_sim.run.run_options import RunOptions

ONE = '[[job]]\ncommand = "simulate"\nname = "a"\ngames = 20\n'
TWO = '[[job]]\ncommand = "simulate"\nname = "b"\ngames = 30\n'


def opened(tmp_path: Path, text: str, resume: bool = True) -> BatchFolder:
    return BatchFolder.open(tmp_path / "out", "title", jobs(tmp_path, text), resume)


def test_a_file_that_grew_plays_what_is_new(tmp_path: Path) -> None:
    store = opened(tmp_path, ONE, resume=False)
    (one,) = jobs(tmp_path, ONE)
    assert not store.finished(one)
    one.play(RunOptions(workers=1, out=store.folder_of(one)))
    store.note(one, 1.5)
    store.close()
    store = opened(tmp_path, TWO + ONE)
    two, one = jobs(tmp_path, TWO + ONE)
    assert (store.finished(one), store.finished(two), store.left_out()) == (True, False, [])
    store.close()
    assert [path.name for path in job_folders(tmp_path / "out")] == ["b", "a"]
    assert read_manifest(tmp_path / "out")["jobs"]["a"]["seconds"] == 1.5
    store = opened(tmp_path, TWO)
    assert store.left_out() == ["a"]
    store.close()


def test_a_job_that_changed_under_its_name_is_refused(tmp_path: Path) -> None:
    opened(tmp_path, ONE, resume=False).close()
    before = (tmp_path / "out" / "batch.json").read_bytes()
    with pytest.raises(BatchError, match=r"holds another job a: command is .*=20 there and .*=21 here"):
        opened(tmp_path, ONE.replace("20", "21"))
    assert (tmp_path / "out" / "batch.json").read_bytes() == before


def test_rules_that_changed_in_their_file_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    text = f'[[job]]\ncommand = "simulate"\nrules = "{house}"\nname = "a"'
    house.write_text('base = "pagat"\n[pay]\nfold = 2\n')
    opened(tmp_path, text, resume=False).close()
    house.write_text('base = "pagat"\n[pay]\nfold = 3\n')
    with pytest.raises(BatchError, match=r"rules\.0\.knobs\.pay\.fold is 2.0 there and 3.0 here"):
        opened(tmp_path, text)


def test_a_batch_is_not_begun_twice_nor_by_two(tmp_path: Path) -> None:
    store = opened(tmp_path, ONE, resume=False)
    with pytest.raises(BatchError, match="another batch writes to"):
        opened(tmp_path, ONE)
    store.close()
    with pytest.raises(BatchError, match="holds a batch already; add --resume"):
        opened(tmp_path, ONE, resume=False)


def test_a_link_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    opened(tmp_path, ONE, resume=False).close()
    (tmp_path / "else").mkdir()
    (tmp_path / "out" / "a").symlink_to(tmp_path / "else")
    with pytest.raises(StoreError, match="a is a link to another place; remove it"):
        opened(tmp_path, ONE)


@pytest.mark.parametrize(
    "content",
    [
        "{",
        json.dumps({"format": "tongits-batch/1", "jobs": {"../a": {"asked": {}}}, "in_file": ["../a"]}),
        json.dumps({"format": "tongits-batch/9", "jobs": {}, "in_file": []}),
    ],
)
def test_a_damaged_manifest_is_a_sentence(tmp_path: Path, content: str) -> None:
    opened(tmp_path, ONE, resume=False).close()
    (tmp_path / "out" / "batch.json").write_text(content)
    with pytest.raises(BatchError, match=r"batch\.json is (damaged|not the manifest)"):
        opened(tmp_path, ONE)
    with pytest.raises(BatchError, match=r"holds no batch"):
        read_manifest(tmp_path / "nowhere")


def test_many_jobs_write_the_manifest_now_and_then_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(f'[[job]]\ncommand = "simulate"\nname = "j{number}"\nseed = {number}\n' for number in range(1, 41))
    every = jobs(tmp_path, text)
    written: list[int] = []
    monkeypatch.setattr(
        "reports.commands.batches.batch_folder.replace_file",
        lambda path, content: written.append(path.write_bytes(content)),
    )
    store = BatchFolder.open(tmp_path / "batch", "", every, resume=False)
    for number, job in enumerate(every):
        store.note(job, float(number))
    assert len(written) < 10
    store.close()
    kept = read_manifest(tmp_path / "batch")["jobs"]
    assert [kept[job.entry.name]["seconds"] for job in every] == [float(number) for number in range(40)]
