// Runs every panel and alert against a real Prometheus that scrapes a real fleet: one control
// plane, one worker and one stream gateway, with one task for each final status and one that is
// watched. Fails if an expression returns no series. Needs the program prometheus (Debian:
// prometheus); takes about a minute.
import { findFreePorts, listen } from '@errand/app-runtime';
import { startWorker } from '@errand/local-installation';
import {
  pollUntil,
  startControlPlane,
  startOwnPostgres,
  type TestControlPlane,
} from '@errand/test-kit';
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareGateways } from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import { readAlerts, readPanels } from './read-expressions.ts';
import { watchTask } from './watch-task.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await using owned = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), 'errand-dashboards-'));
owned.defer(() => rmSync(directory, { recursive: true, force: true }));
const [metricsPort = 0, healthPort = 0, prometheusPort = 0] = await findFreePorts(3);
const adminToken = randomBytes(24).toString('hex');
const postgres = owned.use(await startOwnPostgres());
const gateways = owned.use(await prepareGateways());
const controlPlane = owned.use(
  await startControlPlane(
    { ...gateways.controlPlaneSettings, METRICS_PORT: `${metricsPort}`, ADMIN_TOKEN: adminToken },
    { databaseUrl: postgres.url },
  ),
);
owned.use(
  await startWorker({
    name: 'worker',
    environment: process.env,
    logFile: join(directory, 'worker.log'),
    controlPlaneUrl: controlPlane.workerUrl,
    token: controlPlane.workerToken,
    workerId: 'worker-1',
    workDirectory: directory,
    settings: { HEALTH_PORT: `${healthPort}`, HEALTH_HOST: '127.0.0.1' },
  }),
);
const gateway = owned.use(await gateways.start(controlPlane.url));
const ask = await startPrometheus();
const receiver = owned.use(
  await listen((_request, response) => response.end('<h1>A page</h1>'), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  }),
);
await runTasks(controlPlane, receiver.url);
await watchTask(controlPlane, receiver.url);
const check = await fetch(`${controlPlane.url}/admin/v1/queue-check`, {
  headers: { authorization: `Bearer ${adminToken}` },
});
if (!check.ok) throw new Error(`The queue check returned ${check.status}.`);

const expressions = [...readPanels(root), ...readAlerts(root).map(withoutThreshold)];
const empty = new Set(expressions);
await pollUntil('every expression returns a series', findSeries, { deadlineMs: 60_000 }).catch(
  () => undefined,
);
for (const { place, promql } of empty) say(`NO SERIES  ${place}: ${promql}`);
say(`${expressions.length - empty.size} of ${expressions.length} expressions return a series`);
process.exitCode = empty.size === 0 ? 0 : 1;

async function findSeries(): Promise<boolean> {
  for (const expression of empty) {
    if ((await ask(expression.promql)) > 0) empty.delete(expression);
  }
  return empty.size === 0;
}

/** An alert that does not fire returns nothing, so its figure is queried instead. */
function withoutThreshold({ place, promql }: { readonly place: string; readonly promql: string }) {
  return { place, promql: promql.replace(/ (?:>|==) [\d.]+$/, '') };
}

interface Answer {
  readonly error?: string;
  /** Time and value. A quantile or a ratio of nothing is NaN, which a panel shows as no value. */
  readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

/**
 * Starts Prometheus and returns a function that counts an expression's series that have a value.
 */
async function startPrometheus(): Promise<(promql: string) => Promise<number>> {
  const gatewayPort = new URL(gateway.metricsUrl).port;
  const jobs = { 'control-plane': metricsPort, worker: healthPort, 'stream-gateway': gatewayPort };
  const config = join(directory, 'prometheus.json');
  // JSON is valid YAML.
  const scrapes = Object.entries(jobs).map(([name, port]) => ({
    job_name: name,
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  }));
  writeFileSync(
    config,
    JSON.stringify({ global: { scrape_interval: '2s' }, scrape_configs: scrapes }),
  );
  const address = `127.0.0.1:${prometheusPort}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, 'tsdb')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  owned.defer(async () => {
    child.kill();
    await exited;
  });
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(`http://${address}/-/ready`).catch(() => undefined);
    return response?.ok === true;
  };
  await pollUntil('Prometheus is ready', isReady, { deadlineMs: 30_000 });
  return async (promql) => {
    const query = new URLSearchParams({ query: promql });
    const response = await fetch(`http://${address}/api/v1/query?${query.toString()}`);
    const answer = (await response.json()) as Answer;
    if (!answer.data) throw new Error(`${promql}: ${answer.error}`);
    return answer.data.result.filter(({ value: [, text] }) => text !== 'NaN').length;
  };
}

/** Runs tasks that succeed, fail and are cancelled, with callbacks. */
async function runTasks({ call }: TestControlPlane, url: string): Promise<void> {
  const sleep = { type: 'action_node', sleep_action: { sleep_time: 0 }, end_sleep_time: 0 };
  const fail = {
    type: 'action_node',
    fail_state_action: { failure_message: 'as planned' },
    end_sleep_time: 0,
  };
  const tasks: string[] = [];
  for (const [name, node] of Object.entries({ good: sleep, bad: fail })) {
    const parameters = { input_parameters: { login: [] }, generated_parameters: {} };
    const automation = { url, parameters, nodes: [node] };
    const stored = await call('POST', '/api/v1/update_example', {
      endpoint_name: name,
      description: name,
      automation: { ...automation, take_final_screenshot: false },
    });
    if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
    for (let count = 0; count < 4; count += 1) {
      const { status, body } = await call('POST', '/api/v1/inference', {
        endpoint_name: name,
        input_parameters: { login: ['ann'] },
        task_callback_url: url,
      });
      if (status !== 202) throw new Error(JSON.stringify(body));
      tasks.push((body as { task_id: string }).task_id);
    }
  }
  await call('POST', `/api/v1/tasks/${tasks.pop()}/cancel`);
  for (const task of tasks) {
    await pollUntil(
      'the task has ended',
      async () => {
        const { body } = await call('GET', `/api/v1/tasks/${task}`);
        const { status } = (body as { task: { status: string } }).task;
        return ['success', 'failed'].includes(status);
      },
      { deadlineMs: 120_000 },
    );
  }
}
