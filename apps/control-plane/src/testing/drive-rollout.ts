import type supertest from 'supertest';
import { speakWorker, type WorkerClient } from './speak-worker.ts';
import { orderAutomation, orderSubmission, type TestApp } from './start-test-app.ts';

const V1 = '/api/v1';
const result = { output_data: [], for_loop_status: [] };
const error = { class: 'locator_not_found', message: 'Nothing.', retry: 'never' };

/** What a roll-out of a test changes to. */
export const nextAutomation = {
  ...orderAutomation,
  url: 'https://portal.example/next',
  max_retries: 2,
};

type Lease = Awaited<ReturnType<WorkerClient['claim']>>;
type Versions = ReadonlyMap<string, number>;

let names = 0;

/** A new recording, with what a test does to its roll-out and to its tasks. */
export async function driveRollout(app: TestApp) {
  const endpoint_name = `rollout-${(names += 1)}`;
  const sent = { endpoint_name, automation: orderAutomation };
  const { body: saved } = await app.post(`${V1}/recordings`, sent).expect(201);
  const path = `${V1}/recordings/${saved.recording_id}`;
  return {
    endpoint_name,
    path,
    async start(members: object): Promise<supertest.Response> {
      return app.post(`${path}/rollouts`, { automation: nextAutomation, ...members }).expect(201);
    },
    async read() {
      const { body } = await app.get(path).expect(200);
      return { current: body.recording.version, ...body.recording.rollout };
    },
    /** Submits tasks at the same time, and returns the version of each. */
    async submit(count: number): Promise<Map<string, number>> {
      const task = { ...orderSubmission, endpoint_name };
      const answers = await Promise.all(
        Array.from({ length: count }, () => app.post(`${V1}/inference`, task).expect(202)),
      );
      const versions = answers.map(async ({ body }): Promise<[string, number]> => [
        body.task_id,
        await readVersion(app, body.task_id),
      ]);
      return new Map(await Promise.all(versions));
    },
  };
}

export async function readVersion(app: TestApp, taskId: string): Promise<number> {
  const { body } = await app.get(`${V1}/tasks/${taskId}`).expect(200);
  return body.task.recording_version;
}

export const countVersion = (versions: Versions, version: number): number =>
  [...versions.values()].filter((each) => each === version).length;

/** A worker that runs the tasks of roll-outs. */
export function driveTasks(app: TestApp) {
  const worker = speakWorker(app);
  const succeed = (lease: Lease) => worker.report(lease, 'complete', result).expect(200);
  const fail = (lease: Lease, changes: object = {}) =>
    worker.report(lease, 'fail', { ...result, error: { ...error, ...changes } }).expect(200);
  async function claim(count: number): Promise<Lease[]> {
    const leases: Lease[] = [];
    for (let n = 0; n < count; n += 1) leases.push(await worker.claim());
    return leases;
  }
  return {
    claim,
    succeed,
    fail,
    startRun: (lease: Lease) => worker.report(lease, 'start').expect(200),
    /** Reports a crashed browser. */
    crash: (lease: Lease) => fail(lease, { retry: 'infrastructure' }),
    /** Ends all waiting tasks: those of the new version fail if `isBad`. */
    endAll: async (versions: Versions, isBad: boolean): Promise<void> => {
      const leases = await claim(versions.size);
      await Promise.all(
        leases.map((lease) =>
          isBad && versions.get(lease.task_id) === 2 ? fail(lease) : succeed(lease),
        ),
      );
    },
  };
}

/** Lets waiting tasks end with the next attempt that is lost. */
export const forbidRetries = (app: TestApp) =>
  app.database.pool.query(`UPDATE tasks SET max_retries = 0 WHERE status = 'queued'`);
