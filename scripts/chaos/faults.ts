import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryLine } from '../history/history.ts';
import type { ChaosInstallation, ChaosWorker } from './installation.ts';
import { pick } from './plan-tasks.ts';
import { signal, type Replica } from './replica.ts';

export interface FaultContext {
  readonly installation: ChaosInstallation;
  readonly leaseSeconds: number;
  readonly random: () => number;
  readonly write: (line: HistoryLine) => void;
}

/** One way to break the installation. It works again when `run` resolves. */
export interface Fault {
  readonly kind: string;
  /** Returns the target of the fault. */
  readonly run: (context: FaultContext) => Promise<string>;
}

/** These run one at a time: one worker has a fault while the others keep working. */
export const WORKER_FAULTS: readonly Fault[] = [
  {
    kind: 'worker-kill',
    async run(context) {
      const worker = await pickBusyWorker(context);
      await killWorker(worker, context);
      await delay(500 + context.random() * 1_500);
      await worker.start();
      return worker.name;
    },
  },
  {
    kind: 'worker-restart',
    async run(context) {
      const worker = await pickBusyWorker(context);
      await worker.stop();
      await worker.start();
      return worker.name;
    },
  },
  {
    kind: 'worker-freeze',
    async run(context) {
      const worker = await pickBusyWorker(context);
      await freeze(worker, context);
      return worker.name;
    },
  },
  {
    kind: 'network-cut',
    async run(context) {
      const worker = await pickBusyWorker(context);
      worker.network.cut();
      await delay(longerThanLease(context));
      worker.network.restore();
      return worker.name;
    },
  },
];

export const SERVER_FAULTS: readonly Fault[] = [
  {
    kind: 'control-plane-kill',
    async run({ installation, random }) {
      const replica = pick(random, installation.controlPlanes);
      await replica.kill();
      await delay(random() * 1_000);
      await replica.start();
      return replica.name;
    },
  },
  {
    kind: 'control-plane-roll',
    async run({ installation }) {
      for (const replica of installation.controlPlanes) await restart(replica);
      return 'all control planes';
    },
  },
  {
    kind: 'postgres-restart',
    async run({ installation }) {
      await installation.database.restart();
      return 'postgres';
    },
  },
  {
    kind: 'postgres-kill',
    async run({ installation }) {
      await installation.database.crash();
      return 'postgres';
    },
  },
];

async function killWorker(worker: ChaosWorker, { write }: FaultContext): Promise<void> {
  const pid = worker.pid();
  await worker.kill();
  write({ type: 'process', at: Date.now(), pid, event: 'killed' });
}

async function freeze(worker: ChaosWorker, context: FaultContext): Promise<void> {
  const pid = worker.pid();
  context.write({ type: 'process', at: Date.now(), pid, event: 'frozen' });
  signal(pid, 'SIGSTOP');
  try {
    await delay(longerThanLease(context));
  } finally {
    context.write({ type: 'process', at: Date.now(), pid, event: 'thawed' });
    signal(pid, 'SIGCONT');
  }
}

async function restart(replica: Replica): Promise<void> {
  await replica.stop();
  await replica.start();
}

/**
 * A fault at an idle worker proves little. While the database is down, nothing shows which workers
 * are busy.
 */
async function pickBusyWorker({ installation, random }: FaultContext): Promise<ChaosWorker> {
  const { database, workers } = installation;
  const rows = await database
    .query(`SELECT DISTINCT worker_id FROM tasks WHERE status = 'running'`)
    .catch(() => []);
  const busy = new Set(rows.map((row) => row['worker_id']));
  const found = workers.filter(({ workerId }) => busy.has(workerId));
  return pick(random, found.length > 0 ? found : workers);
}

/** Long enough to lose the lease and, mostly, for another worker to run the task. */
function longerThanLease({ leaseSeconds, random }: FaultContext): number {
  return (leaseSeconds + 1.5 + random() * 1.5) * 1_000;
}
