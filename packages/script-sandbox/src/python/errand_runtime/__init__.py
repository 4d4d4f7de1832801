"""What a script of Errand can reach: pages, locators and its context, over one socket to the worker."""
