import { createLogger } from '@errand/app-runtime';
import { labelAccount } from '../accounts/label-account.ts';
import type { Database } from '../database/connect-database.ts';
import { queues } from '../jobs.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';

interface Move {
  readonly database: Database;
  /** Of the same database. */
  readonly url: string;
  readonly accountId: string;
  /** Null: workers without a label. */
  readonly label: string | null;
}

/**
 * Restricts an account to the workers of a label, and moves its permits to their lane. The only
 * command that needs the job queue, whose modules take most of a second to load.
 */
export async function moveAccount({ database, url, accountId, label }: Move): Promise<void> {
  const logger = createLogger({ name: 'command-line', level: 'error' });
  await using queue = await startJobQueue({ url, queues, logger });
  await labelAccount({ database, queue }, accountId, label);
}
