import { expect, test } from '@jest/globals';
import { onPage } from './test/import-commands.ts';

/** Selenium IDE writes `:contains`, which no browser knows. */
test.each([
  [String.raw`a:contains("an \"x\"")`, String.raw`a:has-text("an \"x\"")`],
  ["li:contains('new') > a", `li:has-text("new") > a`],
  [`a:contains('say "x"')`, String.raw`a:has-text("say \"x\"")`],
  ["a:contains('it\\'s')", `a:has-text("it's")`],
  ['a:contains( Sign in )', 'a:has-text("Sign in")'],
  ['a:contains("b"):contains("c")', 'a:has-text("b"):has-text("c")'],
  ['a[title="x"]', 'a[title="x"]'],
])('writes %s for the locators of Errand', (selector, written) => {
  const { nodes, outcomes } = onPage(['click', `css=${selector}`]);
  const command = `locator(${JSON.stringify(written)}).first`;
  expect(nodes).toMatchObject([{ interaction_action: { click_element: { command } } }]);
  expect(outcomes).toEqual(['mapped']);
});
