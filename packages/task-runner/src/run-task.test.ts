import { expect, test } from '@jest/globals';
import { createRecorder } from './recording/create-recorder.ts';
import { createPageTraces } from './recording/trace-pages.ts';
import { noScreens } from './screens/screens.ts';
import {
  acceptFiles,
  endsOf,
  isEnd,
  type Respond,
  runAgainst,
  sessionOptions,
  silentStore,
} from './attempts/testing/run-against.ts';

test('fails the task with the reason when its result is refused', async () => {
  let ends = 0;
  const reports = await runAgainst({}, ({ path }) => {
    const isFirstEnd = isEnd(path) && (ends += 1) === 1;
    return isFirstEnd ? { status: 413, body: { error: { code: 'too-large' } } } : {};
  });
  expect(endsOf(reports)).toMatchObject([
    { path: 'complete' },
    {
      path: 'fail',
      body: {
        error: {
          class: 'report_refused',
          message: expect.stringContaining('The control plane refused a report with 413'),
          retry: 'never',
        },
      },
    },
  ]);
});

test('does not repeat a finished automation when its files cannot be stored', async () => {
  const automation = { nodes: [OUTPUT_NODE], take_final_screenshot: true };
  const reports = await runAgainst(automation, (request) =>
    request.path === 'store' ? { status: 403 } : acceptFiles(request),
  );
  expect(endsOf(reports)).toMatchObject([
    {
      path: 'fail',
      body: {
        error: {
          class: 'upload_failed',
          message:
            'The file "final_screenshot.png" could not be stored: the store responded with status 403.',
          retry: 'never',
        },
        output_data: [{ json_data: { page_url: 'about:blank' } }],
      },
    },
  ]);
});

test('stops at the first refused report of a step and keeps what the task produced', async () => {
  const automation = { nodes: [OUTPUT_NODE, { sleep_action: { sleep_time: 300 } }] };
  const refusal = { code: 'attempt-storage-full', message: 'The attempt has no space left.' };
  let ends = 0;
  const reports = await runAgainst(automation, ({ path }) => {
    if (path === 'steps') return { status: 507, body: { error: refusal } };
    return isEnd(path) && (ends += 1) === 1 ? { status: 413, body: {} } : {};
  });
  const error = { class: 'limit_exceeded', message: refusal.message, retry: 'never' };
  // A refused failure stays the same failure, but without its contents.
  expect(endsOf(reports)).toMatchObject([
    { path: 'fail', body: { error, output_data: [{ json_data: { page_url: 'about:blank' } }] } },
    { path: 'fail', body: { error, output_data: [] } },
  ]);
});

const ignore = (): void => undefined;
const SCREENSHOT_NODE = { extraction_action: { screenshot: { filename: 'page.png' } } };
test('hands back a run that a drain stops, without waiting for the store', async () => {
  const automation = { nodes: [SCREENSHOT_NODE, { sleep_action: { sleep_time: 300 } }] };
  const drained = new AbortController();
  // The thumbnail of the first step arrives while the run continues.
  const respond = silentStore(() => drained.abort());
  const recorder = await createRecorder({ ...sessionOptions(), isOn: true, ...VIDEO });
  const openPageTrace = createPageTraces({ mode: 'all', workDirectory: undefined });
  const parts = { drained: drained.signal, recorder, openPageTrace };
  const paths = (await runAgainst(automation, respond, parts)).map(({ path }) => path);
  const afterDrain = paths.slice(paths.indexOf('artifacts') + 1);
  expect(afterDrain).toContain('steps');
  expect(afterDrain).not.toContain('artifacts');
  expect(afterDrain.at(-1)).toBe('release');
});

test('stores the files of a run that a drain stops if the task will not run again', async () => {
  const automation = { nodes: [SCREENSHOT_NODE, { sleep_action: { sleep_time: 300 } }] };
  const drained = new AbortController();
  const respond = silentStore(() => drained.abort());
  const openPageTrace = createPageTraces({ mode: 'all', workDirectory: undefined });
  const parts = { drained: drained.signal, isReleaseFinal: true, storingMs: 600, openPageTrace };
  const paths = (await runAgainst(automation, respond, parts)).map(({ path }) => path);
  expect(paths.slice(paths.indexOf('artifacts') + 1)).toContain('artifacts');
  expect(paths.at(-1)).toBe('release');
});

test('reports a finished run even if the store does not accept its files in the time left by a drain', async () => {
  const automation = { nodes: [OUTPUT_NODE], take_final_screenshot: true };
  const drained = new AbortController();
  const respond = silentStore((filenames) => {
    if (filenames.includes('trace.zip')) drained.abort();
  });
  const openPageTrace = createPageTraces({ mode: 'all', workDirectory: undefined });
  const parts = { drained: drained.signal, storingMs: 600, openPageTrace };
  const reports = await runAgainst(automation, respond, parts);
  expect(reports.map(({ path }) => path)).not.toContain('release');
  expect(endsOf(reports)).toMatchObject([
    {
      path: 'fail',
      body: {
        error: {
          class: 'upload_failed',
          message:
            'The file "final_screenshot.png" could not be stored: the worker is stopping and cannot wait longer for the store.',
          retry: 'never',
        },
        output_data: [{ json_data: { page_url: 'about:blank' } }],
      },
    },
  ]);
});

test('reports a finished run before the control plane ends it, although files are not stored yet', async () => {
  const automation = { nodes: [OUTPUT_NODE], take_final_screenshot: true };
  const task = { max_timeout_in_minutes: 0.3, timeout_grace_seconds: 1 };
  const reports = await runAgainst(automation, silentStore(ignore), { task });
  const message =
    'The file "final_screenshot.png" could not be stored: the attempt has used up its time.';
  expect(endsOf(reports)).toMatchObject([
    {
      path: 'fail',
      body: {
        error: { class: 'upload_failed', message, retry: 'never' },
        output_data: [{ json_data: { page_url: 'about:blank' } }],
      },
    },
  ]);
});

test('lets viewers control a session before its start is reported', async () => {
  const order: string[] = [];
  const screens = {
    ...noScreens,
    setControl: async (_taskId: string, _leaseEpoch: number, isOn: boolean) => {
      order.push(`control ${isOn}`);
    },
  };
  const respond: Respond = ({ path }) => {
    order.push(path);
    return { body: { commands: [], closing: 'closed' } };
  };
  await runAgainst({}, respond, { screens, task: { debug_session: {} } });
  expect(order.slice(0, 2)).toEqual(['control true', 'start']);
});

const VIDEO = { path: process.env['PATH'], framesPerSecond: 5 };
const OUTPUT_NODE = { extraction_action: { state: {} } };
