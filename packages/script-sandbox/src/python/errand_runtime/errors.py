"""The exceptions that scripts catch, named as in Playwright."""


class Error(Exception):
    """The worker could not do what the script asked for."""

    def __init__(self, message):
        super().__init__(message)
        self.message = message

    @property
    def name(self):
        return type(self).__name__


class TimeoutError(Error):
    """What was waited for did not happen in time."""


def missing(owner, name, available):
    """The error for a member that Errand does not have; it says what there is."""
    return AttributeError(
        f"{owner} has no {name!r} in Errand's scripts. It has: {', '.join(sorted(available))}."
    )


class Surface:
    """Base of the objects that scripts use: an unknown member says what exists instead."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(type(self).__name__, name, [other for other in dir(self) if not other.startswith("_")])
