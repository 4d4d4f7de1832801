import { listen } from '@errand/app-runtime';
import {
  createApiClient,
  createApiKey,
  runOperatorCommand,
  startWorker,
} from '@errand/local-installation';
import { pollUntil } from '@errand/test-kit';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { z } from 'zod';
import { createBenchClient } from './api-client.ts';
import { automationFor } from './engine-runner.ts';
import type { FleetRunner } from './fleet-runner.ts';
import { assertResult } from './form-runner.ts';
import type { BenchServer, BenchService } from './queue-service.ts';

export interface ErrandRunner extends FleetRunner {
  /** Process id of the runner's worker. */
  readonly worker: number;
}

interface ErrandOptions {
  readonly server: BenchServer;
  readonly service: BenchService;
  readonly formUrl: string;
  /** Concurrent tasks: the slots of the worker. */
  readonly slots: number;
  /** Serves as account, as label and as part of the name; only letters. */
  readonly label: string;
  /** More settings of the worker. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A worker with its own account: submits through the API and waits for the callback. */
export async function openErrand(options: ErrandOptions): Promise<ErrandRunner> {
  const { server, service, formUrl, label } = options;
  await using owned = new AsyncDisposableStack();
  const operator = { databaseUrl: service.databaseUrl, environment: process.env };
  const apiKey = await createApiKey(operator, { account: label });
  await runOperatorCommand(operator, ['accounts', 'label', label, label]);
  await createApiClient(service.url, apiKey).post('/api/v1/update_example', {
    endpoint_name: 'form',
    description: 'Fills in a form.',
    automation: automationFor(formUrl),
  });
  const callbacks = owned.use(await receiveCallbacks());
  const client = owned.use(createBenchClient({ url: service.url, apiKey }, options.slots));
  const [health, worker] = await startMeasuredWorker(server, options);
  owned.use(worker);
  const body = {
    endpoint_name: 'form',
    input_parameters: {},
    task_callback_url: callbacks.url,
  };
  const resources = owned.move();
  return {
    name: errandName(label),
    worker: worker.processId ?? NaN,
    async run() {
      const submitted = await client.send('/api/v1/inference', body);
      await callbacks.of(z.object({ task_id: z.string() }).parse(submitted).task_id);
    },
    settle: () => untilIdle(health, options.slots),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function startMeasuredWorker(
  server: BenchServer,
  { service, slots, label, settings }: ErrandOptions,
) {
  const workDirectory = join(server.directory, label);
  mkdirSync(workDirectory);
  const { port, ...probe } = await listen(() => undefined, LOCAL);
  await probe[Symbol.asyncDispose]();
  const worker = await startWorker({
    name: label,
    environment: process.env,
    logFile: join(server.directory, `${label}.log`),
    controlPlaneUrl: service.workerUrl,
    token: service.workerToken,
    workerId: label,
    workDirectory,
    settings: {
      WORKER_SLOTS: String(slots),
      WORKER_LABELS: label,
      LOG_LEVEL: 'warn',
      HEALTH_PORT: String(port),
      HEALTH_HOST: LOCAL.host,
      ...settings,
    },
  });
  return [`http://${LOCAL.host}:${port}/metrics`, worker] as const;
}

const LOCAL = { port: 0, host: '127.0.0.1', setting: 'PORT' };

/** Each slot has a browser for its next task, so a batch pays for as many starts as tasks. */
async function untilIdle(metricsUrl: string, slots: number): Promise<void> {
  await pollUntil('every slot has a browser', async () => {
    const figures = await (await fetch(metricsUrl)).text();
    return figures.includes(`errand_worker_slots{state="idle"} ${slots}\n`);
  });
}

const callbackSchema = z.object({
  task_id: z.string(),
  output_data: z.array(z.object({ json_data: z.object({ result: z.string() }) })),
});

interface Callbacks extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the callback of the task has arrived with the right result. */
  readonly of: (taskId: string) => Promise<void>;
}

async function receiveCallbacks(): Promise<Callbacks> {
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrivalOf = (taskId: string): PromiseWithResolvers<void> => {
    const arrival = arrivals.get(taskId) ?? Promise.withResolvers<void>();
    arrivals.set(taskId, arrival);
    return arrival;
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    response.end();
    const { task_id: taskId, output_data: output } = callbackSchema.parse(JSON.parse(body));
    assertResult(output[0]?.json_data.result);
    arrivalOf(taskId).resolve();
  };
  const { url, ...owned } = await listen(
    (request, response) => void take(request, response),
    LOCAL,
  );
  return {
    url,
    async of(taskId) {
      await arrivalOf(taskId).promise;
      arrivals.delete(taskId);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Name of the runner whose worker has the label. */
export const errandName = (label: string): string => `errand, ${label}`;
