"""Copies bytes into the sandbox and out of it, in pieces that fit a frame."""

import base64
import os

PIECE_BYTES = 2 * 1024 * 1024
DIRECTORY = "/tmp/downloads"


def decode_image(encoded, path):
    content = base64.b64decode(encoded)
    if path is not None:
        with open(path, "wb") as file:
            file.write(content)
    return content


def fetch_file(channel, name):
    """Copies a file of the run into the sandbox and returns its path there."""
    os.makedirs(DIRECTORY, exist_ok=True)
    path = os.path.join(DIRECTORY, name)
    with open(path, "wb") as file:
        while True:
            piece = channel.call_now("files.read", name=name, offset=file.tell(), bytes=PIECE_BYTES)
            file.write(base64.b64decode(piece["content"]))
            if piece["is_end"]:
                return path


def fetch_all_files(channel):
    os.makedirs(DIRECTORY, exist_ok=True)
    for file in channel.call_now("files.list"):
        path = os.path.join(DIRECTORY, file["name"])
        if not os.path.exists(path) or os.path.getsize(path) != file["size"]:
            fetch_file(channel, file["name"])
    return DIRECTORY


async def send_file(channel, source):
    """Sends the rest of a binary file object and returns the id of the upload."""
    upload = await channel.call("files.begin")
    while piece := source.read(PIECE_BYTES):
        await channel.call("files.append", upload=upload, content=base64.b64encode(piece).decode())
    return upload
