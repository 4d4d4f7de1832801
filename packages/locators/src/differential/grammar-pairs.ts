import type { Pair } from './pair.ts';

/** Every method of the grammar, as in recordings. Their page is in `portal.ts`. */
export const grammarPairs: readonly Pair[] = [
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
