"""Packages that can be called: `rules` is a package of house rules, and `rules()` is the table of them."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


class CallableModule(ModuleType):
    """A package that, called, does what a function of it does; it shows the signature of that function."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """What the function gives for the same arguments."""
        return _function(self)(*arguments, **named)

    @property
    def __signature__(self) -> inspect.Signature:
        """The signature of the function, for `help` and notebooks."""
        return inspect.signature(_function(self), eval_str=False)


_CALLS: dict[str, str] = {}


def make_callable(package: str, function: str) -> None:
    """Let an imported package be called: `function` is `package.module:name`, imported at the first call."""
    _CALLS[package] = function
    sys.modules[package].__class__ = CallableModule


def _function(package: ModuleType) -> Callable[..., Any]:
    module, _, name = _CALLS[package.__name__].partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function
