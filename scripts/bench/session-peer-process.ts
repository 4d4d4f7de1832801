// Makes queries of Playwright and Puppeteer in its own process; started by session-peers.ts.
import { openBrowser } from '@errand/test-kit';
import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { launchOptions } from './engine.ts';
import {
  measured,
  playwrightQueries,
  puppeteerQueries,
  type QueryKind,
} from './session-queries.ts';

const [url = ''] = process.argv.slice(2);
await using resources = new AsyncDisposableStack();
const { browser, environment } = resources.use(await openBrowser());
const peer = resources.use(await chromium.launch(launchOptions(environment)));
const playwrightPage = await peer.newPage();
await playwrightPage.goto(url);
const puppeteerPage = await browser.newPage();
await puppeteerPage.goto(url);
const tools = [playwrightQueries(playwrightPage), puppeteerQueries(puppeteerPage)].map(measured);

process.on('message', ({ name, kind }: { readonly name: string; readonly kind: QueryKind }) => {
  const tool = tools.find((one) => one.name === name);
  // A query that fails ends the process, and thereby the measurement.
  void tool?.measure(kind).then((milliseconds) => process.send?.(milliseconds));
});
const disconnected = once(process, 'disconnect');
process.send?.('ready');
await disconnected;
