import { findFreePort, pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { sampleRecordings, startSampleSite, type RunningSampleSite } from '@errand/sample-site';
import { pollUntil, startControlPlane, type TestControlPlane } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** The default: with less, a machine that is busy with its first start of everything loses leases. */
const LEASE_SECONDS = 9;

interface TaskDetail {
  readonly status: string;
  readonly error: string | null;
  readonly error_class: string | null;
  readonly retry_count: number;
  readonly output_data: { readonly json_data?: unknown }[] | null;
  readonly attempts: { readonly outcome: string | null }[];
  readonly steps: { readonly kind: string; readonly outcome: string }[];
}

let resources: AsyncDisposableStack;
let controlPlane: TestControlPlane;
let site: RunningSampleSite;
let directory: string;

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  directory = mkdtempSync(join(tmpdir(), 'errand-worker-'));
  resources.defer(() => rmSync(directory, { recursive: true, force: true }));
  controlPlane = resources.use(await startControlPlane({ LEASE_SECONDS: String(LEASE_SECONDS) }));
  site = resources.use(await startSampleSite({ port: 0, host: '127.0.0.1' }));
  for (const recording of sampleRecordings(site.url)) await store(recording);
});

afterAll(async () => {
  await resources.disposeAsync();
});

test('runs the sample recordings from submit to files', async () => {
  await using _worker = await startWorker();
  const tasks = await Promise.all(
    sampleRecordings(site.url).map(({ endpoint_name, automation }) =>
      submit(endpoint_name, automation.parameters.input_parameters),
    ),
  );
  const [order, placed, verified] = await Promise.all(tasks.map(untilEnded));
  expect([order, placed, verified].map((task) => task?.error)).toEqual([null, null, null]);
  expect(order?.output_data?.map(({ json_data }) => json_data)).toEqual([
    { order_status: 'Shipped' },
    { order_total: '$5,762.60' },
  ]);
  expect(order?.steps.map(({ outcome }) => outcome)).not.toContain('failed');
  const { body } = await controlPlane.call('GET', `/api/v1/get_downloads?task_id=${tasks[0]}`);
  const { downloads } = body as { downloads: { url: string; filename: string; size: number }[] };
  const csv = downloads.find(({ filename }) => filename === 'HS-10424.csv');
  const text = await (await fetch(csv?.url ?? '')).text();
  expect(text).toContain('HS-10424,RP-120');
  expect(csv?.size).toBe(Buffer.byteLength(text));
  expect(downloads.map(({ filename }) => filename)).toContain('final_screenshot.png');
}, 60_000);

test('reports why a task failed, with the class of the error', async () => {
  await using _worker = await startWorker();
  const nothingListens = `http://127.0.0.1:${await findFreePort()}/`;
  const tasks = {
    failState: await run([{ fail_state_action: { failure_message: 'no such order' } }]),
    notRunning: await run([{ python_script_action: { execution_code: 'x' } }]),
    deadStart: await run([{ sleep_action: { sleep_time: 0 } }], { url: nothingListens }),
    missing: await run([
      {
        interaction_action: {
          max_tries: 1,
          max_timeout_seconds_per_try: 0.3,
          click_element: { command: 'get_by_role("button", name="Nowhere")', skip_prompt: false },
        },
      },
    ]),
  };
  const ended = await Promise.all(Object.values(tasks).map(untilEnded));
  expect(ended.map(({ status, error_class, error }) => [status, error_class, error])).toEqual([
    ['failed', 'fail_state', 'no such order'],
    ['failed', 'not_implemented', expect.stringContaining('not_implemented: python_script_action')],
    ['failed', 'navigation', expect.stringContaining(nothingListens)],
    ['failed', 'locator_not_found', expect.stringContaining('Nowhere')],
  ]);
}, 60_000);

test('stops the browser of a task that is cancelled', async () => {
  await using worker = await startWorker();
  const task = await run([{ sleep_action: { sleep_time: 600 } }]);
  await untilStatus(task, 'running');
  const { status } = await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  expect(status).toBe(202);
  const { status: ended, attempts } = await untilEnded(task);
  expect([ended, attempts.map(({ outcome }) => outcome)]).toEqual(['cancelled', ['cancelled']]);
  const next = await run([{ sleep_action: { sleep_time: 0 } }]);
  expect((await untilEnded(next)).status).toBe('success');
  expect(worker.name).toBe('worker');
}, 60_000);

test('hands its task back when it is told to end, and another worker finishes it', async () => {
  const first = await startWorker({ DRAIN_SECONDS: '0' });
  const task = await run([{ sleep_action: { sleep_time: 3 } }]);
  await untilStatus(task, 'running');
  await first[Symbol.asyncDispose]();
  expect(await statusOf(task)).toBe('queued');
  expect(processesOf(first)).toEqual([]);

  await using _second = await startWorker();
  const { status, retry_count, attempts } = await untilEnded(task);
  expect([status, retry_count]).toEqual(['success', 0]);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['released', 'success']);
}, 60_000);

