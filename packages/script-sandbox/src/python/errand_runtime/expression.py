"""Builds the text of locators, in the grammar that the worker parses and never evaluates."""

import re

FLAGS = (re.IGNORECASE, "re.I"), (re.MULTILINE, "re.M"), (re.DOTALL, "re.S"), (re.ASCII, "re.A")


def literal(value):
    if isinstance(value, re.Pattern):
        return pattern_literal(value)
    if isinstance(value, (str, bool, int)) or value is None:
        return repr(value)
    inner = getattr(value, "_expression", None)
    if inner:
        return f"page.{inner}"
    raise TypeError(
        f"A locator takes texts, numbers, True, False, re.compile(...) and locators, not {type(value).__name__}."
    )


def pattern_literal(pattern):
    if not isinstance(pattern.pattern, str):
        raise TypeError("A pattern of bytes cannot match text.")
    rest = pattern.flags & ~re.UNICODE
    names = [name for flag, name in FLAGS if rest & flag]
    for flag, _ in FLAGS:
        rest &= ~flag
    if rest:
        raise TypeError("Patterns of locators take re.IGNORECASE, re.MULTILINE, re.DOTALL and re.ASCII.")
    flags = ", " + " | ".join(names) if names else ""
    return f"re.compile({pattern.pattern!r}{flags})"


def step(name, /, *values, **named):
    """`name(values)`; named arguments that are None are left out."""
    parts = [literal(value) for value in values]
    parts += [f"{key}={literal(value)}" for key, value in named.items() if value is not None]
    return f"{name}({', '.join(parts)})"
