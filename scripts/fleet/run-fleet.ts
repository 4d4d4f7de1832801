import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import { z } from 'zod';
import type { AdminClient } from '../../apps/control-plane/src/command-line/admin-client.ts';
import { countWanted, decide, type FleetWorker } from './fleet-rule.ts';
import type { FleetOptions } from './flags.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that ends this soon after its start counts as failed. */
const SOON_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

const demandSchema = z.object({ slots_wanted: z.number() });
const workersSchema = z.object({
  workers: z.array(
    z.object({
      worker_id: z.string(),
      state: z.enum(['active', 'draining', 'drained', 'gone']),
      held_task_ids: z.array(z.string()),
      warm_sessions: z.number(),
    }),
  ),
});

interface Fleet {
  readonly options: FleetOptions;
  readonly admin: AdminClient;
  readonly startWorker: (id: string) => WorkerProcess;
  readonly logger: Logger;
}

interface State {
  readonly processes: Map<string, WorkerProcess>;
  readonly stopping: Set<string>;
  /** Readings within the stabilisation time. */
  readings: { readonly at: number; readonly wanted: number }[];
  started: number;
  failures: number;
  /** After a failure, no worker starts before this time. */
  startAfter: number;
}

/**
 * Starts and ends workers according to demand until the signal fires; then stops all, which finish
 * their tasks or release them after DRAIN_SECONDS. While the control plane is unreachable, changes
 * nothing.
 */
export async function runFleet(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const { options, logger } = fleet;
  const state: State = {
    processes: new Map(),
    stopping: new Set(),
    readings: [],
    started: 0,
    failures: 0,
    startAfter: 0,
  };
  while (!signal.aborted) {
    try {
      await adjust(fleet, state, signal);
    } catch (error) {
      logger.warn('the fleet stays as it is', { error });
    }
    await pauseUntilAborted(options.intervalSeconds * 1_000, signal);
  }
  const left = [...state.processes.values()];
  logger.info('stopping all workers', { workers: left.length });
  for (const worker of left) stop(state, worker);
  await Promise.all(left.map(({ ended }) => ended));
}

async function adjust(fleet: Fleet, state: State, signal: AbortSignal): Promise<void> {
  const { options, admin, logger } = fleet;
  const labels = options.labels === '' ? '' : `?labels=${encodeURIComponent(options.labels)}`;
  const demand = demandSchema.parse(await admin.get(`demand${labels}`));
  const workers = await readWorkers(fleet, state);
  const now = performance.now();
  const since = now - options.stabilisationSeconds * 1_000;
  const wanted = countWanted(demand.slots_wanted, options);
  state.readings = [...state.readings.filter(({ at }) => at >= since), { at: now, wanted }];
  if (signal.aborted) return;
  const history = state.readings.map((reading) => reading.wanted);
  const decision = decide({ wanted: history, workers, max: options.max });
  const { start, drain, resume } = decision;
  if (start + drain.length + resume.length + decision.stop.length > 0) {
    logger.info('adjusting the fleet', { ...demand, wanted, workers: workers.length, ...decision });
  }
  const by = 'errand admin fleet';
  for (const id of resume) {
    await admin.post(`workers/${id}/drain/end`, { by, reason: 'There is work again.' });
  }
  for (const id of drain) {
    await admin.post(`workers/${id}/drain`, { by, reason: 'There is not enough work.' });
  }
  for (const id of decision.stop) {
    const worker = state.processes.get(id);
    if (worker) stop(state, worker);
  }
  if (now >= state.startAfter) for (let n = 0; n < start; n += 1) startOne(fleet, state);
}

async function readWorkers({ admin }: Fleet, state: State): Promise<readonly FleetWorker[]> {
  const { workers } = workersSchema.parse(await admin.get('workers'));
  const known = new Map(workers.map((worker) => [worker.worker_id, worker]));
  return [...state.processes.keys()].map((id) => {
    const seen = known.get(id);
    const found = seen === undefined || seen.state === 'gone' ? 'starting' : seen.state;
    return {
      id,
      state: state.stopping.has(id) ? 'stopping' : found,
      busy: seen?.held_task_ids.length ?? 0,
      warmSessions: seen?.warm_sessions ?? 0,
    };
  });
}

function stop(state: State, worker: WorkerProcess): void {
  state.stopping.add(worker.id);
  worker.stop();
}

function startOne(fleet: Fleet, state: State): void {
  const { logger, options } = fleet;
  state.started += 1;
  const worker = fleet.startWorker(`${options.name}-${state.started}`);
  state.processes.set(worker.id, worker);
  logger.info('worker started', { worker: worker.id });
  void noteEnd(fleet, state, worker);
}

async function noteEnd({ logger }: Fleet, state: State, worker: WorkerProcess): Promise<void> {
  const how = await worker.ended;
  const isExpected = state.stopping.delete(worker.id);
  state.processes.delete(worker.id);
  if (isExpected) {
    logger.info('worker stopped', { worker: worker.id, how });
    return;
  }
  const isFailure = performance.now() - worker.startedAt < SOON_MS;
  state.failures = isFailure ? state.failures + 1 : 0;
  const pauseMs = isFailure
    ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (state.failures - 1))
    : 0;
  state.startAfter = performance.now() + pauseMs;
  logger.error('worker ended by itself', { worker: worker.id, how, pauseMs });
}
