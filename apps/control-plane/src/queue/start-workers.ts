import type { Logger } from '@errand/app-runtime';
import type { PgBoss } from 'pg-boss';
import type { JobWorker } from './job-queue.ts';

/** How often each worker looks for a job without being woken; wakes do not depend on it. */
const POLL_SECONDS = 60;

/**
 * Starts the workers of a queue, which run until pg-boss stops. Returns the function to call when
 * there may be a job. It wakes one worker; a worker that finds a job wakes the next one. pg-boss
 * itself would wake all of them for each job, and each of them would run a query.
 */
export async function startWorkers(
  boss: PgBoss,
  {
    queue,
    concurrency,
    handle,
    logger,
  }: JobWorker & { readonly queue: string; readonly logger: Logger },
): Promise<() => void> {
  const free = new Set<string>();
  /** Whether a job may have arrived while all workers were busy. */
  let isBehind = false;

  function wakeOne(): void {
    const [next] = free;
    if (next === undefined) isBehind = true;
    else boss.notifyWorker(next);
  }

  async function start(): Promise<void> {
    const settings = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true as const };
    const id = await boss.work(queue, settings, async ([job]) => {
      if (!job) return;
      free.delete(id);
      wakeOne();
      try {
        await handle(job.data, { signal: job.signal, sentAt: job.createdOn });
      } catch (error) {
        // pg-boss only records a failure in the job's row and retries the job.
        logger.error('job failed', { queue, jobId: job.id, error });
        throw error;
      } finally {
        free.add(id);
        if (isBehind) boss.notifyWorker(id);
        isBehind = false;
      }
    });
    free.add(id);
  }

  for (let count = 0; count < concurrency; count += 1) await start();
  return wakeOne;
}
