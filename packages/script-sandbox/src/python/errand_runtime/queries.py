"""The ways to find elements, shared by pages, frames, locators and frame locators."""

from .expression import step


class Queries:
    """Subclasses define `_find(step)`, which returns the `Locator` with that step appended."""

    def locator(self, selector, *, has_text=None, has_not_text=None, has=None, has_not=None):
        named = {"has_text": has_text, "has_not_text": has_not_text, "has": has, "has_not": has_not}
        return self._find(step("locator", selector, **named))

    def get_by_role(
        self, role, *, name=None, exact=None, checked=None, disabled=None, expanded=None,
        include_hidden=None, level=None, pressed=None, selected=None, description=None,
    ):  # fmt: skip
        named = {
            "name": name, "exact": exact, "checked": checked, "disabled": disabled,
            "expanded": expanded, "include_hidden": include_hidden, "level": level,
            "pressed": pressed, "selected": selected, "description": description,
        }  # fmt: skip
        return self._find(step("get_by_role", role, **named))

    def get_by_text(self, text, *, exact=None):
        return self._find(step("get_by_text", text, exact=exact))

    def get_by_label(self, text, *, exact=None):
        return self._find(step("get_by_label", text, exact=exact))

    def get_by_placeholder(self, text, *, exact=None):
        return self._find(step("get_by_placeholder", text, exact=exact))

    def get_by_alt_text(self, text, *, exact=None):
        return self._find(step("get_by_alt_text", text, exact=exact))

    def get_by_title(self, text, *, exact=None):
        return self._find(step("get_by_title", text, exact=exact))

    def get_by_test_id(self, test_id):
        return self._find(step("get_by_test_id", test_id))

    def frame_locator(self, selector):
        return self._find(step("frame_locator", selector))._as_frame()
