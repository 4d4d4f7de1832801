import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { PageClosedError } from '../errors.ts';
import { BrowserCrashedError } from '../page/pages/page-errors.ts';
import { explainFailure } from './explain-failure.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

const noPage = () => {
  throw new PageClosedError();
};
const runWith = (signal: AbortSignal) => ({
  signal,
  dependencies: {},
  pages: { count: 0, current: noPage },
  secrets: { counts: {}, redact: (text: string) => text },
});

/** The error with which a call rejects when its page closes. */
async function closeDuringCall(): Promise<unknown> {
  await using opened = await browser.openPage();
  const [called] = await Promise.allSettled([
    opened.page.evaluate(() => new Promise(() => undefined)),
    opened.page.close(),
  ]);
  return called.status === 'rejected' ? called.reason : undefined;
}

test('a page that closes does not count as a crash of the browser', async () => {
  const error = await closeDuringCall();
  expect(String(error)).toContain('Target closed');
  const stopped = new AbortController();
  expect(await explainFailure(error, runWith(stopped.signal))).toEqual({
    class: 'page_closed',
    message: 'The page or frame was closed while the step was using it.',
    retry: 'automation',
  });
  // A browser that exits ends its pages before it ends the run.
  const explaining = explainFailure(error, runWith(stopped.signal));
  stopped.abort(new BrowserCrashedError('The browser exited.'));
  expect(await explaining).toMatchObject({ class: 'browser_crashed', retry: 'infrastructure' });
});

test('an error that repeats the message of the browser does not count as a crash either', async () => {
  const { signal } = new AbortController();
  expect(await explainFailure(new Error('Connection closed'), runWith(signal))).toMatchObject({
    class: 'unexpected_error',
    retry: 'automation',
  });
});
