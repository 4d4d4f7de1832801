import type { Express } from 'express';
import type supertest from 'supertest';
import type { Dependencies } from '../../dependencies.ts';
import type { CheckedAutomation } from '../../recordings/recording.ts';
import { createWholeApp } from '../../testing/create-whole-app.ts';
import { recordLogs } from '../../testing/record-logs.ts';
import { speakWorker } from '../../testing/speak-worker.ts';
import { orderSubmission, type TestApp } from '../../testing/start-test-app.ts';

/** Sends the request whose response has the code. */
export type Drive = (app: TestApp) => Promise<supertest.Response>;

/** Keyed by code, or by `code (circumstance)` where a code has several. */
export type Drives = Readonly<Record<string, Drive>>;

/** The app with dependencies or options that make it refuse requests. */
export function serve(
  app: TestApp,
  changes: Partial<Dependencies>,
  options: Partial<Parameters<typeof createWholeApp>[1]> = {},
): Express {
  const { logger } = recordLogs();
  const dependencies = { ...app.dependencies, ...changes };
  return createWholeApp(dependencies, { logger, validateResponses: true, ...options });
}

export const submitWith = async (app: TestApp, more: object): Promise<supertest.Response> =>
  app.post('/api/v1/inference', { ...orderSubmission, ...more });

/** Submits a task with additional members, and returns the path of its operations. */
export async function submitTask(app: TestApp, more: object = {}): Promise<string> {
  const { body } = await submitWith(app, more);
  return `/api/v1/tasks/${String(body.task_id)}`;
}

/** Submits and cancels a task, and returns the path of its operations. */
export async function cancelledTask(app: TestApp, more: object = {}): Promise<string> {
  const path = await submitTask(app, more);
  await app.post(`${path}/cancel`).expect(200);
  return path;
}

/** Returns the id of the recording. */
export async function saveRecording(
  { dependencies, accountId }: TestApp,
  endpointName: string,
  automation: CheckedAutomation,
): Promise<string> {
  const saved = await dependencies.recordings.save(accountId, { endpointName, automation });
  return saved.recordingId;
}

/** Makes a worker take a new task and then start or complete it; returns the path. */
export async function takenTask(
  app: TestApp,
  until: 'completed' | 'started' | 'taken',
): Promise<string> {
  const path = await submitTask(app);
  const worker = speakWorker(app);
  await worker.enrol();
  let lease = await worker.claim();
  while (!path.endsWith(lease.task_id)) lease = await worker.claim();
  if (until === 'taken') return path;
  await worker.report(lease, 'start').expect(200);
  const result = { output_data: [], for_loop_status: [] };
  if (until === 'completed') await worker.report(lease, 'complete', result).expect(200);
  return path;
}

/** Stores a recording, and makes a worker fail its task at the last node; returns the path. */
export async function stoppedTask(
  app: TestApp,
  endpointName: string,
  automation: CheckedAutomation & { readonly nodes: readonly object[] },
): Promise<string> {
  await saveRecording(app, endpointName, automation);
  const path = await submitTask(app, { endpoint_name: endpointName });
  const worker = speakWorker(app);
  await worker.enrol();
  let lease = await worker.claim();
  while (!path.endsWith(lease.task_id)) lease = await worker.claim();
  const checkpoint = {
    node_path: `nodes[${automation.nodes.length - 1}]`,
    page_url: null,
    variables: {},
    lost_variables: ['username'],
    output_count: 0,
  };
  const error = { class: 'timeout', message: 'Late.', retry: 'never' };
  const ended = { error, output_data: [], for_loop_status: [], checkpoints: [checkpoint] };
  await worker.report(lease, 'fail', ended).expect(200);
  return path;
}
