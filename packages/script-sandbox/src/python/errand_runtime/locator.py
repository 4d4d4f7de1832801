"""Locators: the text of an expression and its page. The worker finds the elements again for every call."""

import asyncio

from .errors import Error, Surface
from .expression import step
from .files import decode_image
from .queries import Queries


class FrameLocator(Queries, Surface):
    def __init__(self, page, expression):
        self._page = page
        self._expression = expression

    def _find(self, next_step):
        return Locator(self._page, f"{self._expression}.{next_step}")

    @property
    def first(self):
        return self.nth(0)

    @property
    def last(self):
        return self.nth(-1)

    def nth(self, index):
        head, found, rest = self._expression.rpartition("frame_locator(")
        if not found or not rest.endswith(")"):
            raise Error("Choose one of several frames in the locator that finds them: locator(...).nth(i).content_frame.")
        return FrameLocator(self._page, f"{head}locator({rest}.nth({int(index)}).content_frame")


class Locator(Queries, Surface):
    def __init__(self, page, expression, has_placeholders=False):
        self._page = page
        self._expression = expression
        self._has_placeholders = has_placeholders

    def __repr__(self):
        return f"<Locator {self._expression}>"

    def __await__(self):
        yield from ()
        return self

    def _find(self, next_step):
        return Locator(self._page, f"{self._expression}.{next_step}", self._has_placeholders)

    def _as_frame(self):
        return FrameLocator(self._page, self._expression)

    def _call(self, method, timeout=None, **params):
        where = {"page": self._page._id, "expression": self._expression}
        if self._has_placeholders:
            where["has_placeholders"] = True
        if timeout is None:
            timeout = self._page._timeout
        return self._page._channel.call("locator." + method, **where, timeout=timeout, **params)

    @property
    def page(self):
        return self._page

    @property
    def first(self):
        return self._find("first")

    @property
    def last(self):
        return self._find("last")

    def nth(self, index):
        return self._find(f"nth({int(index)})")

    @property
    def content_frame(self):
        return FrameLocator(self._page, f"{self._expression}.content_frame")

    def filter(self, *, has_text=None, has_not_text=None, has=None, has_not=None, visible=None):
        named = {"has_text": has_text, "has_not_text": has_not_text, "has": has, "has_not": has_not}
        return self._find(step("filter", visible=visible, **named))

    def and_(self, locator):
        return self._find(step("and_", locator))

    def or_(self, locator):
        return self._find(step("or_", locator))

    async def click(self, *, button="left", click_count=1, force=False, timeout=None):
        await self._call("click", timeout, button=button, count=click_count, force=force)

    async def dblclick(self, *, button="left", force=False, timeout=None):
        await self._call("click", timeout, button=button, count=2, force=force)

    async def hover(self, *, timeout=None):
        await self._call("hover", timeout)

    async def focus(self, *, timeout=None):
        await self._call("focus", timeout)

    async def blur(self, *, timeout=None):
        await self._call("blur", timeout)

    async def fill(self, value, *, timeout=None):
        await self._call("fill", timeout, text=str(value))

    async def clear(self, *, timeout=None):
        await self._call("fill", timeout, text="")

    async def type(self, text, *, timeout=None):
        await self._call("type", timeout, text=str(text))

    async def press_sequentially(self, text, *, timeout=None):
        await self._call("type", timeout, text=str(text))

    async def press(self, key, *, timeout=None):
        await self._call("press", timeout, key=key)

    async def check(self, *, timeout=None):
        await self._call("set_checked", timeout, checked=True)

    async def uncheck(self, *, timeout=None):
        await self._call("set_checked", timeout, checked=False)

    async def set_checked(self, checked, *, timeout=None):
        await self._call("set_checked", timeout, checked=bool(checked))

    async def select_option(self, value=None, *, label=None, timeout=None):
        wanted = label if value is None else value
        wanted = [wanted] if isinstance(wanted, str) else list(wanted or [])
        await self._call("select_option", timeout, values=wanted)

    async def set_input_files(self, files, *, timeout=None):
        """`files` is the name of one file of the run, as listed in ctx.downloads_dir."""
        names = [files] if isinstance(files, str) else list(files)
        if len(names) != 1:
            raise Error("set_input_files takes the name of exactly one file of the run.")
        await self._call("set_input_files", timeout, file=str(names[0]).removeprefix("/tmp/downloads/"))

    async def scroll_into_view_if_needed(self, *, timeout=None):
        await self._call("scroll_into_view", timeout)

    async def count(self):
        return await self._call("count")

    async def all(self):
        return [self.nth(index) for index in range(await self.count())]

    async def inner_text(self, *, timeout=None):
        return await self._call("read", timeout, what="inner_text")

    async def text_content(self, *, timeout=None):
        return await self._call("read", timeout, what="text_content")

    async def inner_html(self, *, timeout=None):
        return await self._call("read", timeout, what="inner_html")

    async def input_value(self, *, timeout=None):
        return await self._call("read", timeout, what="input_value")

    async def get_attribute(self, name, *, timeout=None):
        return await self._call("read", timeout, what="attribute", name=name)

    async def all_inner_texts(self):
        return await self._call("read_all", what="inner_text")

    async def all_text_contents(self):
        return await self._call("read_all", what="text_content")

    async def is_visible(self):
        return await self._call("is_visible")

    async def is_hidden(self):
        return not await self._call("is_visible")

    async def is_enabled(self, *, timeout=None):
        return await self._call("read", timeout, what="enabled")

    async def is_disabled(self, *, timeout=None):
        return not await self._call("read", timeout, what="enabled")

    async def is_editable(self, *, timeout=None):
        return await self._call("read", timeout, what="editable")

    async def is_checked(self, *, timeout=None):
        return await self._call("read", timeout, what="checked")

    async def bounding_box(self, *, timeout=None):
        return await self._call("bounding_box", timeout)

    async def evaluate(self, expression, arg=None, *, timeout=None):
        return await self._call("evaluate", timeout, script=expression, argument=arg)

    async def evaluate_all(self, expression, arg=None):
        return await self._call("evaluate_all", script=expression, argument=arg)

    async def screenshot(self, *, path=None, timeout=None):
        return decode_image(await self._call("screenshot", timeout), path)

    async def wait_for(self, *, state="visible", timeout=None):
        await self._call("wait_for", timeout, state=state)


async def pause(milliseconds):
    await asyncio.sleep(milliseconds / 1000)