test('loses the task to another worker when it is killed, and leaves no process behind', async () => {
  const first = await startWorker();
  const task = await run([{ sleep_action: { sleep_time: 4 } }]);
  await untilStatus(task, 'running');
  process.kill(first.processId ?? 0, 'SIGKILL');
  await using _second = await startWorker();
  const { status, retry_count, attempts } = await untilEnded(task);
  expect([status, retry_count]).toEqual(['success', 1]);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['lost', 'success']);
  await pollUntil('its browser and display are gone', () => processesOf(first).length === 0);
}, 60_000);

test('tries again when the browser dies', async () => {
  await using worker = await startWorker();
  const task = await run([{ sleep_action: { sleep_time: 2 } }]);
  await untilStatus(task, 'running');
  for (const processId of browsersOf(worker)) process.kill(processId, 'SIGKILL');
  const { status, retry_count, attempts } = await untilEnded(task);
  expect([status, retry_count]).toEqual(['success', 1]);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'success']);
}, 60_000);

test('runs the plug-ins of its folder', async () => {
  const handlers = mkdtempSync(join(directory, 'handlers-'));
  const source = `export const handlers = {
    'portal.action': async ({ number }, { page }) => number + ' at ' + (await page.title()),
  };`;
  writeFileSync(join(handlers, 'portal.mjs'), source);
  await using _worker = await startWorker({ PRIVATE_HANDLERS_DIRECTORY: handlers });
  const inputs = { number: '7' };
  const node = { type: 'private_node', handler: 'portal.action', inputs };
  const task = await run([{ ...node, output_variable_names: ['answer'] }]);
  const { error, output_data } = await untilEnded(task);
  expect(error).toBeNull();
  expect(output_data).toMatchObject([{ json_data: { answer: expect.stringMatching(/^7 at \S/) } }]);
}, 60_000);

type WorkerProcess = AppProcess & { readonly workDirectory: string };

async function startWorker(
  settings: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const workDirectory = mkdtempSync(join(directory, 'work-'));
  const app = await startApp({
    name: 'worker',
    main: MAIN,
    inherited: pickEnvironment(process.env),
    logFile: join(directory, 'worker.log'),
    environment: {
      CONTROL_PLANE_URL: controlPlane.url,
      WORKER_TOKEN: controlPlane.workerToken,
      WORK_DIRECTORY: workDirectory,
      DRAIN_SECONDS: '0',
      ...settings,
    },
  });
  return { ...app, workDirectory };
}

async function store(recording: unknown): Promise<void> {
  const { status, body } = await controlPlane.call('POST', '/api/v1/update_example', recording);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function submit(
  endpointName: string,
  inputParameters: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const submission = { endpoint_name: endpointName, input_parameters: inputParameters };
  const { status, body } = await controlPlane.call('POST', '/api/v1/inference', submission);
  if (status !== 202) throw new Error(JSON.stringify(body));
  return (body as { task_id: string }).task_id;
}

let recordings = 0;

/** Stores an automation of these nodes and submits it. */
async function run(
  nodes: readonly object[],
  { url = `${site.url}/` }: { readonly url?: string } = {},
): Promise<string> {
  recordings += 1;
  const name = `test-${recordings}`;
  const parameters = { input_parameters: {}, generated_parameters: {} };
  const typed = nodes.map((node) => ({ type: 'action_node', end_sleep_time: 0, ...node }));
  await store({
    endpoint_name: name,
    description: name,
    automation: { url, parameters, nodes: typed, take_final_screenshot: false },
  });
  return submit(name, {});
}

async function detailOf(taskId: string): Promise<TaskDetail> {
  const { body } = await controlPlane.call('GET', `/api/v1/tasks/${taskId}`);
  return (body as { task: TaskDetail }).task;
}

async function statusOf(taskId: string): Promise<string> {
  return (await detailOf(taskId)).status;
}

async function untilStatus(taskId: string, wanted: string): Promise<void> {
  await pollUntil(`the task is ${wanted}`, async () => (await statusOf(taskId)) === wanted, {
    deadlineMs: 20_000,
  });
}

async function untilEnded(taskId: string): Promise<TaskDetail> {
  return pollUntil(
    'the task has ended',
    async () => {
      const task = await detailOf(taskId);
      return ['success', 'failed', 'cancelled'].includes(task.status) && task;
    },
    { deadlineMs: 40_000 },
  );
}

/** Command lines that name the worker's scratch directory: its displays and browsers. */
function processesOf({ workDirectory }: WorkerProcess): string[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(workDirectory));
}

function browsersOf(worker: WorkerProcess): number[] {
  const sessions = readdirSync(worker.workDirectory);
  expect(sessions).not.toEqual([]);
  return processesOf(worker)
    .filter((line) => line.includes('--user-data-dir') && !line.includes('--type='))
    .map((line) => Number.parseInt(line, 10));
}
