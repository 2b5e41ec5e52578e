"""The base of every error a user may cause."""


class TongitsError(Exception):
    """Something the user asked for cannot be done; the text is one sentence with the way out."""
