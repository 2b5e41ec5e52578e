"""The solved player calls, challenges, and lays its first meld or holds it by the profile that `tongits solve` found
for the rules at the table; else it plays its cards as `expert` does. A profile says with which probability to say yes
in each situation, so the player mixes: with the same cards it now calls and now waits.

Profiles ship for the presets that `tongits rules` lists, and for `pagat+joker`. They are exact: under rules that differ
in a single knob there is none, and the player says how to make one. What one seat could gain against it is measured in
docs/explanation/solving.md.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from strategies.expert import EXPERT
from strategies.profile_bot import profiled
from tongits_sim.profiles.by_rules import ByRules
from tongits_sim.profiles.profile import Profile, ProfileError, read_profile

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

BASE = EXPERT.name
"""The bot whose card play the profiles were solved with."""
KINDS = ("call", "respond", "lay")
"""The kinds of decisions that they answer."""
FOLDER = Path(__file__).parent / "profiles"
SUFFIX = ".profile"


class Library(ByRules[Profile]):
    """The profiles in a folder, by rules."""

    suffix = SUFFIX
    read = staticmethod(read_profile)
    base = BASE

    def missing(self, rules: RuleSet) -> ProfileError:
        """The error, which says how to make one."""
        from tongits_sim.designs.batch.job import rules_option

        return ProfileError(
            f"no solved profile ships for {rules.name}, only for {', '.join(self.names())}; make one with "
            f"'tongits solve {rules_option(rules)} -o mine{SUFFIX}' and play it as {BASE}(file=mine{SUFFIX})"
        )


SHIPPED = Library(FOLDER)
"""The profiles that come with the program."""

SOLVED = replace(
    profiled(EXPERT, KINDS),
    name="solved",
    summary="Plays the solved profile of the rules: calls, challenges and first melds that leave little to gain.",
    params=tuple(each for each in EXPERT.params if not each.name.startswith(("call_", "fight_"))),
    profiles=SHIPPED,
)
