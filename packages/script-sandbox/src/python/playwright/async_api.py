"""The names that scripts import. code_fn receives its pages; a script cannot start a browser."""

from errand_runtime.browser import BrowserContext
from errand_runtime.errors import Error, TimeoutError
from errand_runtime.events import Download
from errand_runtime.locator import FrameLocator, Locator
from errand_runtime.page import Frame, Keyboard, Mouse, Page

__all__ = [
    "BrowserContext", "Download", "Error", "Frame", "FrameLocator", "Keyboard", "Locator", "Mouse", "Page",
    "TimeoutError",
]  # fmt: skip


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(f"playwright.async_api has no {name!r} in Errand's scripts. It has: {', '.join(__all__)}.")
