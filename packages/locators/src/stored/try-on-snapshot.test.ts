import { expect, test } from '@jest/globals';
import { tryOnSnapshot } from './try-on-snapshot.ts';

/** A page as a worker stores it. */
const page = `- RootWebArea "Pay"
  - heading "Sign in"
  - StaticText "Email"
  - textbox "Email" = "ann" focused invalid=true
  - checkbox "Remember me" checked
  - button "Pay" disabled
  - button "Log  in" expanded pressed=mixed
  - button "Log in with \\"SSO\\""
  - image "Logo"
  - cell "Total 42"
    - StaticText "Total 42"
  - button "${'n'.repeat(200)}…"`;

const found = (command: string, snapshot = page) => {
  const trial = tryOnSnapshot(snapshot, command);
  return trial.kind === 'found' ? trial.lines : trial.kind;
};

test('finds elements of a stored page by role and name, whatever their value and state', () => {
  expect(found('get_by_role("button")')).toHaveLength(4);
  expect(found('get_by_role("button", name="Pay")')).toEqual(['button "Pay" disabled']);
  expect(found('get_by_role("textbox", name="email")')).toEqual([
    'textbox "Email" = "ann" focused invalid=true',
  ]);
  expect(found('get_by_role("checkbox")')).toEqual(['checkbox "Remember me" checked']);
  expect(found('page.get_by_role("button", name="log in")')).toHaveLength(2);
  expect(found('get_by_role("button", name="Log in", exact=True)')).toEqual([
    'button "Log  in" expanded pressed=mixed',
  ]);
  expect(found(`get_by_role('button', name='Log in with "SSO"')`)).toHaveLength(1);
  expect(found(`get_by_role("button", name="${'n'.repeat(250)}", exact=True)`)).toHaveLength(1);
  expect(found('get_by_role("img")')).toHaveLength(1);
  expect(found('get_by_role("link")')).toEqual([]);
});

test('finds elements by their own text, once each', () => {
  expect(found('get_by_text("total")')).toEqual(['StaticText "Total 42"']);
  expect(found('get_by_text("Email", exact=True)')).toEqual(['StaticText "Email"']);
  expect(found('get_by_text("Pay")')).toEqual(['button "Pay" disabled']);
});

test('finds elements by pattern, position, state and label, and below or with others', () => {
  expect(found('get_by_role("button", name=re.compile("^log", re.I))')).toHaveLength(2);
  expect(found('get_by_role("button").nth(1)')).toEqual([
    'button "Log  in" expanded pressed=mixed',
  ]);
  expect(found('get_by_role("button").first')).toEqual(['button "Pay" disabled']);
  expect(found('get_by_role("button").nth(9)')).toEqual([]);
  expect(found('get_by_role("button", disabled=False)')).toHaveLength(3);
  expect(found('get_by_role("checkbox", checked=True)')).toHaveLength(1);
  expect(found('get_by_label("email")')).toEqual(['textbox "Email" = "ann" focused invalid=true']);
  expect(found('get_by_role("cell").get_by_text("42")')).toEqual(['StaticText "Total 42"']);
  expect(found('get_by_role("cell").filter(has_text="Total")')).toHaveLength(1);
  expect(found('get_by_role("cell").filter(has=get_by_text("43"))')).toEqual([]);
  expect(found('get_by_role("img").or_(get_by_role("checkbox"))')).toEqual([
    'checkbox "Remember me" checked',
    'image "Logo"',
  ]);
});

test('does not search the frames of a page', () => {
  const frames = `${page}\n- frame "https://ads.example/"\n  - RootWebArea "Ad"\n    - button "Buy"`;
  expect(found('get_by_role("button")', frames)).toHaveLength(4);
});

const doubts = (command: string) => {
  const trial = tryOnSnapshot(page, command);
  return trial.kind === 'found' ? trial.doubts.join(' ') : trial.kind;
};

test('says why the page itself may have more or fewer', () => {
  expect(doubts('get_by_role("checkbox")')).toBe('');
  expect(doubts('get_by_role("textbox", name="Email").first')).toBe('');
  expect(doubts('get_by_role("row")')).toContain(
    'The snapshot keeps only some elements with the role row',
  );
  expect(doubts('get_by_role("button").filter(has=get_by_role("row"))')).toContain('role row');
  expect(doubts('get_by_text("Total")')).toContain('Only names and texts are stored');
  expect(doubts('get_by_label("Email")')).toContain('a label, a placeholder or a title');
  expect(doubts('get_by_role("button", name="Nobody")')).toContain('stored only in part');
});

test('says whether only the beginning of the page is stored', () => {
  expect(tryOnSnapshot(page, 'get_by_role("link")')).toMatchObject({ isCut: false });
  expect(tryOnSnapshot(`${page}\n- lin\n- (cut)`, 'get_by_role("link")')).toMatchObject({
    isCut: true,
  });
});

test.each([
  ['locator("#save")', 'not-stored', 'CSS, XPath'],
  ['get_by_role("row").locator("xpath=//a")', 'not-stored', 'CSS, XPath'],
  ['get_by_test_id("save")', 'not-stored', 'test ids'],
  ['get_by_placeholder("Email")', 'not-stored', 'placeholders'],
  ['frame_locator("iframe").get_by_role("button")', 'not-stored', 'frames'],
  ['get_by_role("heading", level=2)', 'not-stored', 'level'],
  ['get_by_text("{order[0]}")', 'not-stored', 'a value instead of {order[0]}'],
  ['garbage((', 'invalid', 'not valid at character'],
  ['get_by_role("buton")', 'invalid', 'Did you mean "button"?'],
  ['page.getByRole("button", { name: "Save" })', 'invalid', 'get_by_role("button", name="Save")'],
])('says what %s needs', (command, kind, why) => {
  expect(tryOnSnapshot(page, command)).toEqual({ kind, why: expect.stringContaining(why) });
});

test('reports that a page without stored elements cannot be searched', () => {
  expect(found('get_by_role("link")', 'The document is too large for a snapshot.')).toBe(
    'not-stored',
  );
});
