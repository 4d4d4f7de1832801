import { findChromium, startForwardProxy } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fleet, openFleet, type WorkerProcess } from '../testing/open-fleet.ts';

const login = { username: 'errand', password: 'proxysecret' };
const inChrome = { automation: { browser_channel: 'chrome' } };
const behindProxy = { submission: { use_proxy: true, max_timeout_in_minutes: 1 } };
const resources = new AsyncDisposableStack();
let fleet: Fleet;
let proxySettings: Readonly<Record<string, string>>;
beforeAll(async () => {
  fleet = resources.use(await openFleet());
  const { url } = resources.use(await startForwardProxy(login));
  proxySettings = { PROXY_URL: url, PROXY_USERNAME: login.username };
});
afterAll(() => resources.disposeAsync());

const run = async (...[nodes, options]: Parameters<Fleet['run']>) =>
  fleet.untilEnded(await fleet.run(nodes, options));

describe('a worker with Chrome and a proxy', () => {
  let worker: WorkerProcess;
  let started: string;
  beforeAll(async () => {
    started = join(fleet.directory, 'chrome-started');
    const chromePath = join(fleet.directory, 'chrome');
    // Chrome must not be redistributed, so a Chromium that records its start stands in for it.
    writeFileSync(chromePath, `#!/bin/sh\necho "$@" > ${started}\nexec ${findChromium()} "$@"\n`);
    chmodSync(chromePath, 0o755);
    const settings = { CHROME_PATH: chromePath, PROXY_PASSWORD: login.password };
    worker = await fleet.startWorker({ ...proxySettings, ...settings });
  });
  afterAll(async () => worker[Symbol.asyncDispose]());

  // proves field: browser_channel
  test('runs a task in Chrome, and the next one in Chromium', async () => {
    const task = await run([], inChrome);
    expect(task).toMatchObject({ status: 'success', error: null });
    expect(readFileSync(started, 'utf8')).toContain('--disable-extensions');
    rmSync(started);
    expect(await run([])).toMatchObject({ status: 'success', error: null });
    expect(existsSync(started)).toBe(false);
  });

  // proves service: proxy: end to end
  test('runs a task through the proxy, and the next one without it', async () => {
    expect(await run([], behindProxy)).toMatchObject({ status: 'success', error: null });
    expect(await run([])).toMatchObject({ status: 'success', error: null });
  });
});

describe('a worker whose Chrome is missing and whose proxy refuses it', () => {
  let worker: WorkerProcess;
  beforeAll(async () => {
    const settings = { CHROME_PATH: '/does/not/exist', PROXY_PASSWORD: 'wrong' };
    worker = await fleet.startWorker({ ...proxySettings, ...settings });
  });
  afterAll(async () => worker[Symbol.asyncDispose]());

  test('fails a task for Chrome, and says how to fix it', async () => {
    expect(await run([], inChrome)).toMatchObject({
      status: 'failed',
      error_class: 'browser_unavailable',
      error: expect.stringContaining('name it in CHROME_PATH, or use chromium'),
    });
  });

  test('fails a task behind the proxy, and names the settings', async () => {
    expect(await run([], behindProxy)).toMatchObject({
      status: 'failed',
      error_class: 'proxy_failed',
      retry_count: 0,
      error: expect.stringContaining('the proxy refused PROXY_USERNAME and PROXY_PASSWORD'),
    });
  });
});
