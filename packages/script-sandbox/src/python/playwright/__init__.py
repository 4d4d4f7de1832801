"""The part of Playwright's package that scripts import."""
