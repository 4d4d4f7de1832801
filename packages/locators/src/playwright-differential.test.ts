import { createBindings } from '@errand/expressions';
import { findChromium, openBrowser, type TestBrowser, type TestPage } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { domPath } from './conformance/run-cases.ts';
import { parseLocator } from './parse-locator.ts';
import { createLocatorResolver, type LocatorResolver } from './resolver/locator-resolver.ts';

/** A supplier portal in one page: its forms, lists, tables, menus and frames. */
const portal = `
<nav aria-label="Main"><a href="#home">Home</a><a href="#orders">Orders</a><a href="#">Home page</a></nav>
<div id="pccUserMenu"><span>Ada</span><ul><li>Settings</li><li>Sign Out</li></ul></div>
<form id="login">
  <label for="user">Username*</label><input id="user" type="text" placeholder="Email address">
  <label>Password*<input type="password"></label>
  <label for="key">Request Key*" / "</label><input id="key">
  <input type="checkbox" id="terms"><label for="terms">I agree to the terms</label>
  <label>Country<select><option>Austria</option><option>Belgium</option></select></label>
  <label>Plan Type<select disabled><option>Gold</option></select></label>
  <input type="file" aria-label="Upload Document"><input type="range" aria-label="Volume">
  <button type="submit">Submit</button><button type="button" disabled>Submit later</button>
  <input type="button" value="Sign In"><input type="button" value="Sign In again">
</form>
<h1>Welcome</h1><h2>Welcome back</h2><p>Welcome back, <b>Ada</b></p>
<div role="alert">Order confirmed <i>A-17</i></div>
<div aria-label="Eligibility"><a href="#a">Authorizations</a><a href="#b">Claims</a></div>
<div aria-label="Eligibility and more"><a href="#c">Authorizations</a></div>
<div id="facSearch"><button class="pccButton">Go</button></div><button class="pccButton">Go</button>
<ul id="facList"><li><a href="#1">Oak House</a></li><li><a href="#2">Oak House Annexe</a></li><li><a href="#3">Elm</a></li></ul>
<table><thead><tr><th>Name</th><th>Amount</th></tr></thead><tbody>
  <tr class="invoiceRow"><td class="PatientNameCell">Ada</td><td>10</td><td><button>Edit</button><a href="#d1">Download</a></td></tr>
  <tr class="invoiceRow"><td class="PatientNameCell">Bob</td><td>20</td><td><button>Edit</button><a href="#d2">Download</a></td></tr>
  <tr><td>Authorization Number</td><td>AUTH-1</td></tr>
</tbody></table>
<button data-testid="login-button">Log in</button><div data-testid="loading-spinner" hidden></div>
<input class="MuiInputBase-input" data-test="one"><input class="MuiInputBase-input" data-action="submit">
<div style="display:none"><button>Hidden button</button></div>
<img alt="Company logo" title="Logo of the company"><div role="tree"><div role="treeitem" aria-expanded="true">Open</div></div>
<div aria-disabled="true"><button>Locked</button></div><div role="slider" aria-label="Zoom" tabindex="0"></div>
<section><template shadowrootmode="open"><button>In the shadow</button></template></section>
<iframe id="login-iframe" srcdoc="<button>Submit</button><p>Welcome back</p>"></iframe>`;

