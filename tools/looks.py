"""Looks at pages as readers do: in light, dark, on a phone of 390 px, and printed.

    python -m tools.looks report.html review.html --out looks

Writes a picture of each look into a folder, and says how high each is, what is wider than the phone, on how many sides
it prints, and, where axe-core is installed (tests/axe.py), what breaks its rules.
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

from tests.axe import AXE, violations
from tests.chromium import Browser, browser

LOOKS = {"light": (920, False), "dark": (920, True), "phone": (390, False), "phone-dark": (390, True)}
"""Width in pixels, and whether the theme is dark."""


def picture(window: Browser, path: Path, width: int) -> int:
    """A picture of the whole page; returns its height."""
    high = int(window.run("Math.max(document.documentElement.scrollHeight, document.body.scrollHeight)"))
    clip = {"x": 0, "y": 0, "width": width, "height": high, "scale": 1}
    shot = window("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    path.write_bytes(base64.b64decode(shot["data"]))
    return high


def look(window: Browser, page: Path, out: Path) -> list[str]:
    """Lines about a page; its pictures go to `out`."""
    lines = [f"{page.name}: {page.stat().st_size / 1000:.0f} kB"]
    for name, (width, dark) in LOOKS.items():
        window.size(width, 844, touch=width < 500, dark=dark)
        window.open(page)
        high = picture(window, out / f"{page.stem}.{name}.png", width)
        wide = window.run("document.documentElement.scrollWidth")
        lines.append(f"  {name}: {high} px high" + (f", {wide} px wide" if wide > width else ""))
        if AXE.is_file():
            lines += [f"    {text}" for text in violations(window)]
    window("Emulation.clearDeviceMetricsOverride")
    window.size(920, 844)
    window.open(page)
    (out / f"{page.stem}.pdf").write_bytes(window.printed())
    return [*lines, f"  printed: {window.sides()} sides"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Look at pages in light, dark, on a phone and printed.")
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("looks"), help="a folder for the pictures")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    with browser() as window:
        window("Page.setBypassCSP", enabled=True)
        for page in wanted.pages:
            print("\n".join(look(window, page.resolve(), wanted.out)))
    if not AXE.is_file():
        print(f"axe-core is not installed ({AXE}); its rules were not asked.")


if __name__ == "__main__":
    main()
