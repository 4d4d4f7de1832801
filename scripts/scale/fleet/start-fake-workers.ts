import { createLogger, type Logger } from '@errand/app-runtime';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createWorkerClient } from '../../../packages/task-runner/src/control-plane-client.ts';
import { runFakeWorker } from '../../chaos/fake-worker/run-fake-worker.ts';
import { timeHeartbeats } from '../../overload/time-heartbeats.ts';
import type { FleetOrder, FleetReport } from './fleet.ts';

/** The default of OUTAGE_SECONDS. */
const OUTAGE_MS = 300_000;
/** Concurrent registrations, as in a roll-out. */
const REGISTERING = 10;
const LOOP_RESOLUTION_MS = 10;

/** Registers the workers and lets them claim until the parent process sends `end`. */
export async function startFakeWorkers(
  order: FleetOrder,
): Promise<{ readonly end: () => Promise<FleetReport> }> {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  const figures: Omit<Figures, 'loopDelayMs'> = {
    heartbeatMs: [],
    failedHeartbeats: 0,
    began: [],
    lost: 0,
    complaints: {},
  };
  const logger = countComplaints(figures.complaints);
  const draining = new AbortController();
  const running: Promise<void>[] = [];
  const numbers = order.workerIds.entries();
  const start = async (): Promise<void> => {
    for (const [number, workerId] of numbers) {
      const worker = createWorker(order, { number, workerId, figures, logger });
      await worker.client.register();
      const signals = { draining: draining.signal, drained: new AbortController().signal };
      running.push(runFakeWorker(worker, signals));
    }
  };
  await Promise.all(Array.from({ length: REGISTERING }, start));
  loop.enable();
  return {
    async end() {
      draining.abort();
      await Promise.all(running);
      return { ...figures, loopDelayMs: loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS };
    },
  };
}

interface Figures extends FleetReport {
  readonly heartbeatMs: number[];
  failedHeartbeats: number;
  readonly began: string[];
  lost: number;
  readonly complaints: Record<string, number>;
}

function createWorker(
  { urls, token, slots }: FleetOrder,
  worker: {
    readonly number: number;
    readonly workerId: string;
    readonly figures: Omit<Figures, 'loopDelayMs'>;
    readonly logger: Logger;
  },
) {
  const { number, workerId, figures, logger } = worker;
  const url = urls[number % urls.length] ?? '';
  const identity = { url, token, workerId, slots, labels: [], screen: undefined, logger };
  const client = createWorkerClient(identity);
  const record: Parameters<typeof runFakeWorker>[0]['recorder']['record'] = (lease, line) => {
    if (line.type === 'execution' && line.phase === 'began') {
      figures.began.push(`${lease.task_id}/${lease.lease_epoch}`);
    }
    if (line.type === 'report' && line.answer === 'lost') figures.lost += 1;
  };
  return {
    client: { ...client, heartbeat: timeHeartbeats(client, figures) },
    slots,
    warmSessions: slots,
    outageMs: OUTAGE_MS,
    workLimit: { maxTasks: undefined, idleExitMs: undefined },
    siteUrl: '',
    recorder: { record },
    logger,
  };
}

/** Like real workers, these log problems, which are counted. */
function countComplaints(complaints: Record<string, number>): Logger {
  const logger = createLogger({ name: 'fleet', level: 'warn' });
  return logger.on('data', ({ level, message }: Readonly<Record<'level' | 'message', string>>) => {
    if (level === 'info') return;
    complaints[message] = (complaints[message] ?? 0) + 1;
  });
}
