import re
from playwright.sync_api import Playwright, sync_playwright, expect


def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context(viewport={"width":1280,"height":800})
    page = context.new_page()
    page.goto("http://site.example/login")
    page.get_by_label("Email").click()
    page.get_by_label("Email").fill("demo@harbor.example")
    page.get_by_label("Password").fill("harbor-demo")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    page.get_by_role("link", name=re.compile("Orders", re.IGNORECASE)).first.click()
    page1 = context.new_page()
    page1.goto("http://site.example/features")
    page1.close()
    expect(page.locator("h1")).to_have_text("Orders")

    # ---------------------
    context.close()
    browser.close()


with sync_playwright() as playwright:
    run(playwright)
