"""`python -m tests.referee FILE...` says what is wrong with files of game records; exit code 1 if anything is."""

import sys
from pathlib import Path

from tests.referee.chain import check_file


def main(paths: list[str]) -> int:
    bad = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            for problem in check_file(lines):
                print(f"{path}: {problem}")
                bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
