import type { TicketClaims } from '@errand/stream-ticket';
import { startControlPlane, type TestControlPlane } from '@errand/test-kit';
import { randomBytes } from 'node:crypto';
import { prepareGateways, type GatewayProcess, type Settings } from './prepare-gateways.ts';
import type { ScreenPort } from './start-screen-port.ts';

export interface RunningTask {
  readonly taskId: string;
  readonly traceId: string;
  readonly leaseEpoch: number;
  /** Reports success as the task's worker. */
  readonly complete: () => Promise<void>;
  /** Sends any other report as the task's worker. */
  readonly report: (path: string, body?: object) => Promise<unknown>;
}

/**
 * A real control plane and gateways as processes. Tasks do not really run: the test acts as their
 * worker.
 */
export interface Stage extends AsyncDisposable {
  readonly controlPlane: TestControlPlane;
  readonly verifyingKeys: string;
  /** Always uses the same port, so only one can run at a time. */
  readonly startGateway: (settings?: Settings) => Promise<GatewayProcess>;
  /** A running task whose screen is at this port. */
  readonly runTask: (port: Pick<ScreenPort, 'screen'>) => Promise<RunningTask>;
  /** Requests a URL for one connection from the public API. */
  readonly streamUrl: (taskId: string, mode?: 'view' | 'control') => Promise<string>;
  /** Creates a URL with a correctly signed ticket and arbitrary claims. */
  readonly forgeUrl: (
    task: RunningTask,
    claims: Partial<TicketClaims>,
    signedAt?: Date,
  ) => Promise<string>;
}

export async function openStage(options: { readonly databaseUrl?: string } = {}): Promise<Stage> {
  await using owned = new AsyncDisposableStack();
  const gateways = owned.use(await prepareGateways());
  const settings = { ...gateways.controlPlaneSettings, LEASE_SECONDS: '300' };
  const controlPlane = owned.use(await startControlPlane(settings, options));
  const resources = owned.move();
  return {
    controlPlane,
    verifyingKeys: gateways.verifyingKeys,
    startGateway: (more) => gateways.start(controlPlane.url, more),
    runTask: (screenPort) => runTask(controlPlane, screenPort),
    streamUrl: (taskId, mode) => streamUrl(controlPlane, taskId, mode),
    async forgeUrl({ taskId, leaseEpoch }, claims, signedAt = new Date()) {
      const owner = readOwner(await streamUrl(controlPlane, taskId));
      const all = { taskId, leaseEpoch, mode: 'view', ...owner, ...claims } as const;
      return `${gateways.url}/tasks/${taskId}?ticket=${gateways.sign(all, signedAt)}`;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

let tasks = 0;

async function runTask(
  controlPlane: TestControlPlane,
  { screen }: Pick<ScreenPort, 'screen'>,
): Promise<RunningTask> {
  tasks += 1;
  const worker = { worker_id: `worker-${tasks}` };
  const name = `watched-${tasks}`;
  const { call } = controlPlane;
  const automation = {
    url: `https://portal-${tasks}.example.com/`,
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: [{ type: 'action_node', sleep_action: { sleep_time: 600 } }],
  };
  await call('POST', '/api/v1/update_example', {
    endpoint_name: name,
    description: name,
    automation,
  });
  const traceId = randomBytes(16).toString('hex');
  await fetch(`${controlPlane.url}/api/v1/inference`, {
    method: 'POST',
    headers: {
      'x-api-key': controlPlane.apiKey,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    },
    body: JSON.stringify({ endpoint_name: name, input_parameters: {} }),
  });
  const { workerToken: poolToken } = controlPlane;
  const registration = { ...worker, screen };
  const { token } = (await post(
    { ...controlPlane, token: poolToken },
    '/registrations',
    registration,
  )) as {
    readonly token: string;
  };
  const server = { workerUrl: controlPlane.workerUrl, token };
  const claim = { ...worker, wait_seconds: 5 };
  const { lease } = (await post(server, '/claims', claim)) as {
    readonly lease: {
      readonly task_id: string;
      readonly lease_epoch: number;
      readonly lease_secret: string;
    };
  };
  const { task_id: taskId, lease_epoch: leaseEpoch, lease_secret } = lease;
  const held = { ...worker, lease_epoch: leaseEpoch, lease_secret };
  const report = (path: string, body: object = {}): Promise<unknown> =>
    post(server, `/tasks/${taskId}/${path}`, { ...held, ...body });
  await report('start');
  return {
    taskId,
    traceId,
    leaseEpoch,
    report,
    async complete() {
      await report('complete', { output_data: [], for_loop_status: [] });
    },
  };
}

async function post(
  { workerUrl, token }: { readonly workerUrl: string; readonly token: string },
  path: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`${workerUrl}/worker/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Requests a URL for one connection from the public API. */
export async function streamUrl(
  { call }: TestControlPlane,
  taskId: string,
  mode: 'view' | 'control' = 'view',
): Promise<string> {
  const { status, body } = await call('GET', `/api/v1/tasks/${taskId}/stream?mode=${mode}`);
  if (status !== 200) throw new Error(`No stream: ${status} ${JSON.stringify(body)}`);
  return (body as { readonly stream_url: string }).stream_url;
}

/** Returns the owner of the ticket. */
function readOwner(url: string): Pick<TicketClaims, 'accountId' | 'apiKeyId'> {
  const [, payload = ''] = (new URL(url).searchParams.get('ticket') ?? '').split('.');
  const { account, key } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { accountId: account, apiKeyId: key };
}
