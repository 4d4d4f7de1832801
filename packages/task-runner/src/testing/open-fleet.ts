import type { AppProcess } from '@errand/app-runtime';
import { startWorker as startLocally } from '@errand/local-installation';
import { startSampleSite, type RunningSampleSite } from '@errand/sample-site';
import { pollUntil, startControlPlane, type TestControlPlane } from '@errand/test-kit';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TaskDetail {
  readonly status: string;
  readonly completed_at: string | null;
  readonly error: string | null;
  readonly error_class: string | null;
  readonly retry_count: number;
  readonly waiting_for_human: {
    readonly since: string;
    readonly until: string;
    readonly node_path: string;
    readonly page_url: string;
  } | null;
  readonly model_usage: { readonly calls: number } | null;
  readonly output_data: { readonly json_data?: unknown }[] | null;
  readonly attempts: { readonly outcome: string | null }[];
  readonly trace_url: string | null;
  readonly steps: {
    readonly kind: string;
    readonly outcome: string;
    readonly started_at: string;
    readonly screenshot_url: string | null;
    readonly evidence_url: string | null;
    readonly log_url: string | null;
  }[];
}

export interface WorkerProcess extends AppProcess {
  readonly workerId: string;
  /** Its scratch directory. */
  readonly workDirectory: string;
  /**
   * Command lines of the worker's displays and browsers (those that name its scratch directory),
   * prefixed with the process id.
   */
  readonly processes: () => string[];
  /** Process ids of the worker's browsers. */
  readonly browsers: () => number[];
  /** Names of the entries that sessions left in the worker's scratch directory. */
  readonly leftFiles: () => string[];
}

type Settings = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, readonly string[]>>;

export interface TaskOptions {
  /** Start page. Default: the sample site's. */
  readonly url?: string;
  /** Additional fields of the automation. */
  readonly automation?: object;
  /** Value of the input `login`. Default `ann`. */
  readonly login?: string;
  /** Additional fields of the submission. */
  readonly submission?: object;
}

/** A real control plane, the sample site, and workers as processes. */
export interface Fleet extends AsyncDisposable {
  readonly controlPlane: TestControlPlane;
  readonly site: RunningSampleSite;
  /** Scratch space; removed with the fleet. */
  readonly directory: string;
  readonly startWorker: (settings?: Settings) => Promise<WorkerProcess>;
  readonly store: (recording: unknown) => Promise<void>;
  /** Submits a task and returns its id. */
  readonly submit: (endpointName: string, inputs: Values, more?: object) => Promise<string>;
  /** Stores an automation with these nodes, submits it and returns the id of the task. */
  readonly run: (nodes: readonly object[], options?: TaskOptions) => Promise<string>;
  readonly detailOf: (taskId: string) => Promise<TaskDetail>;
  readonly statusOf: (taskId: string) => Promise<string>;
  readonly untilStatus: (taskId: string, status: string) => Promise<void>;
  readonly untilEnded: (taskId: string) => Promise<TaskDetail>;
}

export async function openFleet(
  settings: Settings = {},
  options: { readonly databaseUrl?: string } = {},
): Promise<Fleet> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-worker-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  const controlPlane = owned.use(await startControlPlane(settings, options));
  const site = owned.use(await startSampleSite({ port: 0, host: '127.0.0.1' }));
  const resources = owned.move();
  return {
    controlPlane,
    site,
    directory,
    startWorker: (more = {}) => startWorker({ controlPlane, directory }, more),
    ...speakClient(controlPlane, `${site.url}/`),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

let workers = 0;

async function startWorker(
  { controlPlane, directory }: Pick<Fleet, 'controlPlane' | 'directory'>,
  settings: Settings,
): Promise<WorkerProcess> {
  const workDirectory = mkdtempSync(join(directory, 'work-'));
  workers += 1;
  const workerId = `worker-${workers}`;
  const app = await startLocally({
    name: 'worker',
    environment: process.env,
    logFile: join(directory, `${workerId}.log`),
    controlPlaneUrl: controlPlane.workerUrl,
    token: controlPlane.workerToken,
    workerId,
    workDirectory,
    settings: { BROWSER_CLOSED_ADDRESSES: new URL(controlPlane.url).host, ...settings },
  });
  const processes = (): string[] => {
    const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
    return listed.split('\n').filter((line) => line.includes(workDirectory));
  };
  const browsers = (): number[] =>
    processes()
      .filter(
        (line) => line.includes('--user-data-dir') && !/--type=| --die-with-parent /.test(line),
      )
      .map((line) => Number.parseInt(line, 10));
  return {
    ...app,
    workerId,
    workDirectory,
    processes,
    browsers,
    leftFiles: () => readdirSync(workDirectory),
  };
}

/** A request for a task costs the fleet and the test 10 ms of CPU time together. */
const REQUESTS = { shortestIntervalMs: 200, longestIntervalMs: 500 };

type Client = Omit<Fleet, 'controlPlane' | 'site' | 'directory' | 'startWorker' | symbol>;

function speakClient(controlPlane: TestControlPlane, startPage: string): Client {
  let recordings = 0;
  const store: Fleet['store'] = async (recording) => {
    const { status, body } = await controlPlane.call('POST', '/api/v1/update_example', recording);
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const submit: Fleet['submit'] = async (endpointName, inputs, more = {}) => {
    const submission = { endpoint_name: endpointName, input_parameters: inputs, ...more };
    const { status, body } = await controlPlane.call('POST', '/api/v1/inference', submission);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return (body as { task_id: string }).task_id;
  };
  const detailOf: Fleet['detailOf'] = async (taskId) => {
    const { body } = await controlPlane.call('GET', `/api/v1/tasks/${taskId}`);
    return (body as { task: TaskDetail }).task;
  };
  const statusOf: Fleet['statusOf'] = async (taskId) => (await detailOf(taskId)).status;
  return {
    store,
    submit,
    detailOf,
    statusOf,
    async run(nodes, { login = 'ann', submission = {}, ...options } = {}) {
      recordings += 1;
      const name = `test-${recordings}`;
      await store({
        endpoint_name: name,
        description: name,
        automation: automationOf(nodes, { url: startPage, ...options }),
      });
      return submit(name, { login: [login] }, submission);
    },
    untilStatus: (taskId, wanted) =>
      untilTrue(`the task is ${wanted}`, async () => (await statusOf(taskId)) === wanted),
    untilEnded: (taskId) =>
      pollUntil(
        'the task has ended',
        async () => {
          const task = await detailOf(taskId);
          return ['success', 'failed', 'cancelled'].includes(task.status) && task;
        },
        { ...REQUESTS, deadlineMs: 120_000 },
      ),
  };
}

function automationOf(nodes: readonly object[], { url, automation = {} }: TaskOptions): object {
  return {
    url,
    parameters: { input_parameters: { login: [] }, generated_parameters: {} },
    nodes: nodes.map((node) => ({ type: 'action_node', end_sleep_time: 0, ...node })),
    take_final_screenshot: false,
    ...automation,
  };
}

async function untilTrue(what: string, probe: () => Promise<boolean>): Promise<void> {
  await pollUntil(what, probe, { ...REQUESTS, deadlineMs: 30_000 });
}
