import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { createPrinter } from '../terminal/printer.ts';
import { describeReplay } from './describe-replay.ts';

test('warns separately of requests without a response and with a response to a different body', () => {
  const stdout = { write: () => undefined };
  const { signal } = new AbortController();
  const terminal = { stdin: Readable.from([]), stdout, stderr: stdout, env: {}, record: undefined };
  const print = createPrinter({ ...terminal, signal }, false);
  const ended = { passed: true, steps: [], repaired: [], failure: null };
  const lost = { method: 'GET', url: 'https://a.example/lost', reason: 'not_recorded' } as const;
  const other = { method: 'POST', url: 'https://a.example/api', reason: 'body_differs' } as const;
  const missed_requests = [other, lost];
  const result = { task_id: 'task-1', session_id: 'session-1', ...ended, missed_requests };
  expect(describeReplay(print, result)).toContain(`
Warning: the task's trace has no response to 1 request, so the steps may behave differently on the real site:
  GET https://a.example/lost
Warning: 1 request got the response to another body, so the steps may behave differently on the real site:
  POST https://a.example/api
Every step passes.`);
});
