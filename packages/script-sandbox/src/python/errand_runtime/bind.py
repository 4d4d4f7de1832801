"""Binds placeholders in a script's syntax tree, as values and never as source text."""

import ast
import builtins
import copy
import json
import keyword
import re


class AmbiguousPlaceholder(Exception):
    """A placeholder that could also be Python code. `line` is its line in the script."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line


def bind(tree, placeholders):
    """`placeholders` is a list of {source, value}, or {source} for one without a value."""
    known = {normalise(entry["source"]): entry for entry in placeholders}
    assigned = {name for node in ast.walk(tree) for name in names_bound_by(node)}
    return ast.fix_missing_locations(Binder(known, assigned).visit(tree))


def parse(source, filename, placeholders):
    """The syntax tree of a script. A placeholder named by a word of Python is not a syntax error without a reason."""
    try:
        return ast.parse(source, filename)
    except SyntaxError as error:
        lines = source.split("\n")
        text = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
        for entry in placeholders:
            name = re.match(r"\w*", entry["source"][1:].strip()).group()
            if keyword.iskeyword(name) and entry["source"] in text:
                raise AmbiguousPlaceholder(
                    error.lineno,
                    f"A script cannot have the placeholder {entry['source']}, because {name!r} is a word of Python: "
                    "give the variable another name.",
                ) from error
        raise


def normalise(source):
    try:
        return ast.unparse(ast.parse(source[1:-1].strip(), mode="eval"))
    except SyntaxError:
        return source[1:-1].strip()


def names_bound_by(node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]


def format_value(value):
    """The text of a value, as elsewhere in an automation: True, 1.5, strings unchanged, lists as JSON."""
    return value if isinstance(value, str) else (
        json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else str(value)
    )


class Binder(ast.NodeTransformer):
    def __init__(self, known, assigned):
        self.known = known
        self.assigned = assigned

    def visit_Set(self, node):
        if len(node.elts) == 1:
            entry = self.known.get(ast.unparse(node.elts[0]))
            if entry:
                return self.to_constant(node, node.elts[0], entry)
        return self.generic_visit(node)

    def visit_JoinedStr(self, node):
        node.values = [
            part if isinstance(part, ast.Constant) else self.visit(part) for part in node.values
        ]
        return node

    def visit_FormattedValue(self, node):
        entry = self.known.get(ast.unparse(node.value))
        if entry and root_of(node.value) not in self.assigned:
            node.value = self.to_constant(node, node.value, entry)
            return node
        return self.generic_visit(node)

    def visit_Call(self, node):
        is_format = isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "format_map")
        text = node.func.value if is_format else None
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            found = [entry["source"] for entry in self.known.values() if entry["source"] in text.value]
            if found:
                raise AmbiguousPlaceholder(
                    node.lineno,
                    f"{found[0]} may be a placeholder of the automation or one of .format(): "
                    "write an f-string, or rename the argument of format.",
                )
        return self.generic_visit(node)

    def visit_Constant(self, node):
        if not isinstance(node.value, str):
            return node
        text = replace_all(node, self.known.values())
        return node if text == node.value else ast.copy_location(ast.Constant(text), node)

    def to_constant(self, node, expression, entry):
        root = root_of(expression)
        if root in self.assigned:
            raise AmbiguousPlaceholder(
                node.lineno,
                f"{entry['source']} may be the placeholder or a set with the variable {root!r} of the script: "
                "rename the variable.",
            )
        if "value" not in entry:
            raise AmbiguousPlaceholder(node.lineno, f"The placeholder {entry['source']} has no value.")
        value = ast.parse(repr(entry["value"]), mode="eval").body
        return ast.copy_location(copy.copy(value), node)


def replace_all(node, entries):
    """Substitutes in one pass, so that a value that looks like a placeholder stays unchanged."""
    text, result, position = node.value, [], 0
    while True:
        found = [(text.find(entry["source"], position), entry) for entry in entries]
        found = [(start, -len(entry["source"]), entry) for start, entry in found if start >= 0]
        if not found:
            return "".join(result) + text[position:]
        start, _, entry = min(found, key=lambda match: match[:2])
        if "value" not in entry:
            raise AmbiguousPlaceholder(node.lineno, f"The placeholder {entry['source']} has no value.")
        result += [text[position:start], format_value(entry["value"])]
        position = start + len(entry["source"])


def root_of(expression):
    while isinstance(expression, (ast.Subscript, ast.Attribute)):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else None


def parameters_as_names(parameters):
    """Makes parameters names of the module, except those that would hide a Python builtin."""
    return {name: value for name, value in parameters.items() if not hasattr(builtins, name)}
