"""The manifest of a batch is read only where it is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.batches.manifest import FORMAT, MANIFEST, BatchError, job_folders, read_manifest

SOUND = {"format": FORMAT, "title": "", "jobs": {"a": {"asked": {}}, "b": {"asked": {}}}, "in_file": ["b", "a"]}


def test_jobs_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(json.dumps(SOUND))
    assert job_folders(tmp_path) == [tmp_path / "b", tmp_path / "a"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "holds no batch"),
        ("{", "is damaged"),
        ("[]", "is not the manifest"),
        (json.dumps(SOUND | {"format": "tongits-batch/9"}), "is not the manifest"),
        (json.dumps(SOUND | {"jobs": {"../out": {"asked": {}}}, "in_file": []}), "is not the manifest"),
        (json.dumps(SOUND | {"in_file": ["c"]}), "is not the manifest"),
    ],
)
def test_refused(content: str | None, message: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(BatchError, match=message):
        read_manifest(tmp_path)
