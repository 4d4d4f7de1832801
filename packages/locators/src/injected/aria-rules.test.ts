import { expect, test } from '@jest/globals';
import { mayHaveRole } from './aria-rules.ts';

const button = () => 'button';
const td = (element: Element) => (element.hasAttribute('x') ? 'gridcell' : 'cell');
const element = (localName: string, attributes: readonly string[] = []) =>
  // The function reads nothing else.
  ({ localName, hasAttribute: (name: string) => attributes.includes(name) }) as unknown as Element;

test('a tag excludes a role only if nothing else can give the role to its elements', () => {
  expect(mayHaveRole(element('div'), 'button', undefined)).toBe(false);
  expect(mayHaveRole(element('div', ['role']), 'button', undefined)).toBe(true);
  expect(mayHaveRole(element('button'), 'button', button)).toBe(true);
  expect(mayHaveRole(element('button'), 'link', button)).toBe(false);
  expect(mayHaveRole(element('td'), 'button', td)).toBe(false);
  expect(mayHaveRole(element('td'), 'gridcell', td)).toBe(true);
  expect(mayHaveRole(element('td'), 'presentation', td)).toBe(true);
  expect(mayHaveRole(element('th'), 'rowheader', td)).toBe(true);
});
