import { percentile, round } from '../bench/statistics.ts';
import type { FleetReport } from './fleet/fleet.ts';
import type { Installation } from './installation.ts';
import type { Submitted } from './submit-at-rate.ts';

export interface TaskTimes {
  readonly id: string;
  readonly status: string;
  /** Times as values of `Date.now()`, by PostgreSQL's clock. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly attempts: number;
}

/** Reads all tasks that clients submitted. */
export function readTasks(
  { query }: Installation,
  { tasks }: Submitted,
): Promise<readonly TaskTimes[]> {
  return query<TaskTimes>(
    `SELECT id, status, (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
       (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
       (extract(epoch FROM completed_at) * 1000)::float8 AS "completedAt",
       (SELECT count(*)::int FROM attempts a WHERE a.task_id = t.id) AS attempts
     FROM tasks t WHERE id = ANY($1::uuid[])`,
    [tasks.map(({ taskId }) => taskId)],
  );
}

/** Time from the submission until the worker reported the start, in milliseconds. */
export function latencyOf(tasks: readonly TaskTimes[]) {
  const waited = tasks.flatMap(({ createdAt, startedAt }) =>
    startedAt === null ? [] : [startedAt - createdAt],
  );
  return describe(waited);
}

export function describe(milliseconds: readonly number[]) {
  return {
    p50: percentile(milliseconds, 50),
    p95: percentile(milliseconds, 95),
    p99: percentile(milliseconds, 99),
  };
}

/** Tasks per second in the second half of the submission time. */
export function ratesOf(tasks: readonly TaskTimes[], seconds: number) {
  const from = Math.min(...tasks.map(({ createdAt }) => createdAt)) + seconds * 500;
  const rate = (name: 'createdAt' | 'startedAt' | 'completedAt'): number => {
    const inTime = tasks.filter((task) => {
      const at = task[name];
      return at !== null && at >= from && at < from + seconds * 500;
    });
    return round(inTime.length / (seconds / 2));
  };
  return {
    submitted: rate('createdAt'),
    claimed: rate('startedAt'),
    finished: rate('completedAt'),
  };
}

/** Returns a sentence for each task that was lost or ran more than once. */
export function findFaults(
  submitted: Submitted,
  tasks: readonly TaskTimes[],
  reports: readonly FleetReport[],
): string[] {
  const began = Map.groupBy(
    reports.flatMap((report) => report.began),
    (execution) => execution.split('/')[0] ?? '',
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const faults: string[] = [];
  for (const { taskId } of submitted.tasks) {
    const task = byId.get(taskId);
    const executions = began.get(taskId)?.length ?? 0;
    const isFine = task?.status === 'success' && task.attempts === 1 && executions === 1;
    if (!isFine) {
      faults.push(
        `Task ${taskId} is ${task?.status ?? 'missing'} after ${task?.attempts ?? 0} attempts and ${executions} executions.`,
      );
    }
  }
  if (byId.size !== submitted.tasks.length) {
    faults.push(`${submitted.tasks.length} tasks were accepted, and ${byId.size} are stored.`);
  }
  const unknown = began.size - submitted.tasks.filter(({ taskId }) => began.has(taskId)).length;
  if (unknown > 0) faults.push(`Workers ran ${unknown} tasks that no client submitted.`);
  const refused = Object.values(submitted.refused).reduce((total, count) => total + count, 0);
  if (refused > 0) faults.push(`${refused} submissions were refused.`);
  return faults;
}
