import { createApiClient, startWorker, type ApiClient } from '@errand/local-installation';
import type { AppProcess } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { serveFormPage } from './form-page.ts';
import { startBenchService, type BenchServer, type BenchService } from './queue-service.ts';
import { percentile } from './statistics.ts';

const DEADLINE_MS = 60_000;
/** Unmeasured tasks, after which the worker and the control plane have compiled their code. */
const WARM_UP_STARTS = 2;

export interface LiveOptions {
  /** Tasks submitted to an idle worker that has run tasks before. */
  readonly starts: number;
  /** Workers killed. */
  readonly kills: number;
}

export interface LiveResult {
  /** Time from just before the submission is sent until the worker has reported the start. */
  readonly startMs: { readonly p50: number; readonly p95: number };
  /** Time from the kill until the task is queued again. */
  readonly recoveryMs: { readonly p50: number; readonly longest: number };
}

/** Measures the real worker with its browser and the default lease time. */
export async function measureLive(
  server: BenchServer,
  { starts, kills }: LiveOptions,
): Promise<LiveResult> {
  await using page = await serveFormPage();
  const database = await server.createDatabase('live');
  await using service = await startBenchService(server, database, page.url);
  const api = createApiClient(service.url, service.apiKey);
  const startMs = await measureStarts({ server, service, api }, starts);
  const recoveryMs: number[] = [];
  for (let number = 1; number <= kills; number += 1) {
    recoveryMs.push(await measureRecovery({ server, service, api }, number));
  }
  return {
    startMs: { p50: percentile(startMs, 50), p95: percentile(startMs, 95) },
    recoveryMs: { p50: percentile(recoveryMs, 50), longest: Math.max(...recoveryMs) },
  };
}

interface Live {
  readonly server: BenchServer;
  readonly service: BenchService;
  readonly api: ApiClient;
}

async function measureStarts({ server, service, api }: Live, starts: number): Promise<number[]> {
  await using worker = await startBenchWorker(server, service, 'idle');
  const measured: number[] = [];
  for (let done = 0; done < WARM_UP_STARTS + starts; done += 1) {
    await pollUntil('a browser is ready', () => worker.browsers() > done, {
      deadlineMs: DEADLINE_MS,
    });
    const askedAt = Date.now();
    const taskId = await submit(api, 'order');
    const { started_at: startedAt } = await untilStatus(api, taskId, ['success']);
    if (done >= WARM_UP_STARTS) measured.push(Date.parse(startedAt ?? '') - askedAt);
  }
  return measured;
}

async function measureRecovery({ server, service, api }: Live, number: number): Promise<number> {
  await using worker = await startBenchWorker(server, service, `killed-${number}`);
  const taskId = await submit(api, 'sleeper');
  await untilStatus(api, taskId, ['running']);
  const killedAt = performance.now();
  process.kill(worker.processId ?? 0, 'SIGKILL');
  await untilStatus(api, taskId, ['queued']);
  const recoveryMs = Math.round(performance.now() - killedAt);
  await api.post(`/api/v1/tasks/${taskId}/cancel`, {});
  return recoveryMs;
}

type BenchWorker = AppProcess & { readonly browsers: () => number };

async function startBenchWorker(
  { directory }: BenchServer,
  { url, workerUrl, workerToken }: BenchService,
  name: string,
): Promise<BenchWorker> {
  const logFile = join(directory, `${name}.log`);
  const work = join(directory, 'work');
  mkdirSync(work, { recursive: true });
  const app = await startWorker({
    name,
    environment: process.env,
    logFile,
    controlPlaneUrl: workerUrl,
    token: workerToken,
    workerId: name,
    workDirectory: work,
    settings: { BROWSER_CLOSED_ADDRESSES: new URL(url).host },
  });
  const browsers = (): number =>
    existsSync(logFile) ? readFileSync(logFile, 'utf8').split('"browser ready"').length - 1 : 0;
  return { ...app, browsers };
}

async function submit(api: ApiClient, endpoint_name: string): Promise<string> {
  const body = { endpoint_name, input_parameters: { login: [] } };
  return z.object({ task_id: z.string() }).parse(await api.post('/api/v1/inference', body)).task_id;
}

const answerSchema = z.object({
  task: z.object({ status: z.string(), started_at: z.string().nullable() }),
});

async function untilStatus(
  api: ApiClient,
  taskId: string,
  wanted: readonly string[],
): Promise<z.infer<typeof answerSchema>['task']> {
  return pollUntil(
    `the task is ${wanted.join(' or ')}`,
    async () => {
      const answer = await api.get(`/api/v1/task_status?task_id=${taskId}`);
      const { task } = answerSchema.parse(answer);
      return wanted.includes(task.status) && task;
    },
    { deadlineMs: DEADLINE_MS, longestIntervalMs: 25 },
  );
}
