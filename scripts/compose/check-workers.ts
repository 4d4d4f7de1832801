import { pollUntil } from '@errand/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readTask } from '../hardened/run-task.ts';
import { type Client, type Row, startSleeper } from './check-tasks.ts';

const START_DEADLINE_MS = 120_000;
const TASK_SECONDS = 20;
const COMPOSE_FILE = new URL('../../infra/compose.yaml', import.meta.url);
const composeFile = z.object({
  services: z.record(z.string(), z.object({ stop_grace_period: z.string().optional() })),
});
const registered = z.object({ workers: z.array(z.object({ worker_id: z.string() })) });

/** `WORKERS=2 podman-compose up -d` adds a worker and changes nothing else. */
export async function checkTwoWorkers({ apiUrl, stage }: Client): Promise<readonly Row[]> {
  const { compose, podman, nameOf, adminToken } = stage;
  const ageOf = () => podman('inspect', '--format', '{{.State.StartedAt}}', nameOf('worker_1'));
  const before = await ageOf();
  await compose(['up', '-d'], { WORKERS: '2' });
  const workers = await pollUntil(
    'two workers are registered',
    async () => {
      const headers = { authorization: `Bearer ${adminToken}` };
      const response = await fetch(`${apiUrl}/admin/v1/workers`, { headers });
      // The second `up` also migrates again, which may keep the database busy for a moment.
      if (response.status === 503) return undefined;
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
      const found = registered.parse(body).workers;
      return found.length === 2 ? found : undefined;
    },
    { deadlineMs: START_DEADLINE_MS },
  );
  const isSame = (await ageOf()) === before;
  return [
    {
      what: 'WORKERS=2, up again',
      result: `${workers.length} workers; the first one ${isSame ? 'kept running' : 'was restarted'}`,
      isGood: isSame,
    },
  ];
}

/** Stops both workers while a task runs, then everything else. */
export async function checkStop(client: Client): Promise<readonly Row[]> {
  const { api, stage } = client;
  const id = await startSleeper(client, TASK_SECONDS);
  const started = Date.now();
  const settings = { WORKERS: '2' };
  await stage.compose(['stop', '-t', secondsToStop('worker'), 'worker'], settings);
  const seconds = Math.round((Date.now() - started) / 1_000);
  const { status, retry_count: retries } = await readTask(api, id);
  const codes = await exitCodes(client, ['worker_1', 'worker_2']);
  await stage.compose(['stop', '-t', secondsToStop('control-plane')], settings);
  const others = await exitCodes(client, ['control-plane_1', 'control-plane_2', 'gateway_1']);
  return [
    {
      what: 'stop of the workers',
      result: `after ${seconds} s, exit codes ${codes}; the task of ${TASK_SECONDS} s ended ${status}, ${retries} retries`,
      isGood: status === 'success' && retries === 0 && codes === '0 0',
    },
    { what: 'stop of the rest', result: `exit codes ${others}`, isGood: others === '0 0 0' },
  ];
}

/** Settings that podman-compose 1.0.3 does not read itself. */
function secondsToStop(service: string): string {
  const { services } = composeFile.parse(
    parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }),
  );
  return String(Number.parseInt(services[service]?.stop_grace_period ?? '', 10));
}

async function exitCodes({ stage }: Client, replicas: readonly string[]): Promise<string> {
  const names = replicas.map((replica) => stage.nameOf(replica));
  const codes = await stage.podman('inspect', '--format', '{{.State.ExitCode}}', ...names);
  return codes.split('\n').join(' ');
}
