"""A search that can be stopped and resumed: its clock, the state it goes on from, and the profile it writes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tongits_sim.errors import TongitsError

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Profile

STATE = ".state"
"""The suffix of the state file, added to a profile's name."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C during a search; `sentence` says what is kept."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Learnable(Protocol):
    """A search that improves step by step."""

    def save(self, path: Path) -> None:
        """Write its state."""
        ...

    def restore(self, path: Path) -> None:
        """Go on from a state on disk. Raises TongitsError for that of another search."""
        ...


class ResumableRun:
    """A search in progress.

    Attributes:
        file: the profile to write; None: nothing is kept.
        state: the file that the search goes on from, beside the profile.
        began: when it began, by `time.perf_counter`.
    """

    def __init__(self, file: Path | None, learnable: Learnable) -> None:
        self.file = file
        self.state = Path(f"{file}{STATE}")
        self.began = time.perf_counter()
        self._learnable = learnable

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.began

    def begin(self, resume: bool, error: type[TongitsError], doing: str) -> None:
        """Go on from the state on disk, or refuse to overwrite it.

        Args:
            resume: whether to go on from the state.
            error: what is raised.
            doing: what `--resume` continues, for the message: `solving`.

        Raises:
            TongitsError: there is no state, or a profile that was not to be resumed.
        """
        if resume:
            if self.file is None or not self.state.exists():
                raise error(f"there is nothing to resume with: {self.state} does not exist; leave out --resume")
            self._learnable.restore(self.state)
        elif self.file is not None and (self.file.exists() or self.state.exists()):
            raise error(f"{self.file} exists; add --resume to go on {doing}, or choose another name")

    def save(self) -> None:
        """Write the state, if anything is kept."""
        if self.file is not None:
            self._learnable.save(self.state)

    def write(self, profile: Profile) -> None:
        """Write the profile and the state, if anything is kept."""
        if self.file is not None:
            from tongits_sim.folders.run_folder import attempt, replace_file
            from tongits_sim.profiles.profile import to_bytes

            file = self.file
            self.save()
            attempt(file, lambda: replace_file(file, to_bytes(profile)))
