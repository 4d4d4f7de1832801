// Loads pages while this machine's network keeps changing, as it does when containers start beside
// a worker: once as Chromium does, and once as tasks do. Prints a table, and exits with 1 if a task
// would have failed. Run as root in a separate network namespace, so that nothing else is affected:
//   unshare --net sh -c 'ip link set lo up && node scripts/network-change/main.ts'
import { listen } from '@errand/app-runtime';
import { openBrowser } from '@errand/test-kit';
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { navigate } from '../../packages/automation-engine/src/page/pages/navigate.ts';

const PAGES = 100;
const BETWEEN_CHANGES_MS = 300;
const PAGE_MS = 30_000;
const LINK = 'errand-change0';
const ip = (...words: readonly string[]) => promisify(execFile)('ip', words);

const over = new AbortController();
await using site = await listen((_request, response) => response.end('<title>there</title>'), {
  port: 0,
  host: '0.0.0.0',
  setting: 'PORT',
});
await using browser = await openBrowser();
await using tab = await browser.openPage();
const changing = changeNetwork(over.signal);
try {
  const { page } = tab;
  show('as Chromium does', await count((url) => page.goto(url)));
  const options = { signal: over.signal, timeoutMs: PAGE_MS };
  const failures = await count((url) => navigate(page, url, options));
  show('as tasks do', failures);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  over.abort();
  console.log(`${await changing} changes of the network`);
}

/**
 * Loads each page from a different host, so that the browser must open a new connection, and
 * returns the failures.
 */
async function count(load: (url: string) => Promise<unknown>): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const url = `http://127.0.0.${page}:${site.port}/`;
    await load(url).catch((error: unknown) => failures.push(String(error)));
  }
  return failures;
}

/** Adds and removes an interface with an address until the signal fires. Returns how often. */
async function changeNetwork(signal: AbortSignal): Promise<number> {
  let changes = 0;
  for (; !signal.aborted; changes += 1) {
    await ip('link', 'add', LINK, 'type', 'veth', 'peer', 'name', `${LINK}p`);
    await ip('address', 'add', '198.51.100.1/24', 'dev', LINK);
    await ip('link', 'set', LINK, 'up');
    await delay(BETWEEN_CHANGES_MS);
    await ip('link', 'delete', LINK);
    await delay(BETWEEN_CHANGES_MS);
  }
  return changes;
}

function show(what: string, failures: readonly string[]): void {
  console.log(
    `${what.padEnd(20)} ${failures.length} of ${PAGES} pages failed ${failures[0] ?? ''}`,
  );
}
