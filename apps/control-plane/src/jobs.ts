import { deliverCallback, type DeliveryDependencies } from './callbacks/deliver-callback.job.ts';
import type { Job } from './queue/define-job.ts';
import type { JobQueue, QueueDefinition } from './queue/job-queue.ts';
import { permitQueue } from './transitions/permits.ts';

/** What jobs may use. `main.ts` builds it once; tests build it on a database of their own. */
type JobDependencies = DeliveryDependencies;

const jobs: readonly Job<JobDependencies>[] = [deliverCallback];

/** Every queue that `startJobQueue` must make. */
export const queues: readonly QueueDefinition[] = [permitQueue, ...jobs];

/** Begins to run all kinds of jobs in this process, until the queue is disposed. */
export async function startJobs(queue: JobQueue, dependencies: JobDependencies): Promise<void> {
  for (const job of jobs) await job.start(queue, dependencies);
}
