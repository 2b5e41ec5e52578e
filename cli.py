"""The command line from a checkout: `python cli.py simulate`. It lives in reports/cli.py."""

from reports.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main(prog_name="tongits")
