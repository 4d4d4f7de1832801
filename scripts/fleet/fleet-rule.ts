/** One worker of the fleet, as the fleet and the control plane see it. */
export interface FleetWorker {
  readonly id: string;
  /** `starting`: not yet seen by the control plane. `stopping`: asked to stop. */
  readonly state: 'starting' | 'active' | 'draining' | 'drained' | 'stopping';
  /** Tasks that the worker holds. */
  readonly busy: number;
  readonly warmSessions: number;
}

export interface Situation {
  /** Workers needed for the demand of the last readings, newest last; see `countWanted`. */
  readonly wanted: readonly number[];
  readonly workers: readonly FleetWorker[];
  readonly max: number;
}

export interface Decision {
  readonly start: number;
  /** Ids of idle workers to drain. */
  readonly drain: readonly string[];
  /** Ids of draining workers to resume. */
  readonly resume: readonly string[];
  /** Ids of workers that hold nothing and can be stopped. */
  readonly stop: readonly string[];
}

/** The number of workers that the slots need, within the bounds. */
export function countWanted(
  slotsWanted: number,
  { slots, min, max }: { readonly slots: number; readonly min: number; readonly max: number },
): number {
  return Math.min(max, Math.max(min, Math.ceil(slotsWanted / slots)));
}

/**
 * Grows immediately to what the newest reading needs. Shrinks to the most that any reading needed,
 * and only by workers that hold nothing: they are drained, then stopped. A worker that got a task
 * just before its drain is resumed.
 */
export function decide({ wanted, workers, max }: Situation): Decision {
  const now = wanted.at(-1) ?? 0;
  const keep = Math.max(0, ...wanted);
  const alive = workers.filter(({ state }) => state !== 'stopping');
  const serving = alive.filter(({ state }) => state === 'starting' || state === 'active');
  const draining = alive.filter(({ state }) => state === 'draining' || state === 'drained');
  const busy = draining.filter(({ busy: held }) => held > 0).map(({ id }) => id);
  const resume = [
    ...busy,
    ...draining
      .filter(({ id }) => !busy.includes(id))
      .slice(0, Math.max(0, now - serving.length - busy.length))
      .map(({ id }) => id),
  ];
  const start = Math.max(0, Math.min(now - serving.length - resume.length, max - workers.length));
  const idle = serving
    .filter((worker) => worker.state === 'active' && worker.busy === 0)
    .toSorted((one, other) => one.warmSessions - other.warmSessions);
  return {
    start,
    resume,
    drain: idle.slice(0, Math.max(0, serving.length + resume.length - keep)).map(({ id }) => id),
    stop: draining
      .filter(({ id, state }) => state === 'drained' && !resume.includes(id))
      .map(({ id }) => id),
  };
}
