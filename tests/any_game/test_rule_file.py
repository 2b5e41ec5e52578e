"""Files of rules that cannot be read; nothing but RuleError comes out of a bad one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tongits_sim.any_game.rule_file import MOST_BYTES, RuleFile, parse_rule_file, read_rule_file
from tongits_sim.rules import KNOBS, RuleError, RuleSet
from tongits_sim.rules.ruleset import ALL_KNOBS


def error_of(path: Path) -> str:
    with pytest.raises(RuleError) as caught:
        read_rule_file(path, ALL_KNOBS)
    return str(caught.value)


def test_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'# rules\nname = "Jos\xe9"\n')
    assert error_of(path).endswith("latin.toml is not UTF-8 text (at line 2): save it as UTF-8.")


def test_path_that_is_no_file(tmp_path: Path) -> None:
    assert "is a folder" in error_of(tmp_path)
    os.mkfifo(tmp_path / "pipe.toml")
    assert "is not an ordinary file" in error_of(tmp_path / "pipe.toml")
    (tmp_path / "ring.toml").symlink_to(tmp_path / "ring.toml")
    assert "there is no file" in error_of(tmp_path / "ring.toml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "locked.toml"
    path.write_text("")
    path.chmod(0)
    assert "cannot be read: Permission denied." in error_of(path)


def test_file_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    assert "is larger than 1000000 bytes" in error_of(path)
    path.write_bytes(b"#" * MOST_BYTES)
    assert read_rule_file(path, ALL_KNOBS) == RuleFile()


TOML_VALUES = st.one_of(
    st.sampled_from(["'end'", "true", "1", "0.5", "nan", "-inf", "[]", "{}", "{a=1}", "1979-05-27", "''", "'pagat'"]),
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=5),
)
TOML_KEYS = st.one_of(
    st.sampled_from([*KNOBS, "base", "name", "title", "call", "'call.timing'", "a.b.c"]), st.text(max_size=5)
)
TOML_LINES = st.one_of(
    st.tuples(TOML_KEYS, TOML_VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    st.sampled_from(["[call]", "[pay]", "[[call]]", "[call.timing]", "[x]"]),
    st.text(max_size=20),
)


def refusal(ask: Callable[[], object]) -> str | None:
    """What the RuleError says that `ask` ends in, or None if it ends well; any other error fails the test."""
    try:
        ask()
    except RuleError as error:
        return str(error)
    return None


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TOML_LINES, max_size=6).map("\n".join) | st.text())
def test_any_text_is_a_sheet_or_a_rule_error(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    message = refusal(lambda: RuleSet.from_knobs(parse_rule_file(data, "text", ALL_KNOBS).knobs))
    assert message is None or 0 < len(message) < 1000


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_sheet_or_a_rule_error(data: bytes) -> None:
    message = refusal(lambda: parse_rule_file(data, "bytes", ALL_KNOBS))
    assert message is None or message.startswith("bytes")
