import type { z } from 'zod';
import type { JobDependencies } from '../job-dependencies.ts';
import type { JobQueue, QueueDefinition } from './job-queue.ts';

interface JobDefinition<Data extends z.ZodType> extends QueueDefinition {
  /** What the job is sent with. */
  readonly data: Data;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** May be called twice with the same data: the process can end between its last line and the job's completion. */
  readonly run: (
    dependencies: JobDependencies,
    data: z.output<Data>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** A kind of job as the registry holds it. */
export interface Job extends QueueDefinition {
  /** Begins to run jobs of this kind in this process. */
  readonly start: (queue: JobQueue, dependencies: JobDependencies) => Promise<void>;
}

/** Closes over the type of the data, so that the registry holds every job without a cast. */
export function defineJob<Data extends z.ZodType>(definition: JobDefinition<Data>): Job {
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
