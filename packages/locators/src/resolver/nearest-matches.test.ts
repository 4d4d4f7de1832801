import { openBrowser } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { parseLocator } from '../parse-locator.ts';
import { createLocatorResolver } from './locator-resolver.ts';
import type { NearMatch } from './nearest-matches.ts';

test('is fast on a large page', async () => {
  await using launched = await openBrowser();
  await using opened = await launched.openPage();
  const items = Array.from(
    { length: 6000 },
    (_, index) => `<li><a href="#">Item ${index}</a></li>`,
  );
  await opened.page.setContent(`<ul>${items.join('')}</ul>`);
  await using resolver = await createLocatorResolver(opened.page);
  const expression = parseLocator('get_by_role("link", name="Itm 12", exact=True)');
  const signal = AbortSignal.timeout(30_000);
  await resolver.count(expression, { signal });
  const counting = await measure(() => resolver.count(expression, { signal }));
  const near: NearMatch[] = [];
  const looking = await measure(() =>
    resolver.findNear({ expression, mayShow: () => true, onMatch: (match) => near.push(match) }),
  );
  // Trying all locators of all similar elements would take more than a hundred queries.
  expect(looking).toBeLessThan(500 + 10 * counting);
  expect(near.length).toBeGreaterThan(0);
  const found = await resolver.count(parseLocator(near[0]?.command ?? ''), { signal });
  expect(found).toBe(1);
});

test.each(['kelp77', 'xw'])('a row is not named by the password %j inside it', async (secret) => {
  await using launched = await openBrowser();
  await using opened = await launched.openPage();
  await opened.page.setContent(`<table><tr><td>Login</td><td><input type=password value="${secret}">
    </td><td><button>Save</button></td></tr></table><button>Boxwork</button>`);
  await using resolver = await createLocatorResolver(opened.page);
  const signal = AbortSignal.timeout(30_000);
  const show = (command: string) => resolver.show(parseLocator(command), { signal, atMost: 5 });
  expect(await show('get_by_role("row")')).toMatchObject({ matches: [{ name: 'Login Save' }] });
  expect(await show('get_by_role("button")')).toMatchObject({
    matches: [{ name: 'Save' }, { name: 'Boxwork' }],
  });
  const near: string[] = [];
  await resolver.findNear({
    expression: parseLocator('get_by_role("row").get_by_role("button", name="Sav", exact=True)'),
    mayShow: () => true,
    onMatch: ({ command }) => near.push(command),
  });
  expect(near.length).toBeGreaterThan(0);
  expect(near.join()).not.toMatch(RegExp(`\\b${secret}\\b`));
});

async function measure(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
