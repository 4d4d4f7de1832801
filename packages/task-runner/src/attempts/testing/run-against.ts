import { createLogger, listen } from '@errand/app-runtime';
import { createEgressGuard } from '@errand/egress-guard';
import { findChromium } from '@errand/test-kit';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { RunnerDependencies } from '../../attempt.ts';
import { openSession } from '../../browser/open-session.ts';
import { createLocalClient, type Lease } from '../../control-plane-client.ts';
import type { Session } from '../../browser/session.ts';
import type { HeldLease } from '../../held-lease.ts';
import { createLeaseKeeper } from '../../lease-keeper.ts';
import { openMemoryGroup } from '../../memory-group.ts';
import { createTaskRunner } from '../../run-task.ts';
import { noScreens } from '../../screens/screens.ts';
import { openScripts } from '../../scripts/open-scripts.ts';
import { createLogRedaction } from '../../secrets/log-redaction.ts';
import { WarmSessions } from '../../warm-sessions.ts';
import { localNetwork } from '../../testing/local-network.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const live = new AbortController().signal;

interface Report {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const ignore = (): void => undefined;

/** Acts as a store that accepts no file; `onFiles` gets the names of the files sent to it. */
export function silentStore(onFiles: (filenames: readonly string[]) => void): Respond {
  return (request) =>
    request.path === 'store' ? { isSilent: true } : acceptFiles(request, onFiles);
}

export function isEnd(path: string): boolean {
  return path === 'complete' || path === 'fail';
}

export function endsOf(reports: readonly Report[]): readonly Report[] {
  return reports.filter(({ path }) => isEnd(path));
}

/** Signs an upload to `store` for each file. */
export function acceptFiles(
  { path, url, body }: Parameters<Respond>[0],
  onFiles: (filenames: readonly string[]) => void = ignore,
): ReturnType<Respond> {
  if (path === 'confirm') return { body: { rejected: [] } };
  if (path !== 'artifacts') return {};
  const { artifacts } = body as { readonly artifacts: readonly { readonly filename: string }[] };
  onFiles(artifacts.map(({ filename }) => filename));
  return { body: { uploads: artifacts.map((one) => uploadTo(`${url}store`, one)) } };
}

function uploadTo(url: string, { filename }: { readonly filename: string }) {
  return { artifact_id: randomUUID(), filename, upload_url: url, headers: {} };
}

export type Respond = (request: Report & { readonly url: string }) => {
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
  /** Called with the lease before the task starts. */
  readonly onHeld: (held: HeldLease) => void;
  /** Returns the session that the task gets. */
  readonly observe: (session: Session) => Session;
}

/**
 * Runs a task against a control plane that responds as given, or with a response that a worker
 * accepts.
 */
export async function runAgainst(
  automation: object,
  respond: Respond,
  { task = {}, drained = live, onHeld = ignore, observe, ...parts }: Partial<Parts> = {},
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
  onHeld(held);
  const given = observe?.(session) ?? session;
  await runTask({ lease: leased, held, session: given, isWarm: false }, drained);
  return reports;
}

export function sessionOptions() {
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
