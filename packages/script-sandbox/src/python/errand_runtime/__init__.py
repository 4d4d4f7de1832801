"""The API of Errand's scripts: pages, locators and a context, over one socket to the worker."""
