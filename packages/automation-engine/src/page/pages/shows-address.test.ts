import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

/** Paths with query, in the order in which they were requested. */
let requests: string[] = [];
const stage = useStage((request, response) => {
  if (request.url !== '/favicon.ico') requests.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'text/html' }).end('<button>Buy</button>');
});

// proves field: reuse_page_if_already_on_url
test('does not reload a start page that an earlier run left open', async () => {
  expect(await startAt({ left: '/shop?q=1#top', wanted: '/shop?q=1#top' })).toEqual([]);
  expect(await startAt({ left: '/shop/', wanted: '/shop' })).toEqual([]);
});

test('loads a start page that differs, even only in the query', async () => {
  expect(await startAt({ left: '/shop?q=1', wanted: '/shop?q=2' })).toEqual(['/shop?q=2']);
  expect(await startAt({ left: '/shop', wanted: '/other' })).toEqual(['/other']);
});

test('loads the start page when reuse is off, or no earlier run left the page', async () => {
  const same = { left: '/shop', wanted: '/shop' };
  expect(await startAt({ ...same, isReused: false })).toEqual(['/shop']);
  expect(await startAt({ ...same, isPageKept: false })).toEqual(['/shop']);
});

/**
 * Runs a step on a page that already shows an address; returns what the run requested from the
 * server.
 */
async function startAt(run: {
  readonly left: string;
  readonly wanted: string;
  readonly isReused?: boolean;
  readonly isPageKept?: boolean;
}): Promise<readonly string[]> {
  const { isReused = true, isPageKept = true } = run;
  const click = interact('click_element', { command: 'get_by_role("button")' });
  const finished = await stage.run({ path: run.wanted }, [click], {
    automation: { reuse_page_if_already_on_url: isReused },
    dependencies: { isPageKept },
    onPage: async (page: Page) => {
      await page.goto(`${stage.url}${run.left}`);
      requests = [];
    },
  });
  expect(failureOf(finished)).toBe('success');
  return requests;
}
