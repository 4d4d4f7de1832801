import { deliverCallback, type DeliveryDependencies } from './callbacks/deliver-callback.job.ts';
import type { Job } from './queue/define-job.ts';
import type { JobQueue, QueueDefinition } from './queue/job-queue.ts';
import { startDueSchedules } from './schedules/start-due-schedules.job.ts';
import { runSchedule, type ScheduleDependencies } from './schedules/run-schedule.job.ts';
import { permitQueue } from './transitions/permits.ts';

/** Dependencies of jobs. `main.ts` builds them once; tests build them on their own database. */
type JobDependencies = DeliveryDependencies;

const jobs: readonly Job<JobDependencies>[] = [deliverCallback];

/** Every queue that `startJobQueue` must create. */
export const queues: readonly QueueDefinition[] = [
  permitQueue,
  ...jobs,
  runSchedule,
  startDueSchedules,
];

/** Runs all kinds of jobs in this process until the queue is disposed. */
export async function startJobs(queue: JobQueue, dependencies: JobDependencies): Promise<void> {
  for (const job of jobs) await job.start(queue, dependencies);
}

/** Submits the tasks of schedules in this process until the queue is disposed. */
export async function startScheduling(dependencies: ScheduleDependencies): Promise<void> {
  const { queue } = dependencies;
  await runSchedule.start(queue, dependencies);
  await startDueSchedules.start(queue, dependencies);
  await queue.sendEveryMinute(startDueSchedules.name);
}
