import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import type { PgBoss } from 'pg-boss';

const INTERVAL_MS = 2_000;

/**
 * Notifies the workers of a queue every two seconds while it has a job that is due, until disposed:
 * pg-boss notifies them only when a job is sent. One query costs much less than a fetch by each
 * worker.
 */
export function announceDueJobs(
  boss: PgBoss,
  options: {
    readonly schema: string;
    /** The channel that pg-boss listens to. */
    readonly channel: string;
    readonly queue: string;
    readonly logger: Logger;
  },
): AsyncDisposable {
  const { schema, channel, queue, logger } = options;
  const statement = `
    SELECT pg_notify($1, $2) FROM ${schema}.job
    WHERE name = $2 AND state < 'active' AND NOT blocked AND start_after <= now() LIMIT 1`;
  const over = new AbortController();
  const announce = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await pauseUntilAborted(INTERVAL_MS, over.signal);
      if (over.signal.aborted) return;
      const asked = boss.getDb().executeSql(statement, [channel, queue]);
      await asked.catch((error: unknown) => logger.error('job queue failed', { error }));
    }
  };
  const announcing = announce();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await announcing;
    },
  };
}
