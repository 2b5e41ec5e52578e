import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tongits_sim.run.run_file import read_done, read_manifest


def change(folder: Path, *statements: str, values: tuple[Any, ...] = ()) -> None:
    with closing(sqlite3.connect(folder / "run.db")) as db:
        for statement in statements:
            db.execute(statement, values)
        db.commit()


def stored(folder: Path) -> list[int]:
    return list(read_done(folder)[1])


def has_blocks(folder: Path) -> bool:
    try:
        return bool(stored(folder))
    except Exception:  # noqa: BLE001 - it is being made
        return False


def lose_last(folder: Path) -> None:
    """Remove the last block of a run; all of them, if it was added up with others."""
    last = stored(folder)[-1]
    with closing(sqlite3.connect(folder / "run.db")) as db:
        alone = db.execute("select count(*) from counts where number = ?", (last,)).fetchone() == (1,)
    if not alone:
        change(folder, "delete from done", "delete from counts")
        return
    change(folder, f"delete from done where number = {last}", f"delete from counts where number = {last}")


def describe_as(folder: Path, **changes: Any) -> None:
    manifest = json.dumps(read_manifest(folder) | changes)
    change(folder, "update run set value = ? where key = 'manifest'", values=(manifest,))
