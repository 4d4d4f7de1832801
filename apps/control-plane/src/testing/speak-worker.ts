import supertest from 'supertest';
import { workerToken, type TestApp } from './start-test-app.ts';

export const workerId = 'worker-a1';

interface WireLease {
  readonly task_id: string;
  readonly lease_epoch: number;
}

/** Speaks the worker protocol to the app. */
export interface WorkerClient {
  readonly post: (path: string, body?: object) => supertest.Test;
  /** Posts below the task, with the worker's id and the epoch of its lease. */
  readonly report: (lease: WireLease, name: string, body?: object) => supertest.Test;
  /** Claims what can be had at once; the test is over when there is nothing. */
  readonly claim: () => Promise<WireLease & Record<string, unknown>>;
}

export function speakWorker({ app }: TestApp): WorkerClient {
  const post = (path: string, body: object = {}): supertest.Test =>
    supertest(app).post(`/worker/v1${path}`).auth(workerToken, { type: 'bearer' }).send(body);
  return {
    post,
    report: (lease, name, body = {}) =>
      post(`/tasks/${lease.task_id}/${name}`, {
        worker_id: workerId,
        lease_epoch: lease.lease_epoch,
        ...body,
      }),
    async claim() {
      const { body } = await post('/claims', { worker_id: workerId, wait_seconds: 0 }).expect(200);
      return body.lease;
    },
  };
}
