import { createApiClient } from '@errand/local-installation';
import { setTimeout as delay } from 'node:timers/promises';
import { loadFinishedTasks } from '../bench/queue-load.ts';
import { describeCosts, type Costs } from './describe-costs.ts';
import type { ScaleOptions } from './flags.ts';
import { startFleet } from './fleet/start-fleet.ts';
import { createFollowers, type Followed } from './follow-tasks.ts';
import { startInstallation, type Installation } from './installation.ts';
import { readResources } from './read-resources.ts';
import { readStatements, resetStatements, type Statement } from './read-statements.ts';
import {
  describe,
  findFaults,
  latencyOf,
  ratesOf,
  readTasks,
  type TaskTimes,
} from './read-tasks.ts';
import { submissionOf, submitAtRate } from './submit-at-rate.ts';
import { watchWaits, type Wait } from './watch-waits.ts';

type Quantiles = ReturnType<typeof describe>;

export interface ScaleResult {
  /** Sentences about tasks that were lost or ran twice. */
  readonly faults: readonly string[];
  readonly tasks: number;
  readonly perSecond: ReturnType<typeof ratesOf>;
  readonly submitMs: Quantiles;
  /** Time from submission to start of a task. */
  readonly startMs: Quantiles;
  readonly heartbeats: { readonly count: number; readonly failed: number; readonly ms: Quantiles };
  readonly costs: Costs;
  readonly streams: Omit<Followed, 'endedAt'> & { readonly delayMs: Quantiles };
  /** 99th percentile of the delay of the fleet's busiest process: large when it was starved. */
  readonly fleetDelayMs: number;
  /** What workers logged. */
  readonly complaints: Readonly<Record<string, number>>;
  /** The statements that took most of PostgreSQL's time; empty without a profile. */
  readonly statements: readonly Statement[];
  /** What connections waited for; empty without a profile. */
  readonly waits: readonly Wait[];
}

/** A stalled run ends when no task has ended for this long plus the duration of a task. */
const STANDSTILL_MS = 60_000;
const LOOK_MS = 500;
/** Warm-up time, as a share of the time measured afterwards. */
const SETTLE_SHARE = 0.25;
const UNFINISHED = `SELECT count(*)::int AS left FROM tasks WHERE status IN ('queued', 'allocated', 'running')`;

/**
 * Runs an installation with workers below `directory`: measures it without workers, with idle ones,
 * and under load until every task has ended.
 */
export async function runScale(
  directory: string,
  options: ScaleOptions,
  say: (line: string) => void,
): Promise<ScaleResult> {
  await using installation = await startInstallation(directory, options);
  await storeTasks(installation, options);
  say(`${options.controlPlanes} control planes run; measuring them without workers...`);
  const alone = await measureIdle(installation, [], options);
  await using fleet = await startFleet(
    {
      urls: installation.workerUrls,
      token: installation.workerToken,
      workers: options.workers,
      slots: options.slots,
    },
    { directory, isProfiled: options.isProfiled },
  );
  say(`${options.workers} workers are registered; measuring them without tasks...`);
  const idle = await measureIdle(installation, fleet.processIds, options);
  say(`Submitting ${options.perSecond} tasks a second for ${options.seconds} s...`);
  if (options.isProfiled) await resetStatements(installation);
  const loaded = await load(installation, fleet.processIds, options);
  const statements = options.isProfiled ? await readStatements(installation) : [];
  const reports = await fleet.end();
  const tasks = await readTasks(installation, loaded.submitted);
  const heartbeatMs = reports.flatMap((report) => report.heartbeatMs);
  const complaints: Record<string, number> = {};
  for (const [message, count] of reports.flatMap((report) => Object.entries(report.complaints))) {
    complaints[message] = (complaints[message] ?? 0) + count;
  }
  const failed = reports.reduce((sum, report) => sum + report.failedHeartbeats, 0);
  return {
    faults: findFaults(loaded.submitted, tasks, reports),
    tasks: tasks.length,
    perSecond: ratesOf(tasks, loaded.submitted.seconds),
    submitMs: describe(loaded.submitted.milliseconds),
    startMs: latencyOf(tasks),
    heartbeats: { count: heartbeatMs.length, failed, ms: describe(heartbeatMs) },
    costs: describeCosts(
      { alone, idle, loaded: loaded.readings },
      { ...options, tasks: tasks.length },
    ),
    streams: describeStreams(loaded.followed, tasks),
    fleetDelayMs: Math.round(Math.max(...reports.map(({ loopDelayMs }) => loopDelayMs))),
    complaints,
    statements,
    waits: loaded.waits,
  };
}

async function measureIdle(
  installation: Installation,
  fleet: readonly number[],
  { idleSeconds }: ScaleOptions,
) {
  // Processes that have just started are still compiling code.
  await delay(idleSeconds * SETTLE_SHARE * 1_000);
  const from = await readResources(installation, fleet);
  await delay(idleSeconds * 1_000);
  return { from, to: await readResources(installation, fleet) };
}

async function load(installation: Installation, fleet: readonly number[], options: ScaleOptions) {
  using followers = createFollowers(options.streams);
  await using waits = options.isProfiled ? watchWaits(installation) : undefined;
  const from = await readResources(installation, fleet);
  const submitted = await submitAtRate(installation, options, followers.follow);
  const peak = await readResources(installation, fleet);
  await untilEnded(installation, options.workMs + STANDSTILL_MS);
  const to = await readResources(installation, fleet);
  const followed = await followers.settled();
  return { submitted, followed, readings: { from, peak, to }, waits: waits?.list() ?? [] };
}

/** Throws when no more tasks end. */
async function untilEnded({ query }: Installation, standstillMs: number): Promise<void> {
  let [least, seenAt] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const [{ left } = { left: 0 }] = await query<{ left: number }>(UNFINISHED);
    if (left === 0) return;
    if (left < least) [least, seenAt] = [left, performance.now()];
    if (performance.now() - seenAt > standstillMs) {
      throw new Error(`No task has ended for ${standstillMs} ms, and ${left} are left.`);
    }
    await delay(LOOK_MS);
  }
}

/** Stores finished tasks, which are copies of one. */
async function storeTasks(installation: Installation, options: ScaleOptions): Promise<void> {
  if (options.stored === 0) return;
  const { urls, apiKeys, databaseUrl } = installation;
  const client = createApiClient(urls[0] ?? '', apiKeys[0] ?? '');
  const body = submissionOf(0, options);
  const { task_id: taskId } = Object(await client.post('/api/v1/inference', body));
  await client.post(`/api/v1/tasks/${taskId}/cancel`, {});
  await loadFinishedTasks(databaseUrl, options.stored);
}

function describeStreams({ endedAt, ...counts }: Followed, tasks: readonly TaskTimes[]) {
  const delays = tasks.flatMap(({ id, completedAt }) => {
    const seenAt = endedAt.get(id);
    return seenAt === undefined || completedAt === null ? [] : [seenAt - completedAt];
  });
  return { ...counts, delayMs: describe(delays) };
}
