"""Completion in bash, zsh and fish: click's own, with what this program knows of its words.

A shell calls the program with the variable `VARIABLE` set; `register` must have been called before click looks at it.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    _resolve_context,
    _resolve_incomplete,
    add_completion_class,
    get_completion_class,
)

from reports.commands.candidates import BY_METAVAR, FILE

PROGRAM = "tongits"
VARIABLE = "_TONGITS_COMPLETE"
OPEN = ("=", "(", ",", ".", "+")
"""Ends of candidates that are not whole words yet: no blank follows."""

_BASH = """\
%(complete_func)s() {
    local type value
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            open) COMPREPLY+=("$value"); compopt -o nospace ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(_TONGITS_LINE="${COMP_LINE:0:COMP_POINT}" _TONGITS_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

# Quotes of an open word stand in QIPREFIX; -U: what matches has been decided, and zsh quotes what it inserts.
_ZSH = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local type value help line="${(j: :)words[1,CURRENT-1]} $IPREFIX$QIPREFIX$PREFIX"
    local -a whole open described
    while IFS=$'\\t' read -r type value help; do
        case $type in
            dir) _path_files -/ ;;
            file) compset -P '--*='; compset -P '*,'; _files ;;
            open) open+=("$value") ;;
            plain) whole+=("$value") ;;
            described) described+=("${value//:/\\\\:}:$help") ;;
        esac
    done < <(_TONGITS_LINE=$line %(complete_var)s=zsh_complete ${~words[1]} 2>/dev/null)
    (( $#described )) && _describe -V %(prog_name)s described -U
    (( $#whole )) && compadd -U -V %(prog_name)s -- $whole
    (( $#open )) && compadd -U -V %(prog_name)s -S '' -- $open
    return 0
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i }
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = """\
function %(complete_func)s
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l line (commandline --current-process --cut-at-cursor | string collect)
    for each in (env _TONGITS_LINE=$line %(complete_var)s=fish_complete $words[1] 2>/dev/null)
        set -l parts (string split --max 1 , -- $each)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                set -l option (string match --regex '^--[^=]*=' -- $parts[2])
                set -l path (string replace -- "$option" '' $parts[2])
                string replace --regex '^' -- "$option" (__fish_complete_path $path)
            case '*'
                printf '%%s\\n' $parts[2]
        end
    end
end

complete --no-files --keep-order --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class _Knowing(ShellComplete):
    """Completion by the metavar of an option or argument, and of commands without importing them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words of the line up to the cursor, and the last one, which may be empty."""
        words, last, _ = split_line(os.environ.get("_TONGITS_LINE", ""))
        return words[1:], last

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """What the incomplete word may become."""
        context = _resolve_context(self.cli, self.ctx_args, self.prog_name, args)
        owner, word = _resolve_incomplete(context, args, incomplete)
        if isinstance(owner, click.Group) and not word.startswith("-"):
            lines = getattr(owner, "listing", {})
            names = [name for name in owner.list_commands(context) if name.startswith(word)]
            return [CompletionItem(name, help=lines.get(name)) for name in names]
        known = BY_METAVAR.get(str(owner.metavar)) if isinstance(owner, click.Parameter) else None
        if known is None:
            return list(owner.shell_complete(context, word))
        return [CompletionItem(word, type="file") if each == FILE else CompletionItem(each) for each in known(word)]


class Bash(_Knowing, BashComplete):
    """Bash, which splits words at `=` and `:` and replaces only what follows: it is given just that."""

    source_template: ClassVar[str] = _BASH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """One line: a type, and the part of the candidate that bash replaces."""
        _, last, quoted = split_line(os.environ.get("_TONGITS_LINE", ""))
        if last.startswith("--") and "=" in last and not str(item.value).startswith("--"):
            last = last.partition("=")[2]
        breaks = "" if quoted else os.environ.get("_TONGITS_BREAKS", "")
        cut = 1 + max((last.rfind(each) for each in breaks), default=-1)
        value = str(item.value)[cut:]
        return f"{'open' if _is_open(item) else item.type},{value}"


class _Whole(_Knowing):
    """A shell that replaces the whole word, the option before an `=` too."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """What the incomplete word may become."""
        option, equals, _ = incomplete.partition("=")
        completions = super().get_completions(args, incomplete)
        if not (equals and option.startswith("--")):
            return completions
        return [
            each
            if each.value.startswith("--")
            else CompletionItem(f"{option}={each.value}", type=each.type, help=each.help)
            for each in completions
        ]


class Zsh(_Whole, ZshComplete):
    """Zsh."""

    source_template: ClassVar[str] = _ZSH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """One line: a type, the candidate, and what it is for, with tabs between them."""
        if _is_open(item):
            return f"open\t{item.value}\t"
        if item.type == "plain" and item.help:
            return f"described\t{item.value}\t{' '.join(item.help.split())}"
        return f"{item.type}\t{item.value}\t"


class Fish(_Whole, FishComplete):
    """Fish."""

    source_template: ClassVar[str] = _FISH


def _is_open(item: CompletionItem[Any]) -> bool:
    return item.type == "plain" and str(item.value).endswith(OPEN)


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def register() -> None:
    """Let click use these classes."""
    for name, each in SHELLS.items():
        if get_completion_class(name) is not each:
            add_completion_class(each, name)


def script(shell: str, program: click.Command) -> str:
    """The completion script of a shell. Raises KeyError for a shell that is not one of `SHELLS`."""
    known = SHELLS[shell](program, {}, PROGRAM, VARIABLE)
    return known.source_template % known.source_vars()


def split_line(line: str) -> tuple[list[str], str, bool]:
    """The whole words of an unfinished command line, its last word, and whether that is in an open quote.

    >>> split_line("tongits compare 'greedy' \\"caller(")
    (['tongits', 'compare', 'greedy'], 'caller(', True)
    >>> split_line("tongits rules ")
    (['tongits', 'rules'], '', False)
    """
    words: list[str] = []
    word, inside, quote = "", False, ""
    letters = iter(line)
    for letter in letters:
        if letter == "\\" and quote != "'":
            word, inside = word + next(letters, ""), True
        elif quote:
            quote, word = ("", word) if letter == quote else (quote, word + letter)
        elif letter in "'\"":
            quote, inside = letter, True
        elif letter.isspace():
            words, word, inside = ([*words, word] if inside else words), "", False
        else:
            word, inside = word + letter, True
    return words, word, bool(quote)
