export interface Timings {
  /** Runs `work` and records its duration under `name`, even when it throws. */
  readonly measure: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;
  /** Durations by name, in whole milliseconds. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** Measures where the time of a task goes, for operators. */
export function createTimings(): Timings {
  const milliseconds: Record<string, number> = {};
  return {
    milliseconds,
    async measure(name, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        milliseconds[name] = Math.round(performance.now() - startedAt);
      }
    },
  };
}
