import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { followPages } from './follow-pages.ts';
import type { RecordedEvent } from './recorded-events.ts';
import { holdCalls, openTab } from './testing/hold-calls.ts';

const owned = new AsyncDisposableStack();
let browser: TestBrowser;
let site: string;

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Shown</title><h1>Shown</h1>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  owned.defer(() => void server.close());
  owned.defer(() => server.closeAllConnections());
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = owned.use(await openBrowser());
});

afterAll(() => owned.disposeAsync());

test.each([
  ['after its document has loaded', true],
  ['before', false],
])('reports once how a new tab came to its address: it is followed %s', async (_when, isLate) => {
  await using opened = await browser.openPage();
  const { page } = opened;
  const events: RecordedEvent[] = [];
  const add = async (event: RecordedEvent | Promise<RecordedEvent | undefined>) => {
    const known = await event;
    if (known) events.push(known);
  };
  await using _followed = await followPages({
    page,
    prepare: async () => undefined,
    onEvent: (event) => void add(event),
  });
  const session = await page.createCDPSession();
  const release = holdCalls(session, ['Page.enable']);
  if (!isLate) release();
  const targetId = await openTab(session, site);
  const isShown = async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.some((one) => one.targetId === targetId && one.title === 'Shown');
  };
  await pollUntil('the document has loaded', isShown);
  release();
  await pollUntil('it is reported', () => events.length > 1);
  // Nothing else reports it again.
  await session.send('Target.getTargetInfo', { targetId });
  expect(events).toEqual([
    expect.objectContaining({ kind: 'page-opened', page: targetId, isByPage: false }),
    expect.objectContaining({ kind: 'navigated', page: targetId, url: site }),
  ]);
});
