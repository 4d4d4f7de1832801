import { findChromium } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet();
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
});

const inChrome = { automation: { browser_channel: 'chrome' } };
const steps = [{ sleep_action: { sleep_time: 0 } }];

// proves field: browser_channel
test('runs a task in the Chrome of the worker, and the next one in its Chromium', async () => {
  const started = join(fleet.directory, 'chrome-started');
  const chromePath = join(fleet.directory, 'chrome');
  // Chrome must not be redistributed, so a Chromium that records its start stands in for it.
  writeFileSync(chromePath, `#!/bin/sh\necho "$@" > ${started}\nexec ${findChromium()} "$@"\n`);
  chmodSync(chromePath, 0o755);
  await using _worker = await fleet.startWorker({ CHROME_PATH: chromePath });
  const task = await fleet.untilEnded(await fleet.run(steps, inChrome));
  expect(task).toMatchObject({ status: 'success', error: null });
  expect(readFileSync(started, 'utf8')).toContain('--disable-extensions');
  rmSync(started);
  const next = await fleet.untilEnded(await fleet.run(steps));
  expect(next.status).toBe('success');
  expect(existsSync(started)).toBe(false);
});

test('fails a task whose browser is not installed, and says how to fix it', async () => {
  await using _worker = await fleet.startWorker({ CHROME_PATH: '/does/not/exist' });
  const task = await fleet.untilEnded(await fleet.run(steps, inChrome));
  expect(task).toMatchObject({
    status: 'failed',
    error_class: 'browser_unavailable',
    error: expect.stringContaining('name it in CHROME_PATH, or use chromium'),
  });
});