/** The Python text, and the same locator as Playwright's own library builds it. */
const locators: readonly (readonly [string, (page: Page) => Locator])[] = [
  ['get_by_role("alert")', (page) => page.getByRole('alert')],
  ['get_by_role("button", name="Submit")', (page) => page.getByRole('button', { name: 'Submit' })],
  [
    'get_by_role("button", name="Sign In", exact=True)',
    (page) => page.getByRole('button', { name: 'Sign In', exact: true }),
  ],
  ['get_by_role("row")', (page) => page.getByRole('row')],
  ['get_by_role("checkbox")', (page) => page.getByRole('checkbox')],
  ['get_by_role("combobox")', (page) => page.getByRole('combobox')],
  ['get_by_role("slider")', (page) => page.getByRole('slider')],
  [
    'get_by_role("textbox", name="Username*")',
    (page) => page.getByRole('textbox', { name: 'Username*' }),
  ],
  [
    'get_by_role("textbox", name="Password*")',
    (page) => page.getByRole('textbox', { name: 'Password*' }),
  ],
  [
    String.raw`get_by_role("textbox", name="Request Key*\" / \"")`,
    (page) => page.getByRole('textbox', { name: 'Request Key*" / "' }),
  ],
  [
    'get_by_role("cell", name="Authorization Number").locator("+ td")',
    (page) => page.getByRole('cell', { name: 'Authorization Number' }).locator('+ td'),
  ],
  ['get_by_role("button", disabled=True)', (page) => page.getByRole('button', { disabled: true })],
  [
    'get_by_role("button", include_hidden=True)',
    (page) => page.getByRole('button', { includeHidden: true }),
  ],
  ['get_by_role("heading", level=2)', (page) => page.getByRole('heading', { level: 2 })],
  [
    'get_by_role("treeitem", expanded=True)',
    (page) => page.getByRole('treeitem', { expanded: true }),
  ],
  [
    'get_by_role("link", name=re.compile("^home$", re.I))',
    (page) => page.getByRole('link', { name: /^home$/i }),
  ],
  ['get_by_label("Country")', (page) => page.getByLabel('Country')],
  ['get_by_label("Plan Type")', (page) => page.getByLabel('Plan Type')],
  ['get_by_label("I agree to the terms")', (page) => page.getByLabel('I agree to the terms')],
  ['get_by_label("Upload Document")', (page) => page.getByLabel('Upload Document')],
  [
    'get_by_label("Eligibility", exact=True).get_by_role("link", name="Authorizations")',
    (page) =>
      page.getByLabel('Eligibility', { exact: true }).getByRole('link', { name: 'Authorizations' }),
  ],
  ['get_by_text("Welcome back")', (page) => page.getByText('Welcome back')],
  ['get_by_text("Welcome", exact=True)', (page) => page.getByText('Welcome', { exact: true })],
  ['get_by_text("Order confirmed")', (page) => page.getByText('Order confirmed')],
  ['get_by_text("Sign In")', (page) => page.getByText('Sign In')],
  ['get_by_text("{order_id[0]}")', (page) => page.getByText('A-17')],
  ['get_by_test_id("login-button")', (page) => page.getByTestId('login-button')],
  ['get_by_test_id("loading-spinner")', (page) => page.getByTestId('loading-spinner')],
  ['get_by_placeholder("email address")', (page) => page.getByPlaceholder('email address')],
  ['get_by_alt_text("logo")', (page) => page.getByAltText('logo')],
  ['get_by_title("Logo of")', (page) => page.getByTitle('Logo of')],
  ['locator("#user")', (page) => page.locator('#user')],
  ['locator(".pccButton")', (page) => page.locator('.pccButton')],
  ['locator("#facSearch .pccButton")', (page) => page.locator('#facSearch .pccButton')],
  ['locator("table tbody tr")', (page) => page.locator('table tbody tr')],
  ['locator("tr.invoiceRow")', (page) => page.locator('tr.invoiceRow')],
  [`locator("[data-action='submit']")`, (page) => page.locator("[data-action='submit']")],
  [String.raw`locator("[data-test=\"one\"]")`, (page) => page.locator('[data-test="one"]')],
  ['locator("td")', (page) => page.locator('td')],
  [`locator("input[type='file']")`, (page) => page.locator("input[type='file']")],
  [
    'get_by_role("navigation").get_by_role("link", name="Home")',
    (page) => page.getByRole('navigation').getByRole('link', { name: 'Home' }),
  ],
  [
    'locator("form#login").get_by_role("button", name="Submit")',
    (page) => page.locator('form#login').getByRole('button', { name: 'Submit' }),
  ],
  [
    'locator("#pccUserMenu").get_by_text("Sign Out")',
    (page) => page.locator('#pccUserMenu').getByText('Sign Out'),
  ],
  ['locator(".MuiInputBase-input").first', (page) => page.locator('.MuiInputBase-input').first()],
  [
    'locator("#facList a", has_text="{facility_name[0]}").first',
    (page) => page.locator('#facList a', { hasText: 'Oak House' }).first(),
  ],
  [
    `locator('#login-iframe').content_frame.get_by_role('button', name='Submit')`,
    (page) => page.locator('#login-iframe').contentFrame().getByRole('button', { name: 'Submit' }),
  ],
  [
    'frame_locator("#login-iframe").get_by_text("Welcome")',
    (page) => page.frameLocator('#login-iframe').getByText('Welcome'),
  ],
  ['{locator[row]}', (page) => page.locator('tr.invoiceRow').nth(1)],
  [
    '{locator[row]}.get_by_role("button", name="Edit")',
    (page) => page.locator('tr.invoiceRow').nth(1).getByRole('button', { name: 'Edit' }),
  ],
  [
    '{locator[row]}.locator("td.PatientNameCell")',
    (page) => page.locator('tr.invoiceRow').nth(1).locator('td.PatientNameCell'),
  ],
  [
    'locator("tr").filter(has=get_by_role("button")).last',
    (page) =>
      page
        .locator('tr')
        .filter({ has: page.getByRole('button') })
        .last(),
  ],
  [
    'locator("tr").filter(has_not=page.locator("td"))',
    (page) => page.locator('tr').filter({ hasNot: page.locator('td') }),
  ],
  [
    'locator("li").filter(has_not_text="Oak").nth(-1)',
    (page) => page.locator('li').filter({ hasNotText: 'Oak' }).nth(-1),
  ],
  [
    'locator("button").filter(visible=False)',
    (page) => page.locator('button').filter({ visible: false }),
  ],
  [
    'get_by_role("button").and_(locator(".pccButton"))',
    (page) => page.getByRole('button').and(page.locator('.pccButton')),
  ],
  ['locator("h2").or_(locator("h1"))', (page) => page.locator('h2').or(page.locator('h1'))],
  [
    'locator("section").get_by_role("button")',
    (page) => page.locator('section').getByRole('button'),
  ],
  [
    'locator("xpath=//h1/following-sibling::h2")',
    (page) => page.locator('xpath=//h1/following-sibling::h2'),
  ],
  ['locator("//td").last.locator("..")', (page) => page.locator('//td').last().locator('..')],
  [
    'locator("a:has-text(\'oak\'):visible >> nth=1")',
    (page) => page.locator("a:has-text('oak'):visible >> nth=1"),
  ],
  ['locator("text=Sign")', (page) => page.locator('text=Sign')],
  ['locator("button:below(#key)")', (page) => page.locator('button:below(#key)')],
];

