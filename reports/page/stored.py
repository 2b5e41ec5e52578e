"""Reads the answers that `simulate`, `compare`, `whatif` and `analyze` store with --out."""

from __future__ import annotations

import contextlib
import hashlib
import shlex
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyses.question_registry import in_order
from reports.questions import Document, kind_of
from reports.questions.presenting import commands
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import AnswerError
from tongits_sim.run.files import MAX_RESULTS, RESULTS, FileError, parse_json, read_file, run_digest

FORMAT = "tongits-batch/1"
MANIFEST = "batch.json"
_LARGEST = 256 * 2**20  # bytes


class BatchError(TongitsError):
    """A batch that cannot be played."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """Raises BatchError."""
    path = folder / MANIFEST
    try:
        content = read_file(path, _LARGEST)
    except FileError as error:
        raise BatchError(f"{folder} holds no batch: cannot read {path.name} ({error})") from None
    try:
        value = parse_json(content)
    except FileError as error:
        raise BatchError(f"{path} is damaged: {error}") from None
    if not _is_manifest(value):
        raise BatchError(f"{path} is not the manifest of a batch of this version ({FORMAT})")
    return dict(value)


def _is_manifest(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("jobs"), dict):
        return False
    jobs = value["jobs"]
    names = value.get("in_file")
    sound = all(isinstance(job, dict) and isinstance(job.get("asked"), dict) for job in jobs.values())
    plain = all(name and name == Path(name).name and name not in (".", "..") for name in jobs)
    return sound and plain and isinstance(names, list) and all(name in jobs for name in names)


def job_folders(folder: Path) -> list[Path]:
    """The folders of a batch's jobs, in the order of its file. Raises BatchError."""
    return [folder / name for name in read_manifest(folder)["in_file"]]


class StoredError(TongitsError):
    """A folder holds no finished run, or a damaged run."""


def stored_answer(folder: Path, commands: Sequence[str], program: str = "tongits") -> dict[str, Any]:
    """The JSON of a stored answer, with the command line, versions and bots from the manifest of its run.

    Args:
        folder: a run's folder, or its `results.json`.
        commands: allowed values of the key `command`.
        program: name of the program, for messages: `tongits`.

    Raises:
        StoredError: there is no finished answer of these commands.
    """
    path = folder / RESULTS if folder.is_dir() else folder
    try:
        content = read_file(path, MAX_RESULTS)
    except FileError as error:
        raise StoredError(
            f"{folder} holds no finished run: cannot read {path.name} ({error}); finish it with --resume, "
            "or name a folder made by --out"
        ) from None
    try:
        document = parse_json(content)
    except FileError as error:
        raise StoredError(f"{path} is damaged: {error}") from None
    if not isinstance(document, dict) or document.get("command") not in commands:
        names = [line.split()[-1] for line in commands]
        raise StoredError(f"{path} is not the answer of {program} {', '.join(names[:-1])} or {names[-1]}")
    from tongits_sim.run.run_file import manifest_of

    with damage_told(folder):
        return _with_manifest(document, manifest_of(path.parent))


def run_of(folder: Path) -> str:
    """The identity of a stored run, which copies share: the digest of its job, or of its answer if the folder names no
    job.
    """
    path = folder / RESULTS if folder.is_dir() else folder
    from tongits_sim.run.run_file import manifest_of

    manifest = manifest_of(path.parent)
    job = manifest.get("job")
    with damage_told(folder):
        if isinstance(job, dict):
            return run_digest(
                {"command": manifest.get("command_name"), "job_type": manifest.get("job_type"), "job": job}
            )
        return hashlib.sha256(read_file(path, MAX_RESULTS)).hexdigest()


def _with_manifest(document: dict[str, Any], manifest: dict[str, Any]) -> dict[str, Any]:
    arguments = [str(part) for part in manifest.get("command", [])]
    if arguments:
        document["command_line"] = shlex.join(["tongits", *arguments[1:]])
    elif "command_line" in document:
        document["command_line"] = _safe_command(document["command_line"])
    described = _bots(document.get("players"), manifest.get("job", {}).get("players", []))
    told = {"versions": manifest.get("versions", {}), "bots": described}
    return document | {key: value for key, value in told.items() if document.get(key) is None}


def _bots(labels: Any, described: Any) -> Any:
    """The bots of a manifest, by their labels in the answer."""
    if not isinstance(labels, list) or not isinstance(described, list) or len(labels) != len(described):
        return described
    return [
        {**bot, "player": label, "spec": bot.get("player", "")} if isinstance(bot, dict) else bot
        for label, bot in zip(labels, described, strict=True)
    ]


def _safe_command(line: Any) -> str:
    """A command line that is safe to copy: one command of this program with all else quoted; otherwise empty."""
    words = shlex.split(str(line))
    return shlex.join(words) if words[:1] == ["tongits"] else ""


@contextlib.contextmanager
def damage_told(*runs: Path) -> Iterator[None]:
    """A context for presenting stored answers. Any error inside is reported as damage. Raises StoredError.

    A stored answer may come from anywhere, so any value in it may be missing or wrong.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about numbers that no figure can show
            yield
    except Exception as error:
        plain = isinstance(error, AnswerError)
        if isinstance(error, TongitsError | OSError) and not plain:
            raise
        why = str(error) if plain else " ".join(f"{type(error).__name__}: {error}".split())
        names = " or ".join(map(str, runs))
        raise StoredError(
            f"the answer in {names} cannot be shown ({why[:200]}): it is damaged, or of another version; make it again"
        ) from (None if plain else error)


WHOLE = ("rules", "whatif", "compare")
"""Folders of `tongits report` that belong to no question."""


def answer_folders(folder: Path) -> list[Path]:
    """Folders of answers in a folder: the folder itself, the jobs of a batch in order, or the parts of a report."""
    if (folder / MANIFEST).is_file():
        return job_folders(folder)
    parts = [question.name for question in in_order()]
    inner = [folder / name for name in (*parts, *WHOLE) if (folder / name / RESULTS).is_file()]
    return [folder] if (folder / RESULTS).is_file() or not inner else inner


def batch_title(folder: Path) -> str:
    """The title of a batch; empty if the batch has no title, or the folder is no batch."""
    title = read_manifest(folder).get("title") if (folder / MANIFEST).is_file() else None
    return title if isinstance(title, str) else ""


def stored_document(folder: Path) -> Document:
    """The answer of a stored run, with its command. Raises StoredError."""
    document = stored_answer(folder, [*commands(), "analyze"])
    with damage_told(folder):
        return answer_of(document)


def answer_of(document: Mapping[str, Any]) -> Document:
    """A stored document as an answer of its own type.

    Raises AnswerError if a value is missing or has another type, WordsError if there is no such question.
    """
    return kind_of(document.get("question") or document.get("command")).from_dict(document)
