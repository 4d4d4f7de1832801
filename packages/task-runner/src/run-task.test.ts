import { createLogger, listen } from '@errand/app-runtime';
import { createEgressGuard } from '@errand/egress-guard';
import { findChromium } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { openSession } from './browser/open-session.ts';
import { createLocalClient, type Lease } from './control-plane-client.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { openMemoryGroup } from './memory-group.ts';
import { createTaskRunner } from './run-task.ts';
import { noScreens } from './screens/screens.ts';
import { openScripts } from './scripts/open-scripts.ts';
import { createLogRedaction } from './secrets/log-redaction.ts';
import { WarmSessions } from './warm-sessions.ts';
import { localNetwork } from './testing/local-network.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const live = new AbortController().signal;

test('fails the task with the reason when its result is refused', async () => {
  const reports: unknown[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as { readonly error?: unknown };
    const isEnd = /(complete|fail)$/.test(request.url ?? '');
    if (isEnd) reports.push([request.url?.split('/').at(-1), body.error]);
    const status = isEnd && reports.length === 1 ? 413 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'failed', leases: [], error: { code: 'too-large' } }));
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
  });
  await using session = await openSession(sessionOptions(), live);
  using held = keeper.hold(lease());
  await runTask({ lease: lease(), held, session, isWarm: false }, live);
  expect(reports).toEqual([
    ['complete', undefined],
    [
      'fail',
      {
        class: 'report_refused',
        message: expect.stringContaining('The control plane refused a report with 413'),
        retry: 'never',
      },
    ],
  ]);
});

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

function lease(): Lease {
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
    },
  };
}
