"""The base of every error that a user may cause."""


class TongitsError(Exception):
    """The program cannot do what the user asks; the message is a sentence with the way out."""


class MissingExtraError(TongitsError, ImportError):
    """A package that is installed only with an extra is missing."""

    def __init__(self, what: str, package: str | None, extra: str) -> None:
        super().__init__(
            f"{what} need {package or 'a package'}, which is not installed: pip install 'tongits-sim[{extra}]'"
        )
