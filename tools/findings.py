"""docs/explanation/findings.md: what the toolkit found, made of the answers to the commands it names.

    python -m tools.findings ask FOLDER     # asks what is not in FOLDER yet; minutes
    python -m tools.findings write FOLDER > new.md && mv new.md docs/explanation/findings.md   # pictures: docs/images

The page keeps a block of the page that is there (tools.thinking), so it is not written over at once.

Nothing in the page is typed by hand but the words between the numbers; a sentence whose number does not bear it out is
refused. The seed is another than those on which bots were tuned and strategies for the page were chosen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.findings_asked import play
from tools.findings_figures import write_pictures
from tools.findings_page import page
from tools.findings_words import Answers

IMAGES = Path("docs") / "images"


def main() -> None:
    """Ask, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["ask", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--images", type=Path, default=IMAGES, help="the folder of its pictures")
    options = parser.parse_args()
    if options.what == "ask":
        play(options.folder)
    else:
        write_pictures(Answers(options.folder), options.images)
        print(page(options.folder), end="")


if __name__ == "__main__":
    main()
