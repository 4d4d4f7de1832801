import supertest from 'supertest';
import { workerToken, type TestApp } from './start-test-app.ts';

export const workerId = 'worker-a1';
/** Of no lease. */
export const wrongSecret = 'A'.repeat(43);

interface WireLease {
  readonly task_id: string;
  readonly lease_epoch: number;
  /** Default that of the lease, if a worker of the test claimed it. */
  readonly lease_secret?: string;
}

/** Speaks the worker protocol to the app. */
export interface WorkerClient {
  readonly post: (path: string, body?: object) => supertest.Test;
  /** Posts below the task, with the worker's id and the epoch and secret of its lease. */
  readonly report: (lease: WireLease, name: string, body?: object) => supertest.Test;
  /** As a heartbeat names the lease. */
  readonly renewal: (lease: WireLease) => Required<WireLease>;
  /** Claims what can be had at once; the test is over when there is nothing. */
  readonly claim: () => Promise<Required<WireLease> & Record<string, unknown>>;
}

export function speakWorker(testApp: TestApp): WorkerClient {
  const known = secretsOf(testApp);
  const post = (path: string, body: object = {}): supertest.Test =>
    supertest(testApp.app)
      .post(`/worker/v1${path}`)
      .auth(workerToken, { type: 'bearer' })
      .send(body)
      .expect(({ body: answer }) => remember(known, answer?.lease));
  const renewal: WorkerClient['renewal'] = ({ task_id, lease_epoch, lease_secret }) => ({
    task_id,
    lease_epoch,
    lease_secret: lease_secret ?? known.get(`${task_id}/${lease_epoch}`) ?? wrongSecret,
  });
  return {
    post,
    renewal,
    report(lease, name, body = {}) {
      const { task_id: taskId, ...held } = renewal(lease);
      return post(`/tasks/${taskId}/${name}`, { worker_id: workerId, ...held, ...body });
    },
    async claim() {
      const { body } = await post('/claims', { worker_id: workerId, wait_seconds: 0 }).expect(200);
      return body.lease;
    },
  };
}

type Secrets = Map<string, string>;

const secrets = new WeakMap<TestApp, Secrets>();

/** Of the leases that workers of the test claimed from the app. */
function secretsOf(testApp: TestApp): Secrets {
  const known = secrets.get(testApp) ?? new Map<string, string>();
  secrets.set(testApp, known);
  return known;
}

function remember(known: Secrets, lease: Required<WireLease> | undefined): void {
  if (lease) known.set(`${lease.task_id}/${lease.lease_epoch}`, lease.lease_secret);
}
