"""Completion in bash, zsh and fish by click, also of the value after an `=`."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

PROGRAM = "tongits"
VARIABLE = "_TONGITS_COMPLETE"


class Bash(BashComplete):
    """Bash splits `call.timing=end` into three words and replaces only the last word."""

    _before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words of the line up to the cursor, and the unfinished one."""
        args, last = super().get_completion_args()
        words: list[str] = []
        for word in [*args, last]:
            if words and (word == "=" or words[-1].endswith("=")):
                words[-1] += word
            else:
                words.append(word)
        self._before = words[-1].removesuffix(last) if last != "=" else words[-1]
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """A line for bash: the type of the completion, and the new last word."""
        return f"{item.type},{str(item.value).removeprefix(self._before)}"


class Zsh(ZshComplete):
    """Zsh replaces the whole word, so an option stays before its `=`. The completion system may not be started yet."""

    source_template = ZshComplete.source_template.replace(
        "    compdef %", "    (( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i }\n    compdef %"
    )

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        return with_option(incomplete, super().get_completions(args, incomplete))


class Fish(FishComplete):
    """Fish replaces the whole word too. The script of click would cut a list at its first comma."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        return with_option(incomplete, super().get_completions(args, incomplete))


def with_option(word: str, items: list[CompletionItem[str]]) -> list[CompletionItem[str]]:
    """Put `--option=` before the candidates for its value."""
    option, equals, _ = word.partition("=")
    if not (equals and option.startswith("--")):
        return items
    return [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in items]


def register() -> None:
    """Replace click's completion for bash, zsh and fish."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)


def script(shell: str, program: click.Command) -> str:
    """The completion script of a shell that click knows."""
    register()
    completion = get_completion_class(shell)
    assert completion is not None
    return completion(program, {}, PROGRAM, VARIABLE).source()
