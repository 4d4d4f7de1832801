import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { openPerson, type Person, see } from './testing/open-person.ts';
import { recordCase, recordOnly } from './testing/record-case.ts';
import { widgetPage } from './testing/widget-page.ts';

const owned = new AsyncDisposableStack();
let browser: TestBrowser;
let person: Person;
let url: string;

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(widgetPage);
  });
  owned.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = owned.use(await openBrowser());
  person = owned.use(await openPerson(browser.environment));
});
afterAll(() => owned.disposeAsync());

test('a person holds a key and scrolls in two goes, and the replay goes just as far', async () => {
  const recording = await recordCase(
    {
      name: 'goes on',
      url,
      async act(someone, page, recorder) {
        await someone.click(see(page, '#list'));
        await someone.hold('ArrowDown', () => page.waitForFunction(`list.textContent > 2`));
        await someone.press('Enter');
        for (const rows of [2, 3]) {
          await someone.wheel(see(page, '#feed'), 6);
          await page.waitForFunction(`feed.children.length === ${rows}`);
          // The page receives the key, which ends the scrolling.
          await someone.press('Tab');
        }
        await recorder.pointAt('assert');
        await someone.click(see(page, '#said'));
      },
    },
    { browser, person },
  );
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ outcome, reason }) => reason ?? outcome)).toEqual(nodes.map(() => 'passed'));
  expect(faults).toEqual([]);
  const kinds = nodes.map(({ kind }) => kind).join(' ');
  expect(kinds).toMatch(/^click( keys){4,} scroll scroll assert$/);
  expect(JSON.stringify(recording.automation)).toMatch(/size \d+; rows 2; rows 3;/);
});

test('a scroll is measured from its start, even if a busy page learns late that it has begun', async () => {
  let loadedAt: unknown;
  const recording = await recordOnly(
    {
      name: 'busy',
      url,
      async act(someone, page) {
        await page.evaluate(`feed.addEventListener('pointermove', () => {
          const end = performance.now() + 400;
          while (performance.now() < end);
        }, { once: true });
        new MutationObserver(() => { feed.dataset.loadedAt ??= feed.scrollTop; })
          .observe(feed, { childList: true });`);
        await someone.wheel(see(page, '#feed'), 6);
        loadedAt = await page.waitForFunction(`feed.dataset.loadedAt`).then((at) => at.jsonValue());
      },
    },
    { browser, person },
  );
  expect(recording.source.steps.map(({ act }) => act)).toMatchObject([
    { kind: 'scroll', pixels: Number(loadedAt) },
  ]);
});

test('a scroll starts where the page had moved an area while the person scrolled another one', async () => {
  const recording = await recordOnly(
    {
      name: 'opened at its end',
      url,
      async act(someone, page) {
        await page.evaluate(`log.onscroll = () => {
          if (log.scrollTop < 1700) log.append(document.createElement('p'));
        };
        feed.addEventListener('wheel', () => { log.scrollTop = log.scrollHeight; }, { once: true });`);
        await someone.wheel(see(page, '#feed'), 1);
        await page.waitForFunction(`log.scrollTop > 1700`);
        await someone.wheel(see(page, '#log'), -4);
        await page.waitForFunction(`log.children.length > 3`);
      },
    },
    { browser, person },
  );
  expect(recording.source.steps.map(({ act }) => act)).toMatchObject([
    { kind: 'scroll', direction: 'up' },
  ]);
});

test('a person scrolls through several loads in one go, and the replay goes just as far', async () => {
  const recording = await recordCase(
    {
      name: 'one go',
      url,
      async act(someone, page, recorder) {
        // On a busy machine, the wheel turns faster than the rows load.
        do await someone.wheel(see(page, '#feed'), 25);
        while (Number(await page.evaluate(`feed.children.length`)) < 4);
        await recorder.pointAt('assert');
        await someone.click(see(page, '#said'));
      },
    },
    { browser, person },
  );
  const { nodes, faults } = recording.report;
  const acts = nodes.map(({ kind, outcome, reason }) => `${kind} ${reason ?? outcome}`);
  // A busy machine may stop for longer than a scroll lasts, but not after each of the three loads.
  expect(acts.join()).toMatch(/^(scroll passed,){1,2}assert passed$/);
  expect(faults).toEqual([]);
  expect(JSON.stringify(recording.automation)).toContain('rows 2; rows 3; rows 4;');
});

test('a person scrolls, clicks and scrolls on, and that scroll starts at the click', async () => {
  const recording = await recordCase(
    {
      name: 'scrolls from a click',
      url,
      async act(someone, page) {
        await someone.wheel(see(page, '#log'), 9);
        await someone.click(see(page, '#entry'));
        await someone.wheel(see(page, '#log'), 25);
        await page.waitForFunction(`said.textContent.includes('logged')`);
      },
    },
    { browser, person },
  );
  expect(recording.report.nodes).toMatchObject([
    { kind: 'click', outcome: 'passed' },
    { kind: 'scroll', outcome: 'passed' },
  ]);
  const [, scroll] = recording.source.steps;
  expect(scroll?.act.kind === 'scroll' && scroll.act.pixels).toBeLessThan(1_100);
});
