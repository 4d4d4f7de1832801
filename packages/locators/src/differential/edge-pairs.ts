import type { Pair } from './pair.ts';

/** Cases that are missing from recordings. Their page is in `edge-cases.ts`. */
export const framePairs: readonly Pair[] = [
  [
    'frame_locator("[name=outer]").get_by_role("heading")',
    (page) => page.frameLocator('[name=outer]').getByRole('heading'),
  ],
  [
    'locator("[name=outer]").content_frame.get_by_text("Buy").last',
    (page) => page.locator('[name=outer]').contentFrame().getByText('Buy').last(),
  ],
  [
    'get_by_title("outer frame").content_frame.frame_locator("iframe").get_by_role("button")',
    (page) =>
      page.getByTitle('outer frame').contentFrame().frameLocator('iframe').getByRole('button'),
  ],
  [
    'frame_locator("[name=outer]").locator("iframe").content_frame.locator("h3")',
    (page) => page.frameLocator('[name=outer]').locator('iframe').contentFrame().locator('h3'),
  ],
  [
    'frame_locator("[name=other]").get_by_role("button", name="Pay", exact=True)',
    (page) => page.frameLocator('[name=other]').getByRole('button', { name: 'Pay', exact: true }),
  ],
  [
    'frame_locator("[name=other]").locator("button").filter(has_not_text="later")',
    (page) => page.frameLocator('[name=other]').locator('button').filter({ hasNotText: 'later' }),
  ],
  [
    'locator("iframe.twin").nth(1).content_frame.locator("h3")',
    (page) => page.locator('iframe.twin').nth(1).contentFrame().locator('h3'),
  ],
  [
    'frame_locator("iframe.twin").first.locator("h3")',
    (page) => page.frameLocator('iframe.twin').first().locator('h3'),
  ],
];

export const hasNotPairs: readonly Pair[] = [
  [
    'locator("li").filter(has_not=locator("b"))',
    (page) => page.locator('li').filter({ hasNot: page.locator('b') }),
  ],
  [
    'locator("li", has_not=locator("i"), has_not_text="Dog")',
    (page) => page.locator('li', { hasNot: page.locator('i'), hasNotText: 'Dog' }),
  ],
  [
    'locator(".card").filter(has_not=get_by_role("button"))',
    (page) => page.locator('.card').filter({ hasNot: page.getByRole('button') }),
  ],
  [
    'locator(".card").filter(has_not=get_by_role("button", disabled=True)).first',
    (page) =>
      page
        .locator('.card')
        .filter({ hasNot: page.getByRole('button', { disabled: true }) })
        .first(),
  ],
  [
    'locator(".card").filter(has=get_by_text("Buy"), has_not=get_by_text("Two"))',
    (page) =>
      page.locator('.card').filter({ has: page.getByText('Buy'), hasNot: page.getByText('Two') }),
  ],
  [
    'locator("li").filter(has_not_text=re.compile("^(ant|dog)", re.I))',
    (page) => page.locator('li').filter({ hasNotText: /^(ant|dog)/i }),
  ],
];

export const patternPairs: readonly Pair[] = [
  ['get_by_text(re.compile("first LINE", re.I))', (page) => page.getByText(/first LINE/i)],
  ['get_by_text(re.compile("First line"))', (page) => page.getByText(/First line/)],
  ['get_by_text(re.compile("^First"))', (page) => page.getByText(/^First/)],
  [
    'get_by_text(re.compile("^beta", re.IGNORECASE | re.MULTILINE))',
    (page) => page.getByText(/^beta/im),
  ],
  ['get_by_text(re.compile("^Beta", re.M))', (page) => page.getByText(/^Beta/m)],
  ['get_by_text(re.compile("alpha.Beta", re.DOTALL))', (page) => page.getByText(/alpha.Beta/s)],
  ['get_by_text(re.compile("line.*second", re.S))', (page) => page.getByText(/line.*second/s)],
  [
    'get_by_role("button", name=re.compile("alpha.beta", re.S | re.I))',
    (page) => page.getByRole('button', { name: /alpha.beta/is }),
  ],
  [String.raw`get_by_text(re.compile(r"^x\.y$"))`, (page) => page.getByText(/^x\.y$/)],
  ['get_by_text(re.compile("^x.y$"))', (page) => page.getByText(/^x.y$/)],
  [
    'locator("li", has_text=re.compile("bee|CAT", re.I))',
    (page) => page.locator('li', { hasText: /bee|CAT/i }),
  ],
];

/** Pairs whose locators must match a single element. */
export const strictPairs: readonly Pair[] = [
  ['locator("li")', (page) => page.locator('li')],
  ['get_by_role("button", name="Buy")', (page) => page.getByRole('button', { name: 'Buy' })],
  ['locator("li").first', (page) => page.locator('li').first()],
  ['locator("li").nth(-1)', (page) => page.locator('li').nth(-1)],
  ['locator(".card").get_by_role("button")', (page) => page.locator('.card').getByRole('button')],
  [
    'locator(".card").get_by_role("button").and_(locator(":enabled"))',
    (page) => page.locator('.card').getByRole('button').and(page.locator(':enabled')),
  ],
  ['locator("h1").or_(locator("pre"))', (page) => page.locator('h1').or(page.locator('pre'))],
  ['locator("p").or_(locator("pre"))', (page) => page.locator('p').or(page.locator('pre'))],
  [
    'frame_locator("[name=outer]").get_by_role("button")',
    (page) => page.frameLocator('[name=outer]').getByRole('button'),
  ],
  ['frame_locator(".twin").locator("h3")', (page) => page.frameLocator('.twin').locator('h3')],
  [
    'locator(".twin").content_frame.locator("h3").first',
    (page) => page.locator('.twin').contentFrame().locator('h3').first(),
  ],
];
