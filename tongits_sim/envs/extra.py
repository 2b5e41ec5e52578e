"""One sentence where the packages of the extra `rl` are missing."""

from __future__ import annotations

from tongits_sim.errors import TongitsError


class MissingExtraError(TongitsError, ImportError):
    """A package that is installed only with an extra is missing."""

    def __init__(self, package: str | None) -> None:
        super().__init__(
            f"the environments need {package or 'a package'}, which is not installed: pip install 'tongits-sim[rl]'"
        )
