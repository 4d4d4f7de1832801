"""The exceptions that scripts catch, named as in Playwright."""


class Error(Exception):
    """The worker could not do what the script requested."""

    def __init__(self, message):
        super().__init__(message)
        self.message = message

    @property
    def name(self):
        return type(self).__name__


class TimeoutError(Error):
    """A wait that timed out."""


def missing(owner, name, available):
    """The error for a member that Errand does not have; it lists those that exist."""
    return AttributeError(
        f"{owner} has no {name!r} in Errand's scripts. It has: {', '.join(sorted(available))}."
    )


class Surface:
    """Base of the objects that scripts use: the error for an unknown member lists those that exist."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(type(self).__name__, name, [other for other in dir(self) if not other.startswith("_")])
