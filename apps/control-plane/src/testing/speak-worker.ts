import supertest from 'supertest';
import type { NewWorker } from '../workers/registered-worker.ts';
import { enrolWorker, registrationTokenOf, workerId } from './enrol-worker.ts';
import type { TestApp } from './start-test-app.ts';

export { workerId } from './enrol-worker.ts';
/** A secret that does not belong to a lease. */
export const wrongSecret = 'A'.repeat(43);

interface WireLease {
  readonly task_id: string;
  readonly lease_epoch: number;
  /** Default: the lease's secret, if a worker of this test claimed it. */
  readonly lease_secret?: string;
}

/** Speaks the worker protocol to the app. */
export interface WorkerClient {
  /** Registers the worker again with these properties. */
  readonly enrol: (worker?: Omit<NewWorker, 'workerId'>) => Promise<void>;
  readonly post: (path: string, body?: object) => supertest.Test;
  /** Posts to a path below the task, with the worker's id and the epoch and secret of its lease. */
  readonly report: (lease: WireLease, name: string, body?: object) => supertest.Test;
  /** The lease as a heartbeat lists it. */
  readonly renewal: (lease: WireLease) => Required<WireLease>;
  /** Claims without waiting; fails the test when there is no task. */
  readonly claim: () => Promise<Required<WireLease> & Record<string, unknown>>;
}

/** Speaks as the worker `worker-a1`, or as another enrolled worker. */
export function speakWorker(testApp: TestApp, id = workerId): WorkerClient {
  const known = secretsOf(testApp);
  const post = (path: string, body: object = {}): supertest.Test =>
    supertest(testApp.app)
      .post(`/worker/v1${path}`)
      .auth(registrationTokenOf(id), { type: 'bearer' })
      .send(body)
      .expect(({ body: answer }) => remember(known, answer?.lease));
  const renewal: WorkerClient['renewal'] = ({ task_id, lease_epoch, lease_secret }) => ({
    task_id,
    lease_epoch,
    lease_secret: lease_secret ?? known.get(`${task_id}/${lease_epoch}`) ?? wrongSecret,
  });
  return {
    enrol: (worker) => enrolWorker(testApp, { workerId: id, ...worker }),
    post,
    renewal,
    report(lease, name, body = {}) {
      const { task_id: taskId, ...held } = renewal(lease);
      return post(`/tasks/${taskId}/${name}`, { worker_id: id, ...held, ...body });
    },
    async claim() {
      const { body } = await post('/claims', { worker_id: id, wait_seconds: 0 }).expect(200);
      return body.lease;
    },
  };
}

type Secrets = Map<string, string>;

const secrets = new WeakMap<TestApp, Secrets>();

/** Secrets of the leases that the test's workers claimed from the app. */
function secretsOf(testApp: TestApp): Secrets {
  const known = secrets.get(testApp) ?? new Map<string, string>();
  secrets.set(testApp, known);
  return known;
}

function remember(known: Secrets, lease: Required<WireLease> | undefined): void {
  if (lease) known.set(`${lease.task_id}/${lease.lease_epoch}`, lease.lease_secret);
}
