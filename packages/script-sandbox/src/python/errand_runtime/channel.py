"""Frames on one socket: four bytes of length (big-endian), then JSON."""

import asyncio
import json
import os
import threading

from .errors import Error, TimeoutError

MOST_BYTES = 8 * 1024 * 1024


class Channel:
    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._buffer = bytearray()
        self._pending = {}
        self._last_id = 0
        self._thread = threading.get_ident()

    def listen(self, loop):
        loop.add_reader(self._descriptor, self._receive)

    async def call(self, method, **params):
        future = asyncio.get_running_loop().create_future()
        self._pending[self._begin(method, params)] = future.set_result, future.done
        return unwrap(await future)

    def call_now(self, method, **params):
        """For members that are properties or plain functions in Playwright: blocks until the response arrives."""
        replies = []
        self._pending[self._begin(method, params)] = replies.append, lambda: False
        while not replies:
            self._receive()
        return unwrap(replies[0])

    def send(self, message):
        try:
            payload = json.dumps(message, allow_nan=False).encode()
        except RecursionError:
            raise Error("The value is nested too deeply to be sent.") from None
        if len(payload) > MOST_BYTES:
            raise Error(f"The value has {len(payload)} bytes as JSON; {MOST_BYTES} are allowed.")
        view = memoryview(len(payload).to_bytes(4, "big") + payload)
        while view:
            view = view[os.write(self._descriptor, view) :]

    def _begin(self, method, params):
        if threading.get_ident() != self._thread:
            raise Error("Pages and ctx can be used only in the thread that code_fn runs in.")
        self._last_id += 1
        self.send({"id": self._last_id, "method": method, "params": params})
        return self._last_id

    def _receive(self):
        chunk = os.read(self._descriptor, 1 << 20)
        if not chunk:
            os._exit(3)
        self._buffer += chunk
        while len(self._buffer) >= 4:
            end = 4 + int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) < end:
                return
            reply = json.loads(bytes(self._buffer[4:end]))
            del self._buffer[:end]
            deliver, is_done = self._pending.pop(reply["id"])
            if not is_done():
                deliver(reply)


def unwrap(reply):
    if "error" not in reply:
        return reply.get("result")
    kind = TimeoutError if reply["error"]["name"] == "TimeoutError" else Error
    raise kind(reply["error"]["message"])
