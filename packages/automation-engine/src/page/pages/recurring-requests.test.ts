import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { clickAndWait, pageWithButton, readText, textOf } from '../../test/click-and-read.ts';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';
import { runForAct, runForPage } from '../motion/in-page/ledger.ts';
import { startTracker } from '../motion/in-page/start-tracker.generated.ts';

let browser: TestBrowser;
let stage: Stage;
/** Whether the response to the next request for `/state` is slow. */
let isNextSlow = false;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, ({ url }, response) => {
    const isSlow = url === '/state' && isNextSlow;
    isNextSlow = url === '/slow';
    setTimeout(() => response.end('{}'), isSlow ? 3000 : 0);
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/**
 * Polls every 800 ms, by POST because the browser's cache makes equal GET requests wait for each
 * other. The click sends its request when the poll's next request is due.
 */
const poll = `let polledAt = 0;
  const refresh = (isAsked) => fetch('/state', { method: 'POST' }).then(() => isAsked && put('new'));
  const refreshLater = async (isAsked) => { await null; await refresh(isAsked) };
  const untilDue = () => polledAt + 760 - performance.now();
  const makeNextSlow = () => {
    const request = new XMLHttpRequest();
    request.open('GET', '/slow', false);
    request.send();
  };
  const waitUntilDue = () => { while (untilDue() > 0); };
  const start = (ask) => setInterval(() => { polledAt = performance.now(); ask() }, 800);
`;

test.each([
  ['a handler', 'refresh', `waitUntilDue(); makeNextSlow(); refresh(true)`],
  ['a timer', 'refresh', `setTimeout(() => { makeNextSlow(); refresh(true) }, untilDue())`],
  [
    'a handler, after an await',
    'refreshLater',
    `waitUntilDue(); makeNextSlow(); refreshLater(true)`,
  ],
])(
  "waits for an act's request that is identical to a poll's: from %s",
  async (_what, ask, onclick) => {
    const before = `${poll} start(() => ${ask}(false));`;
    const run = await stage.run(pageWithButton(onclick, before), [
      { sleep_action: { sleep_time: 5 } },
      clickAndWait(),
      readText(),
    ]);
    expect(failureOf(run)).toBe('success');
    expect(textOf(run)).toBe('new');
  },
);

test.each([
  ['an interval', `setInterval(refresh, 400)`],
  ['an interval, after an await', `setInterval(refreshLater, 400)`],
  ['a chain of timers', `(function again() { refresh(); setTimeout(again, 400) })()`],
])('requests of a poll do not prolong a step: by %s', async (_what, begin) => {
  const before = `${poll} ${begin};`;
  const run = await stage.run(pageWithButton(`put('new')`, before), [
    { sleep_action: { sleep_time: 3 } },
    clickAndWait({ end_sleep_time: 20 }),
    clickAndWait({ end_sleep_time: 20 }),
    readText(),
  ]);
  expect(textOf(run)).toBe('new');
  expect(run.events.map(({ waitedFor }) => waitedFor)).toEqual(Array(4).fill(undefined));
  // A prolonged step lasts at least its end_sleep_time.
  expect(Math.max(...run.events.map(({ durationMs }) => durationMs))).toBeLessThan(20_000);
});

test('the bundled tracker keeps the names that are looked for in call stacks', () => {
  for (const { name } of [runForAct, runForPage]) {
    expect(startTracker).toContain(`function ${name}(`);
    // The name occurs in the declaration and in at least one use.
    expect(startTracker.split(name).length).toBeGreaterThan(2);
  }
});
