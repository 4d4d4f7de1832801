import { createLogger } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import type { SessionEvent } from '../task-reporter.ts';
import { bytesOf } from './json-bytes.ts';
import { SessionReports } from './session-reports.ts';

test('sends every step, in calls that are small enough', async () => {
  const calls: (readonly SessionEvent[])[] = [];
  const reports = new SessionReports({
    reporter: {
      async reportSessionEvents(events) {
        calls.push(events);
      },
      reportSessionState: () => Promise.resolve(),
    },
    stop: new AbortController().signal,
    logger: createLogger({ name: 'test', level: 'error' }),
  });
  const dialog = { type: 'alert', message: '\u{20AC}'.repeat(1_000), action: 'accepted' } as const;
  for (let sequence = 0; sequence < 60; sequence += 1) {
    reports.addStep({
      sequence,
      nodePath: `nodes[${sequence}]`,
      kind: 'click_element',
      outcome: 'done',
      startedAt: new Date(),
      durationMs: 1,
      pageUrl: 'https://portal.example/',
      dialogs: Array.from({ length: 20 }, () => dialog),
    });
  }
  await reports[Symbol.asyncDispose]();
  expect(calls.flat().map(({ data }) => data['sequence'])).toEqual([...Array(60).keys()]);
  expect(calls.every((events) => bytesOf({ events }) < 1024 ** 2)).toBe(true);
});
