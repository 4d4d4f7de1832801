"""What a parameter named `ctx` or `context` receives."""

import io

from .errors import Error, Surface
from .files import fetch_all_files, send_file


class Values(dict):
    """Values by name. A name that is not there is an error that lists those that are."""

    def __init__(self, kind, values):
        super().__init__(values)
        self._kind = kind

    def __missing__(self, name):
        known = ", ".join(sorted(self)[:50]) or "none"
        raise UnknownName(f"ctx.{self._kind} has no {name!r}. Its names: {known}.")


class UnknownName(KeyError):
    """A KeyError whose text is its sentence, without quotes around it."""

    def __str__(self):
        return str(self.args[0])


class ScriptContext(Surface):
    def __init__(self, channel, context, job):
        self._channel = channel
        self._context = context
        self.state = job["state"]
        self.variables = Values("variables", job["variables"])
        self.input_parameters = Values("input_parameters", job["input_parameters"])
        self.unique_parameters = job["unique_parameters"]

    def get_page(self):
        return self._context._current()

    @property
    def downloads_dir(self):
        """A directory with copies of the run's files so far, made when it is read. Use save_download to add a file."""
        return fetch_all_files(self._channel)

    def log(self, message, level="info"):
        self._channel.call_now("log", message=str(message)[:10_000], level=level)

    async def save_download(self, filename, content=None, path=None, metadata=None):
        """Saves content, or the file at the path (which is moved), as a file of the run and returns its path."""
        if (content is None) == (path is None):
            raise Error("save_download takes exactly one of content and path.")
        if path is not None:
            import os

            with open(path, "rb") as source:
                upload = await send_file(self._channel, source)
            os.remove(path)
        else:
            data = content.encode() if isinstance(content, str) else bytes(content)
            upload = await send_file(self._channel, io.BytesIO(data))
        name = await self._channel.call(
            "files.save", upload=upload, filename=str(filename), metadata=metadata
        )
        return f"/tmp/downloads/{name}"
