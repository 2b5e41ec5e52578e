"""The base of every error a user may cause."""


class TongitsError(Exception):
    """Something the user asked for cannot be done; the text is one sentence with the way out."""


class MissingExtraError(TongitsError, ImportError):
    """A package that is installed only with an extra is missing."""

    def __init__(self, what: str, package: str | None, extra: str) -> None:
        super().__init__(
            f"{what} need {package or 'a package'}, which is not installed: pip install 'tongits-sim[{extra}]'"
        )
