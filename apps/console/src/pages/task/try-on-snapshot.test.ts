import { expect, test } from '@jest/globals';
import { tryOnSnapshot } from './try-on-snapshot.ts';

const page = `- heading "Sign in" [level=1]
- textbox "User name"
- group:
  - button "Log  in" [disabled]
  - button "Log in with \\"SSO\\""
- text: Total 42`;

const found = (command: string) => {
  const trial = tryOnSnapshot(page, command);
  return trial.kind === 'found' ? trial.lines : trial.kind;
};

test('finds elements of a stored page by role and name', () => {
  expect(found('get_by_role("button")')).toHaveLength(2);
  expect(found('page.get_by_role("button", name="log in")')).toHaveLength(2);
  expect(found('get_by_role("button", name="Log in", exact=True)')).toEqual([
    'button "Log  in" [disabled]',
  ]);
  expect(found(`get_by_role('button', name='Log in with "SSO"')`)).toHaveLength(1);
  expect(found('get_by_role("link")')).toEqual([]);
});

test('finds elements by text and label', () => {
  expect(found('get_by_text("total")')).toEqual(['text: Total 42']);
  expect(found('get_by_label("User name", exact=True)')).toEqual(['textbox "User name"']);
});

test('reports locators that need the page itself', () => {
  expect(found('locator("#save")')).toBe('unreadable');
  expect(found('get_by_role("row").nth(2)')).toBe('unreadable');
});
