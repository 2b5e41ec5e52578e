"""The referee: replays a game record by the rule text alone and says what is wrong with it.

It shares no code with `tongits_sim`. `state` is the table, `moves` the acts (verify and do), `rights` who may call,
challenge and compete, `game` the machine, `settle` the money; `shape`, `record` and `chain` check what
docs/reference/formats.md describes.
"""

from tests.referee.chain import check_file
from tests.referee.record import check_record

__all__ = ["check_file", "check_record"]
