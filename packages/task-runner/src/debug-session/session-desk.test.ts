import { createLogger } from '@errand/app-runtime';
import type { LocateOptions } from '@errand/automation-engine';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { ReportRefusedError } from '../control-plane-errors.ts';
import type { SessionResult } from '../task-reporter.ts';
import { SessionDesk } from './session-desk.ts';

test('reports why the control plane rejected the answer to a command', async () => {
  const sent: SessionResult[] = [];
  await using desk = new SessionDesk({
    opened: Promise.withResolvers<never>().promise,
    reporter: {
      async answerSessionCommand(_number, result) {
        sent.push(result);
        if ('answer' in result) throw new ReportRefusedError(413, 'too large', {});
      },
    },
    report: () => undefined,
    onRecorded: () => undefined,
    stop: new AbortController().signal,
    logger: createLogger({ name: 'test', level: 'error' }),
  });

  desk.accept({ number: 1, kind: 'cancel', body: {} });

  await pollUntil('the reason is sent', () => sent.length === 2);
  const message = 'The control plane refused a report with 413: too large';
  expect(sent).toEqual([
    { answer: { cancelled: false } },
    { error: { class: 'report_refused', message } },
  ]);
});

test('has highlights drawn only after the matches have been sent, because drawing takes processor time', async () => {
  const done: string[] = [];
  const session = {
    cancel: () => false,
    async locate(_command: string, { drawnAfter }: LocateOptions) {
      void drawnAfter?.then(() => done.push('drawn'));
      return { count: 0, matches: [] };
    },
  };
  await using desk = new SessionDesk({
    opened: Promise.resolve(session as never),
    reporter: {
      async answerSessionCommand() {
        await new Promise(setImmediate);
        done.push('answered');
      },
    },
    report: () => undefined,
    onRecorded: () => undefined,
    stop: new AbortController().signal,
    logger: createLogger({ name: 'test', level: 'error' }),
  });

  desk.accept({ number: 1, kind: 'locate', body: { command: 'locator("h1")' } });

  await pollUntil('the highlights are drawn', () => done.includes('drawn'));
  expect(done).toEqual(['answered', 'drawn']);
});
