"""Pages, frames, keyboard and mouse."""

import asyncio
import re

from .errors import Error, Surface, TimeoutError
from .events import Expectation
from .files import decode_image
from .locator import Locator, pause
from .queries import Queries

#: Members of a locator that pages and frames have too, with a selector as the first argument.
SHORTCUTS = (
    "click dblclick hover focus fill type press check uncheck set_checked select_option set_input_files "
    "inner_text text_content inner_html input_value get_attribute is_visible is_hidden is_enabled "
    "is_disabled is_editable is_checked"
).split()


def shortcut(name):
    async def act(self, selector, *arguments, **named):
        return await getattr(self.locator(selector), name)(*arguments, **named)

    act.__name__ = name
    return act


class Document(Queries, Surface):
    """What pages and frames have in common."""

    async def evaluate(self, expression, arg=None):
        return await self._call("evaluate", script=expression, argument=arg)

    async def content(self):
        return await self._call("content")

    async def title(self):
        return await self._call("title")

    async def query_selector(self, selector):
        found = self.locator(selector)
        return found.first if await found.count() > 0 else None

    async def query_selector_all(self, selector):
        return await self.locator(selector).all()

    async def wait_for_selector(self, selector, *, state="visible", timeout=None):
        found = self.locator(selector).first
        await found.wait_for(state=state, timeout=timeout)
        return found if state in ("visible", "attached") else None

    async def wait_for_timeout(self, timeout):
        await pause(timeout)

    async def wait_for_function(self, expression, *, arg=None, timeout=None):
        return await self._call("wait_for_function", timeout, script=expression, argument=arg)


for _name in SHORTCUTS:
    setattr(Document, _name, shortcut(_name))


class Page(Document):
    def __init__(self, context, page_id):
        self.context = context
        self._channel = context._channel
        self._id = page_id
        self._timeout = context._timeout
        self.keyboard = Keyboard(self)
        self.mouse = Mouse(self)

    def __repr__(self):
        return f"<Page {self._id}>"

    def __await__(self):
        yield from ()
        return self

    def _find(self, next_step):
        return Locator(self, next_step)

    def _call(self, method, timeout=None, **params):
        return self._channel.call("page." + method, **self._where(timeout), **params)

    def _now(self, method, **params):
        return self._channel.call_now("page." + method, **self._where(None), **params)

    def _where(self, timeout):
        return {"page": self._id, "timeout": self._timeout if timeout is None else timeout}

    @property
    def url(self):
        return self._now("url")

    @property
    def viewport_size(self):
        return self._now("viewport_size")

    def is_closed(self):
        return self._now("is_closed")

    def set_default_timeout(self, timeout):
        """In milliseconds; 0 looks once."""
        self._timeout = timeout

    set_default_navigation_timeout = set_default_timeout

    async def goto(self, url, *, wait_until="load", timeout=None):
        await self._call("goto", timeout, url=url, wait_until=wait_until)

    async def reload(self, *, timeout=None):
        await self._call("reload", timeout)

    async def go_back(self, *, timeout=None):
        await self._call("go_back", timeout)

    async def go_forward(self, *, timeout=None):
        await self._call("go_forward", timeout)

    async def bring_to_front(self):
        await self._call("bring_to_front")

    async def close(self):
        await self._call("close")

    async def screenshot(self, *, path=None, full_page=False, timeout=None):
        return decode_image(await self._call("screenshot", timeout, full_page=full_page), path)

    async def wait_for_load_state(self, state="load", *, timeout=None):
        await self._call("wait_for_load_state", timeout, state=state)

    async def wait_for_url(self, url, *, timeout=None):
        """`url` is a glob, a pattern, or a function of the URL."""
        limit = self._timeout if timeout is None else timeout
        is_wanted = url_matcher(url)
        end = asyncio.get_running_loop().time() + limit / 1000
        current = self.url
        while not is_wanted(current):
            rest = (end - asyncio.get_running_loop().time()) * 1000
            if rest <= 0:
                raise TimeoutError(f"The address did not become {url!r} within {limit} ms: it is {current}.")
            current = await self._call("next_url", min(rest, 5000), known=current)

    @property
    def frames(self):
        return [Frame(self, **frame) for frame in self._now("frames")]

    @property
    def main_frame(self):
        return self.frames[0]

    def frame(self, name=None, *, url=None):
        is_wanted = url_matcher(url) if url is not None else None
        for frame in self.frames:
            if (name is not None and frame.name == name) or (is_wanted and is_wanted(frame.url)):
                return frame
        return None

    def expect_popup(self, *, timeout=None):
        return Expectation(self, "popup", timeout)

    def expect_download(self, *, timeout=None):
        return Expectation(self, "download", timeout)

    def expect_navigation(self, *, timeout=None):
        return Expectation(self, "navigation", timeout)


class Frame(Document):
    def __init__(self, page, name, url, prefix, id):
        self.page = page
        self.name = name
        self.url = url
        self._prefix = prefix
        self._id = id

    def _find(self, next_step):
        return Locator(self.page, f"{self._prefix}.{next_step}" if self._prefix else next_step)

    def _call(self, method, timeout=None, **params):
        return self.page._call(method, timeout, frame=self._id, **params)


class Keyboard(Surface):
    def __init__(self, page):
        self._page = page

    async def press(self, key):
        await self._page._call("press", key=key)

    async def type(self, text):
        await self._page._call("type", text=text)

    async def insert_text(self, text):
        await self._page._call("insert_text", text=text)

    async def down(self, key):
        await self._page._call("key", key=key, is_down=True)

    async def up(self, key):
        await self._page._call("key", key=key, is_down=False)


class Mouse(Surface):
    def __init__(self, page):
        self._page = page

    async def move(self, x, y, *, steps=1):
        await self._page._call("mouse_move", x=x, y=y, steps=steps)

    async def click(self, x, y, *, button="left", click_count=1):
        await self._page._call("mouse_click", x=x, y=y, button=button, count=click_count)

    async def dblclick(self, x, y, *, button="left"):
        await self._page._call("mouse_click", x=x, y=y, button=button, count=2)

    async def down(self, *, button="left"):
        await self._page._call("mouse_button", button=button, is_down=True)

    async def up(self, *, button="left"):
        await self._page._call("mouse_button", button=button, is_down=False)

    async def wheel(self, delta_x, delta_y):
        await self._page._call("mouse_wheel", x=delta_x, y=delta_y)


def url_matcher(wanted):
    if callable(wanted):
        return wanted
    if isinstance(wanted, re.Pattern):
        return lambda url: wanted.search(url) is not None
    if not isinstance(wanted, str):
        raise Error("An address to wait for is a glob, a pattern or a function.")
    parts = re.split(r"(\*\*|\*|\?)", wanted)
    marks = {"**": ".*", "*": "[^/]*", "?": "."}
    glob = re.compile("".join(marks.get(part) or re.escape(part) for part in parts), re.S)
    return lambda url: glob.fullmatch(url) is not None
