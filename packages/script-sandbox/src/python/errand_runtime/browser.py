"""The browser context, and the wrapper passed to extraction scripts as `browser`."""

from .errors import Surface
from .files import decode_image
from .locator import Locator
from .page import Page


class BrowserContext(Surface):
    def __init__(self, channel, timeout):
        self._channel = channel
        self._timeout = timeout
        self._pages = {}

    def _page(self, page_id):
        if page_id not in self._pages:
            self._pages[page_id] = Page(self, page_id)
        return self._pages[page_id]

    def _current(self):
        return self._page(self._channel.call_now("context.current_page"))

    @property
    def pages(self):
        return [self._page(page_id) for page_id in self._channel.call_now("context.pages")]

    async def new_page(self):
        return self._page(await self._channel.call("context.new_page"))

    async def cookies(self, urls=None):
        return await self._channel.call("context.cookies", urls=[urls] if isinstance(urls, str) else urls)

    def set_default_timeout(self, timeout):
        self._timeout = timeout
        for page in self._pages.values():
            page._timeout = timeout


class Browser(Surface):
    """Every member may be awaited; those that send no request to the page need not be."""

    def __init__(self, context):
        self.context = context

    def get_current_page(self):
        return self.context._current()

    def get_locator_from_command(self, command):
        return Locator(self.context._current(), command.removeprefix("page."), has_placeholders=True)

    async def go_to_url(self, url):
        await self.context._current().goto(url)

    async def get_screenshot(self, full_page=False):
        return decode_image(await self.context._current()._call("screenshot", full_page=full_page), None)

    async def get_current_page_url(self):
        return self.context._current().url

    async def get_current_page_title(self):
        return await self.context._current().title()

    async def close_current_tab(self):
        await self.context._channel.call("context.close_current_tab")

    async def switch_tab(self, tab_index):
        await self.context._channel.call("context.switch_tab", index=tab_index)

    @property
    def network_calls(self):
        """Calls since the last interaction: url, method, status, request_headers, response_headers, body."""
        return self.context._channel.call_now("context.network_calls")