const bindings = createBindings({
  inputParameters: { order_id: ['A-17'], facility_name: ['Oak House'] },
  generatedVariables: {},
  loops: [{ indexName: 'row', index: 1, locator: 'locator("tr.invoiceRow").nth(1)' }],
});

let launched: TestBrowser;
let opened: TestPage;
let resolver: LocatorResolver;
let playwright: Browser;
let playwrightPage: Page;

beforeAll(async () => {
  launched = await openBrowser();
  opened = await launched.openPage(portal);
  resolver = await createLocatorResolver(opened.page);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  playwright = await chromium.launch({ executablePath: findChromium(), args });
  playwrightPage = await playwright.newPage();
  await playwrightPage.setContent(portal);
  // The same viewport, for the selectors that look at the layout.
  await opened.page.setViewport({ width: 1280, height: 720 });
  await playwrightPage.setViewportSize({ width: 1280, height: 720 });
});

afterAll(async () => {
  await playwright.close();
  await resolver[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await launched[Symbol.asyncDispose]();
});

async function pathsByPlaywright(locator: Locator): Promise<string[]> {
  return locator.evaluateAll((nodes) =>
    nodes.map((node) => {
      const steps: string[] = [];
      for (let current: Node | null = node; current; current = current.parentNode) {
        if (current instanceof ShadowRoot) {
          steps.unshift('#shadow');
          current = current.host;
        }
        if (!(current instanceof Element)) break;
        const siblings: Element[] = current.parentNode
          ? [...current.parentNode.children]
          : [current];
        steps.unshift(`${current.localName}[${siblings.indexOf(current) + 1}]`);
      }
      return steps.join('/');
    }),
  );
}

test.each(locators)('finds what Playwright finds: %s', async (source, build) => {
  const expression = parseLocator(source, bindings);
  const signal = AbortSignal.timeout(5000);
  const handles = await resolver.queryAll(expression, { signal });
  const found = await Promise.all(handles.map(domPath));
  const expected = await pathsByPlaywright(build(playwrightPage));
  expect(found).toEqual(expected);
  expect(found).not.toEqual([]);
  expect(await resolver.count(expression, { signal })).toBe(await build(playwrightPage).count());
});
