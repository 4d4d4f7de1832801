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

test('says whether only the beginning of the page is stored', () => {
  expect(tryOnSnapshot(page, 'get_by_role("link")')).toMatchObject({ isCut: false });
  expect(tryOnSnapshot(`${page}\n- lin\n- (cut)`, 'get_by_role("link")')).toMatchObject({
    isCut: true,
  });
});

test.each([
  'locator("#save")',
  'get_by_role("row").nth(2)',
  'get_by_label("Pay")',
  'get_by_placeholder("Email")',
  'get_by_title("Pay")',
  'get_by_alt_text("Logo")',
])('reports that %s needs the page itself', (command) => {
  expect(found(command)).toBe('unreadable');
});

test('reports that a page without stored elements cannot be searched', () => {
  expect(found('get_by_role("link")', 'The document is too large for a snapshot.')).toBe(
    'unreadable',
  );
});
