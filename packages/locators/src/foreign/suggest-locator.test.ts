import { expect, test } from '@jest/globals';
import { LocatorSyntaxError } from '../locator-errors.ts';
import { checkLocator } from '../parse-locator.ts';

/** Returns the suggestion in the error; undefined if it has none. */
function suggestionFor(source: string): string | undefined {
  try {
    checkLocator(source);
  } catch (error) {
    if (!(error instanceof LocatorSyntaxError)) throw error;
    return /\nWrite: ([^]*)$/.exec(error.message)?.[1];
  }
  throw new Error(`${source} is valid.`);
}

test.each([
  // Playwright in TypeScript.
  [`page.getByRole('button', { name: 'Save' })`, 'get_by_role("button", name="Save")'],
  [
    `await page.getByRole('button', { name: /save/i, exact: true }).first().click();`,
    'get_by_role("button", name=re.compile("save", re.I), exact=True).first',
  ],
  [
    `await expect(page.locator('tr').filter({ hasText: 'Ada' }).getByRole('link')).toBeVisible()`,
    'locator("tr").filter(has_text="Ada").get_by_role("link")',
  ],
  [
    `page.getByRole('checkbox', { includeHidden: true, checked: false })`,
    'get_by_role("checkbox", include_hidden=True, checked=False)',
  ],
  [
    `page.locator('div', { has: page.getByText('a') }).nth(2)`,
    'locator("div", has=get_by_text("a")).nth(2)',
  ],
  [`page.frameLocator('#f').getByLabel('Pin')`, 'frame_locator("#f").get_by_label("Pin")'],
  [
    `page.locator('#f').contentFrame().getByTestId('x')`,
    'locator("#f").content_frame.get_by_test_id("x")',
  ],
  [`page.getByText('a').or(page.getByText('b'))`, 'get_by_text("a").or_(get_by_text("b"))'],
  [String.raw`const row = page.getByText(/a\/b(?<x>c)/)`, 'get_by_text(re.compile("a/b(?P<x>c)"))'],
  ['await page.click("text=Go")', 'locator("text=Go")'],
  // Python that acts, indexes or uses other calls.
  ['page.get_by_role("button").click()', 'get_by_role("button")'],
  ['locator("a").first().click()', 'locator("a").first'],
  ['locator("a")[1]', 'locator("a").nth(1)'],
  // Selectors.
  ['#id', 'locator("#id")'],
  ['.btn.btn-primary > span', 'locator(".btn.btn-primary > span")'],
  ['input[name="q"]', String.raw`locator("input[name=\"q\"]")`],
  ['button', 'locator("button")'],
  ['//div[@id="x"]/a', String.raw`locator("xpath=//div[@id=\"x\"]/a")`],
  ['(//a)[2]', 'locator("xpath=(//a)[2]")'],
  ['xpath=//a', 'locator("xpath=//a")'],
  ['text=Save', 'get_by_text("Save")'],
  ['"Save order"', 'get_by_text("Save order")'],
  ['Save order', 'get_by_text("Save order")'],
  // Other libraries.
  [`cy.get('.list').find('li').eq(1).should('exist')`, 'locator(".list").locator("li").nth(1)'],
  [`cy.contains('button', 'Save').click()`, 'locator("button", has_text="Save")'],
  [`$('#save').click()`, 'locator("#save")'],
  [`$x('//a')`, 'locator("xpath=//a")'],
  [`document.querySelector('.a')`, 'locator(".a")'],
  [`document.getElementById('a')`, 'locator("#a")'],
  ['driver.find_element(By.ID, "user").send_keys("x")', 'locator("#user")'],
  ['driver.findElement(By.xpath("//a"))', 'locator("xpath=//a")'],
  [`screen.getByLabelText('Name')`, 'get_by_label("Name", exact=True)'],
  [
    `within(screen.getByRole('dialog')).getByText(/ok/)`,
    'get_by_role("dialog").get_by_text(re.compile("ok"))',
  ],
  // Unknown roles.
  ['get_by_role("buton", name="Save")', 'get_by_role("button", name="Save")'],
  ['get_by_role("modal").get_by_role("textfield")', 'get_by_role("dialog").get_by_role("textbox")'],
  [`page.getByText('{name[0]}')`, 'get_by_text("{name[0]}")'],
])('given %s, suggests the locator %s', (source, expected) => {
  expect(suggestionFor(source)).toBe(expected);
  expect(() => checkLocator(expected)).not.toThrow();
});

test.each([
  'get_by_role("button", nam="x")',
  `page.getByText(label)`,
  `page.getByRole('button').closest('div')`,
  'open("/etc/passwd")',
  'lambda: 1',
  'foto',
  'get_by_role("qqqqq")',
  'a('.repeat(900),
])('suggests nothing for %s', (source) => {
  expect(suggestionFor(source)).toBeUndefined();
});

test('names the likely role', () => {
  expect(() => checkLocator('get_by_text("a").filter(has=get_by_role("lnk"))')).toThrow(
    '"lnk" is not a role. Did you mean "link"?',
  );
  expect(() => checkLocator('get_by_role("{role[0]}")')).not.toThrow();
});
