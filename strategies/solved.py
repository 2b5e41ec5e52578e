"""The solved player calls and challenges by the profile that `tongits solve` found for the rules at the table, and
plays its cards as `expert` does. A profile says with which probability to say yes in each situation, so the player
mixes: with the same cards it now calls and now waits.

Profiles ship for the presets that `tongits rules` lists, and for `pagat+joker`. They are exact: under rules that differ
in a single knob there is none, and the player says how to make one. What one seat could gain against it is measured in
docs/explanation/solving.md.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from strategies.expert import EXPERT
from strategies.profile_bot import profiled
from tongits_sim.profiles.profile import Profile, ProfileError, read_profile
from tongits_sim.rules import preset_names

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

BASE = EXPERT.name
"""The bot whose card play the profiles were solved with."""
RULES = (*preset_names(), "pagat+joker")
"""The rules that profiles ship for."""
FOLDER = Path(__file__).parent / "profiles"
SUFFIX = ".profile"


class Library:
    """The profiles in a folder, by rules.

    Attributes:
        folder: where they are: a file `NAME.profile` for each.
        base: the bot whose card play they were solved with.
    """

    base = BASE

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def under(self, rules: RuleSet) -> Profile:
        """The profile of these rules. Raises ProfileError where there is none."""
        profile = self.find(rules)
        if profile is None:
            from tongits_sim.designs.batch.job import rules_option

            option = rules_option(rules)
            raise ProfileError(
                f"no solved profile ships for {rules.name}, only for {', '.join(self.names())}; make one with "
                f"'tongits solve {option} -o mine{SUFFIX}' and play it as {BASE}(file=mine{SUFFIX})"
            )
        return profile

    def find(self, rules: RuleSet) -> Profile | None:
        """The profile of these rules, None where there is none; the names of files do not matter."""
        digest = rules.digest()
        files = sorted(self.files(), key=lambda path: path.stem != rules.name)
        return next((profile for path in files if (profile := _read(*_state(path))).digest == digest), None)

    def files(self) -> list[Path]:
        """The files of all profiles, by name."""
        return sorted(self.folder.glob(f"*{SUFFIX}"))

    def names(self) -> list[str]:
        """The names of the rules with a profile."""
        return [path.stem for path in self.files()]

    def digest(self) -> str:
        """Digest of all profiles."""
        return _digest(tuple(map(_state, self.files())))


def _state(path: Path) -> tuple[str, int, int]:
    """A file's path, time of change and size."""
    about = path.stat()
    return str(path), about.st_mtime_ns, about.st_size


@functools.lru_cache(maxsize=64)
def _read(path: str, changed: int, size: int) -> Profile:
    return read_profile(path)


@functools.lru_cache(maxsize=4)
def _digest(files: tuple[tuple[str, int, int], ...]) -> str:
    return hashlib.sha256("".join(_read(*each).contents() for each in files).encode()).hexdigest()[:16]


SHIPPED = Library(FOLDER)
"""The profiles that come with the program."""

SOLVED = replace(
    profiled(EXPERT),
    name="solved",
    summary="Plays the solved profile of the rules: calls and challenges that leave one opponent little to gain.",
    params=tuple(param for param in EXPERT.params if not param.tunable),
    profiles=SHIPPED,
)
