import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { ErrandError, type Session } from '@errand/client';
import { createPrinter } from '../terminal/printer.ts';
import { describeTried } from './describe-tried.ts';
import { trySteps } from './try-steps.ts';

const { signal } = new AbortController();
const refusal = new ErrandError('command: no locator starts like this', {
  status: 422,
  code: 'invalid-request',
  requestId: undefined,
  violations: [],
  retryAfterMs: undefined,
});
const opened = {
  failure: { class: 'timeout', message: 'The start page did not load.' },
  position: 'nodes[1]',
  page_url: 'https://portal.example/',
  variables: { note: ['x'] },
};
const ran = {
  steps: [{ node_path: 'nodes[1]', kind: 'click_element', outcome: 'done', duration_ms: 7 }],
  output_data: [{ total: 5 }],
  variables: {},
  position: null,
  page_url: 'https://portal.example/end',
  tabs: [],
};
const snapshot = { screenshot: 'data:image/png;base64,', accessibility_snapshot: 'button' };

/** Fakes a session whose opening failed and whose steps succeed, with the given methods. */
const sessionWith = (methods: Partial<Session> = {}): Session =>
  ({
    untilReady: async () => opened,
    step: async () => ran,
    locate: async () => ({ count: 0, matches: [] }),
    snapshot: async () => snapshot,
    ...methods,
  }) as unknown as Session;

const PLAN = { session: undefined, until: undefined, step: undefined, locators: [] };
const kept = { ...PLAN, session: 'kept' };

test('reports the failed opening of its own session, and runs nothing after it', async () => {
  const tried = await trySteps(sessionWith(), { ...PLAN, step: 'nodes[1]' }, signal);
  expect(tried).toMatchObject({ failure: opened.failure, steps: [], problems: [], snapshot });
});

test('never reports a failed opening of a kept session as a failure of this run', async () => {
  const step = await trySteps(sessionWith(), { ...kept, step: 'nodes[1]' }, signal);
  expect(step).toMatchObject({ failure: null, position: null, steps: ran.steps });
  const locate = await trySteps(sessionWith(), { ...kept, locators: ['x'] }, signal);
  expect(locate).toMatchObject({ failure: null, position: 'nodes[1]' });
});

test('keeps what the steps did when a locator is refused and the page cannot be read', async () => {
  const refuse = () => Promise.reject(refusal);
  const session = sessionWith({ locate: refuse, snapshot: refuse });
  const plan = { ...kept, step: 'nodes[1]', locators: ['button'] };
  const tried = await trySteps(session, plan, signal);
  expect(tried).toMatchObject({ steps: ran.steps, located: [], snapshot: null });
  expect(tried.problems).toEqual([
    `--locate button: ${refusal.message}`,
    `The page could not be read: ${refusal.message}`,
  ]);
  const output = { write: () => true };
  const terminal = { stdin: Readable.from([]), stdout: output, stderr: output, env: {}, signal };
  const text = describeTried(createPrinter(terminal, false), tried, { files: [], isLook: false });
  expect(text).toMatch(/^Step +nodes\[1\] click_element: done after 7 ms$/m);
  expect(text).toMatch(/^Problem +--locate button: command: no locator/m);
});

test('does not report a mistake in the program as a problem with the page', async () => {
  const broken = sessionWith({ snapshot: () => Promise.reject(new TypeError('broken')) });
  await expect(trySteps(broken, kept, signal)).rejects.toThrow('broken');
});
