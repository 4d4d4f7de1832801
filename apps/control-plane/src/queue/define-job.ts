import type { z } from 'zod';
import type { JobQueue, JobRun, QueueDefinition } from './job-queue.ts';

interface JobDefinition<Data extends z.ZodType, Needs> extends QueueDefinition {
  /** Schema of the job's data. */
  readonly data: Data;
  /** How many jobs run concurrently in one process. */
  readonly concurrency: number;
  /**
   * May be called twice with the same data, because the process can end between the handler's last
   * line and the job's completion.
   */
  readonly run: (dependencies: Needs, data: z.output<Data>, run: JobRun) => Promise<void>;
}

/** A kind of job in the registry. `Needs`: the dependencies it requires. */
export interface Job<Needs> extends QueueDefinition {
  /** Starts to run jobs of this kind in this process. */
  readonly start: (queue: JobQueue, dependencies: Needs) => Promise<void>;
}

/** Hides the data type in a closure, so that the registry can hold every job without a cast. */
export function defineJob<Data extends z.ZodType, Needs>(
  definition: JobDefinition<Data, Needs>,
): Job<Needs> {
  const { name, expireInSeconds, retryLimit, concurrency, data: schema, run } = definition;
  return {
    name,
    expireInSeconds,
    retryLimit,
    start: (queue, dependencies) =>
      queue.work(name, {
        concurrency,
        handle: (data, jobRun) => run(dependencies, schema.parse(data), jobRun),
      }),
  };
}
