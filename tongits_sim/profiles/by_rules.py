"""Solutions for sets of rules, found by the rules in a folder with a file for each."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tongits_sim.errors import TongitsError

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

T = TypeVar("T")


class ByRules(Generic[T]):
    """The files in a folder, by the digest of the rules that each is for.

    Attributes:
        folder: the folder; its files are called `NAME` and `suffix`.
        suffix: the end of their names.
        base: the bot whose card play they were solved with, if that matters.
    """

    suffix: ClassVar[str]
    base: ClassVar[str] = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def read(path: str) -> Any:
        """The content of a file, with `digest`, the digest of its rules, and `contents()`, a digest of all of it."""
        raise NotImplementedError

    def missing(self, rules: RuleSet) -> TongitsError:
        """The error to raise where there is none for these rules."""
        raise NotImplementedError

    def under(self, rules: RuleSet) -> T:
        """The content for these rules. Raises TongitsError where there is none."""
        found = self.find(rules)
        if found is None:
            raise self.missing(rules)
        return found

    def find(self, rules: RuleSet) -> T | None:
        """The content for these rules, None where there is none; the names of files do not matter."""
        digest = rules.digest()
        files = sorted(self.files(), key=lambda path: path.stem != rules.name)
        return next((each for path in files if (each := _read(type(self).read, *_state(path))).digest == digest), None)

    def files(self) -> list[Path]:
        """The files, by name."""
        return sorted(self.folder.glob(f"*{self.suffix}"))

    def names(self) -> list[str]:
        """The names of the rules with a file."""
        return [path.stem for path in self.files()]

    def digest(self) -> str:
        """Digest of all files."""
        return _digest(type(self).read, tuple(map(_state, self.files())))


def _state(path: Path) -> tuple[str, int, int]:
    """A file's path, time of change and size."""
    about = path.stat()
    return str(path), about.st_mtime_ns, about.st_size


@functools.lru_cache(maxsize=128)
def _read(read: Callable[[str], Any], path: str, changed: int, size: int) -> Any:
    return read(path)


@functools.lru_cache(maxsize=8)
def _digest(read: Callable[[str], Any], files: tuple[tuple[str, int, int], ...]) -> str:
    return hashlib.sha256("".join(_read(read, *each).contents() for each in files).encode()).hexdigest()[:16]
