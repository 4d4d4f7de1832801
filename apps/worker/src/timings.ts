export interface Timings {
  /** Runs `work` and keeps how long it took under `name`, also when it throws. */
  readonly measure: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;
  /** By name, in whole milliseconds. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** Tells operators where the time of a task went. */
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
