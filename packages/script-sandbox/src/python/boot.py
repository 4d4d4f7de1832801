"""Loads the runtime from the first frame on descriptor 3, because the sandbox has no files of the host."""

import importlib.abc
import importlib.util
import json
import linecache
import os
import sys


def read_exactly(count):
    chunks = []
    while count > 0:
        chunk = os.read(3, min(count, 1 << 20))
        if not chunk:
            os._exit(3)
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)


class RuntimeFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        if name not in self.sources:
            return None
        is_package = any(other.startswith(name + ".") for other in self.sources)
        return importlib.util.spec_from_loader(name, self, is_package=is_package)

    def exec_module(self, module):
        name = module.__name__
        exec(compile(self.sources[name], "<" + name + ">", "exec"), module.__dict__)


# Descriptors that the worker itself inherited.
os.closerange(4, 65536)
job = json.loads(read_exactly(int.from_bytes(read_exactly(4), "big")))
sys.meta_path.insert(0, RuntimeFinder(job.pop("runtime")))
sys.argv = ["script"]
from errand_runtime.main import run_job

run_job(job)
