"""Runs one script: binds its placeholders, calls its code_fn, and sends the outcome."""

import asyncio
import contextlib
import inspect
import json
import linecache
import os
import sys
import traceback

from .bind import AmbiguousPlaceholder, bind, parameters_as_names, parse
from .browser import Browser, BrowserContext
from .channel import Channel
from .script_context import ScriptContext

SCRIPT = "<script>"


class ContractError(Exception):
    """The script does not meet the requirements of Errand's scripts."""


def run_job(job):
    channel = Channel(3)
    give_way()
    source = job["source"]
    linecache.cache[SCRIPT] = (len(source), None, source.splitlines(keepends=True), SCRIPT)
    try:
        ending = {"result": asyncio.run(run(channel, job))}
        check_json(ending["result"])
    except BaseException as error:
        ending = {"error": describe(error)}
    ending["state"] = job["state"] if is_json(job["state"]) else {}
    try:
        channel.send(ending)
    except Exception as error:
        channel.send({"error": describe(error), "state": {}})
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def give_way():
    """Lets the browser have CPU time first, and makes the kernel kill this process first if memory runs out."""
    os.nice(5)
    # In a container, /proc may be empty: the worker's limits must then protect the browser alone.
    with contextlib.suppress(FileNotFoundError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


async def run(channel, job):
    channel.listen(asyncio.get_running_loop())
    context = BrowserContext(channel, job["timeout_ms"])
    ctx = ScriptContext(channel, context, job)
    module = {"__name__": "__script__", "__builtins__": __builtins__}
    module.update(parameters_as_names({**job["input_parameters"], **job["variables"]}))
    tree = bind(parse(job["source"], SCRIPT, job["placeholders"]), job["placeholders"])
    exec(compile(tree, SCRIPT, "exec"), module)
    code_fn = module.get("code_fn")
    if code_fn is None:
        raise ContractError(f"The script defines no code_fn: write async def code_fn({', '.join(job['gives'])}).")
    if not inspect.iscoroutinefunction(code_fn):
        raise ContractError("code_fn is not an async function: write async def code_fn(...).")
    available = {"ctx": lambda: ctx, "context": lambda: ctx, "page": context._current,
                 "axtree": lambda: job["axtree"], "browser": lambda: Browser(context)}  # fmt: skip
    return await code_fn(**arguments_of(code_fn, job["gives"], available))


def arguments_of(code_fn, gives, available):
    """Arguments by parameter name. A parameter with any other name gets the next unused one of `gives`."""
    arguments = {}
    rest = [name for name in gives if name not in inspect.signature(code_fn).parameters]
    for name, parameter in inspect.signature(code_fn).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise ContractError(f"The parameter {name!r} of code_fn is positional-only: remove the slash.")
        if name in available and (name in gives or name in ("ctx", "context", "page", "browser")):
            arguments[name] = available[name]()
        elif rest:
            arguments[name] = available[rest.pop(0)]()
        elif parameter.default is parameter.empty:
            raise ContractError(f"code_fn has the parameter {name!r}; it gets {', '.join(gives)}, and ctx.")
    return arguments


def check_json(value, place="The result", depth=0):
    if depth > 50:
        raise ContractError(f"{place[:100]}... is nested more than 50 levels deep.")
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise ContractError(f"{place} has the key {key!r}: keys must be strings.")
            check_json(entry, f"{place}[{key!r}]", depth + 1)
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            check_json(entry, f"{place}[{index}]", depth + 1)
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise ContractError(f"{place} is {value}, which JSON cannot represent.")
    elif value is not None and not isinstance(value, (str, bool, int, float)):
        raise ContractError(f"{place} is of type {type(value).__name__}, which is not JSON: convert it.")


def is_json(value):
    try:
        json.dumps(value, allow_nan=False)
        return isinstance(value, dict)
    except (TypeError, ValueError, RecursionError):
        return False


def describe(error):
    """Type, message, and the line of the script that it comes from."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == SCRIPT]
    line = frames[-1].lineno if frames else None
    if isinstance(error, AmbiguousPlaceholder) or (isinstance(error, SyntaxError) and error.filename == SCRIPT):
        line = getattr(error, "line", None) or getattr(error, "lineno", None)
    is_contract = isinstance(error, (ContractError, AmbiguousPlaceholder))
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return {
        "type": None if is_contract else type(error).__name__,
        "message": message[:10_000],
        "line": line,
        "text": linecache.getline(SCRIPT, line).strip()[:500] if line else None,
        "trace": "".join(traceback.format_list(frames))[-5_000:],
    }
