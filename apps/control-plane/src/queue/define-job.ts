import type { z } from 'zod';
import type { JobQueue, QueueDefinition } from './job-queue.ts';

interface JobDefinition<Data extends z.ZodType, Needs> extends QueueDefinition {
  /** What the job is sent with. */
  readonly data: Data;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** May be called twice with the same data: the process can end between its last line and the job's completion. */
  readonly run: (dependencies: Needs, data: z.output<Data>, signal: AbortSignal) => Promise<void>;
}

/** A kind of job as the registry holds it. `Needs`: the dependencies that it asks for. */
export interface Job<Needs> extends QueueDefinition {
  /** Begins to run jobs of this kind in this process. */
  readonly start: (queue: JobQueue, dependencies: Needs) => Promise<void>;
}

/** Closes over the type of the data, so that the registry holds every job without a cast. */
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
        handle: (data, signal) => run(dependencies, schema.parse(data), signal),
      }),
  };
}
