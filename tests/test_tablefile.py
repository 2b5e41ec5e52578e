import json
from pathlib import Path

import pytest

from tongits_sim.bots.chart_file import Table, TableFileError, read_tables

TABLES = (Table("a", ((1.0, 2.0), (3.0, 4.0)), 0, 10, "first"), Table("b", ((5.0,),), -1, 10, "second"))


def test_reads_toml_and_json(tmp_path: Path) -> None:
    toml = tmp_path / "t.toml"
    js = tmp_path / "t.JSON"
    toml.write_text('title = "x"\na = [[1, 2.5], [0, 10]]\nb = [[-1]]\n')
    js.write_text(json.dumps({"note": "y", "a": [[1, 2.5], [0, 10]], "b": [[-1]]}))
    expected = {"a": ((1.0, 2.5), (0.0, 10.0)), "b": ((-1.0,),)}
    assert read_tables(str(toml), TABLES) == read_tables(str(js), TABLES) == expected
    assert TABLES[0].shape == (2, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = [[1, 2], [3, 4]]", "lacks the table 'b'; it must hold a, b"),
        ("a = [[1, 2], [3, 4]]\nb = [[1]]\nc = 1", "holds 'c', which is not a table; it may hold a, b"),
        ("a = [[1, 2], [3]]\nb = [[1]]", "a, row 1 (counted from 0) must hold 2 numbers"),
        ("a = [[1, 2], [3, 11]]\nb = [[1]]", "a, row 1: 11 is not a number from 0 to 10"),
        ("a = [[1, nan], [3, 1]]\nb = [[1]]", "a, row 0: nan is not a number from 0 to 10"),
        ("a = [[1, true], [3, 1]]\nb = [[1]]", "a, row 0: true is not a number"),
        ("a = [", "is not a table file in TOML (or JSON, if it ends in .json)"),
    ],
)
def test_a_wrong_file_is_answered_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text)
    with pytest.raises(TableFileError) as error:
        read_tables(str(path), TABLES)
    assert sentence in str(error.value)
    assert str(error.value).startswith(str(path))
