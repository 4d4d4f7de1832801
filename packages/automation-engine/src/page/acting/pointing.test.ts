import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { createDeadline } from '../../deadline.ts';
import { endsWithPage } from './pointing.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

test('counts an action as done when its page closes after the session has ended', async () => {
  await using opened = await browser.openPage();
  const { page } = opened;
  const { input, loseSession } = await sendInput(page);
  const acting = endsWithPage(actingOn(page), input);
  await loseSession();
  expect(page.isClosed()).toBe(false);
  await page.close();
  await expect(acting).resolves.toBeUndefined();
});

test('fails when the session has ended but the page stays open', async () => {
  await using opened = await browser.openPage();
  const { page } = opened;
  const { input, loseSession } = await sendInput(page);
  const acting = endsWithPage(actingOn(page), input);
  await Promise.all([loseSession(), expect(acting).rejects.toThrow('Target closed')]);
  expect(page.isClosed()).toBe(false);
});

function actingOn(page: Page) {
  return { page, deadline: createDeadline(60_000, new AbortController().signal) };
}

/** A command that never ends, on a session that can be lost before its page closes. */
async function sendInput(page: Page) {
  const session = await page.createCDPSession();
  const input = session.send('Runtime.evaluate', {
    expression: 'new Promise(() => undefined)',
    awaitPromise: true,
  });
  return { input: input.then(() => undefined), loseSession: () => session.detach() };
}
