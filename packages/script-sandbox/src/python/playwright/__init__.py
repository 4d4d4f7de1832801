"""Enough of Playwright's package for the imports of scripts."""
