"""The names that scripts import. Pages are given to code_fn; none can be started here."""

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
