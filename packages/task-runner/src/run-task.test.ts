import { createLogger, listen } from '@errand/app-runtime';
import { createEgressGuard } from '@errand/egress-guard';
import { findChromium } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { RunnerDependencies } from './attempt.ts';
import { openSession } from './browser/open-session.ts';
import { createLocalClient, type Lease } from './control-plane-client.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { openMemoryGroup } from './memory-group.ts';
import { createRecorder } from './recording/create-recorder.ts';
import { createPageTraces } from './recording/trace-pages.ts';
import { createTaskRunner } from './run-task.ts';
import { noScreens } from './screens/screens.ts';
import { openScripts } from './scripts/open-scripts.ts';
import { createLogRedaction } from './secrets/log-redaction.ts';
import { WarmSessions } from './warm-sessions.ts';
import { localNetwork } from './testing/local-network.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const live = new AbortController().signal;

interface Report {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

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
  const reports = await runAgainst(automation, ({ path, url, body }) => {
    if (path === 'store') return { status: 403 };
    if (path !== 'artifacts') return {};
    const { artifacts } = body as { readonly artifacts: readonly { readonly filename: string }[] };
    return { body: { uploads: artifacts.map((one) => uploadTo(`${url}store`, one)) } };
  });
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
/** Acts as a store that accepts no file; `onFiles` gets the names of the files sent to it. */
function silentStore(onFiles: (filenames: readonly string[]) => void): Respond {
  return ({ path, url, body }) => {
    if (path === 'store') return { isSilent: true };
    if (path !== 'artifacts') return {};
    const { artifacts } = body as { readonly artifacts: readonly { readonly filename: string }[] };
    onFiles(artifacts.map(({ filename }) => filename));
    return { body: { uploads: artifacts.map((one) => uploadTo(`${url}store`, one)) } };
  };
}

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

test('reports a finished run whose files the store does not accept in the time that a drain leaves', async () => {
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

test('reports a finished run before the control plane ends it, with files still to be stored', async () => {
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

function isEnd(path: string): boolean {
  return path === 'complete' || path === 'fail';
}

function endsOf(reports: readonly Report[]): readonly Report[] {
  return reports.filter(({ path }) => isEnd(path));
}

function uploadTo(url: string, { filename }: { readonly filename: string }) {
  return { artifact_id: randomUUID(), filename, upload_url: url, headers: {} };
}

type Respond = (request: Report & { readonly url: string }) => {
  readonly status?: number;
  readonly body?: object;
  /** Whether no response is sent. */
  readonly isSilent?: boolean;
};

interface Parts extends Pick<
  RunnerDependencies,
  'screens' | 'recorder' | 'openPageTrace' | 'storingMs' | 'isReleaseFinal'
> {
  readonly task: Partial<Lease['task']>;
  readonly drained: AbortSignal;
}

/**
 * Runs a task against a control plane that responds as given, or with a response that a worker
 * accepts.
 */
async function runAgainst(
  automation: object,
  respond: Respond,
  { task = {}, drained = live, ...parts }: Partial<Parts> = {},
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('/').at(-1) ?? '';
    const isJson = request.headers['content-type']?.includes('json') === true;
    const body = isJson ? ((await json(request)) as Report['body']) : {};
    request.resume();
    reports.push({ path, body });
    const given = respond({ path, body, url: `http://${request.headers.host}/` });
    if (given.isSilent) return;
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'failed', leases: [], uploads: [], ...given.body }));
  };
  await using server = await listen((request, response) => void answer(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const client = createLocalClient({ url: server.url, workerId: 'w' }, 'key');
  await using warmSessions = new WarmSessions({ client, limit: 0, logger });
  const keeper = createLeaseKeeper({ client, warmSessions, outageMs: 0, logger });
  const noShell = { sandbox: {}, powershell: { powershellPath: undefined } };
  const scripts = await openScripts(noShell, { logger });
  const runTask = createTaskRunner({
    client,
    warmSessions,
    screens: noScreens,
    recorder: { record: (_attempt, work) => work() },
    openPageTrace: async () => undefined,
    logger,
    logRedaction: createLogRedaction(),
    privateHandlers: new Map(),
    egress: createEgressGuard({ allowPrivateAddresses: true }),
    scripts: scripts.runners,
    memory: openMemoryGroup(),
    ...parts,
  });
  await using session = await openSession(sessionOptions(), live);
  const leased = lease(automation, task);
  using held = keeper.hold(leased);
  await runTask({ lease: leased, held, session, isWarm: false }, drained);
  return reports;
}

function sessionOptions() {
  const { PATH, HOME } = process.env;
  return {
    workDirectory: undefined,
    chromiumPath: findChromium(),
    fence: [],
    ...localNetwork,
    width: 800,
    height: 600,
    environment: { PATH, HOME },
  };
}

function lease(automation: object, task: Partial<Lease['task']>): Lease {
  return {
    task_id: '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10',
    lease_epoch: 1,
    lease_secret: 'secret',
    lease_seconds: 60,
    expires_at: new Date().toISOString(),
    session: null,
    task: {
      recording_id: '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e11',
      endpoint_name: 'e',
      automation: {
        url: 'about:blank',
        parameters: { input_parameters: {}, generated_parameters: {} },
        nodes: [],
        take_final_screenshot: false,
        ...automation,
      },
      input_parameters: {},
      secure_parameters: {},
      rdp_parameter: null,
      input_files: [],
      unique_parameter_names: [],
      max_timeout_in_minutes: 10,
      use_proxy: false,
      is_dedicated: false,
      retry_count: 0,
      attempt: 1,
      model_usage: null,
      created_at: new Date().toISOString(),
      ...task,
    },
  };
}
