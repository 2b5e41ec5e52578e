"""What pyproject.toml cannot say: the wheel holds cli.py and docs inside the package.

A file `cli.py` beside the packages would take the place of another wheel's, or another wheel's of it.
"""

from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py


class Build(build_py):
    """Builds with cli.py and docs in `tongits_sim`, except where the checkout itself is installed."""

    def run(self) -> None:
        """Copy the packages, then these."""
        super().run()
        if not self.editable_mode:
            package = Path(self.build_lib, "tongits_sim")
            self.copy_file("cli.py", str(package / "cli.py"))
            copytree("docs", package / "docs", ignore=ignore_patterns("cli.md", "__pycache__"), dirs_exist_ok=True)


setup(cmdclass={"build_py": Build})
