"""`async with page.expect_popup() as event: ...; popup = await event.value`"""

import shutil

from .errors import Surface
from .files import fetch_file


class Event(Surface):
    def __init__(self):
        self._value = None

    @property
    async def value(self):
        return self._value


class Expectation:
    def __init__(self, page, kind, timeout):
        self._page = page
        self._kind = kind
        self._timeout = timeout
        self._event = Event()

    async def __aenter__(self):
        self._token = await self._page._call("expect_begin", kind=self._kind)
        return self._event

    async def __aexit__(self, failure, *_):
        if failure is not None:
            return
        answer = await self._page._call("expect_end", self._timeout, kind=self._kind, since=self._token)
        if self._kind == "popup":
            self._event._value = self._page.context._page(answer)
        elif self._kind == "download":
            self._event._value = Download(self._page._channel, answer)


class Download(Surface):
    """A file that the run has downloaded. The script works on a copy and cannot change the original."""

    def __init__(self, channel, name):
        self._channel = channel
        self.suggested_filename = name

    async def path(self):
        return fetch_file(self._channel, self.suggested_filename)

    async def save_as(self, path):
        shutil.copyfile(await self.path(), path)
