import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { lanesOf } from '../transitions/permits.ts';

/** Why a waiting task could not start on a new worker. See explain-wait.ts. */
interface HeldBack {
  readonly login_busy: number;
  readonly portal_limit: number;
  readonly account_limit: number;
  readonly warm_session_busy: number;
  readonly paused: number;
}

/** What workers with certain labels could do now. */
interface Demand {
  /** Waiting tasks that a new worker could start now. */
  readonly claimable: number;
  /** Tasks that workers hold. */
  readonly busy: number;
  readonly waiting: HeldBack;
  /** How long the oldest permit has waited for a worker; 0 if nothing is claimable. */
  readonly oldestClaimableSeconds: number;
}

export interface DemandStore {
  /** Labels of the workers. Empty means `default`, which stands for accounts without a label. */
  readonly read: (labels: readonly string[]) => Promise<Demand>;
}

/** Claimable tasks beyond this are not counted: an autoscaler asks again before it has slots. */
const MAX_COUNTED = 2_000;

export function createDemandStore({
  database,
  queue,
}: {
  readonly database: Pick<Database, 'pool'>;
  readonly queue: Pick<JobQueue, 'longestWaitSeconds'>;
}): DemandStore {
  return {
    async read(labels) {
      const served = labels.length === 0 ? ['default'] : labels;
      const { rows } = await database.pool.query<Pick<Demand, 'claimable' | 'busy' | 'waiting'>>(
        'SELECT claimable, busy, waiting FROM demand($1, $2)',
        [served, MAX_COUNTED],
      );
      const [counted] = rows;
      if (!counted) throw new Error('demand returned no row.');
      const oldestClaimableSeconds =
        counted.claimable === 0 ? 0 : await queue.longestWaitSeconds(lanesOf(labels));
      return { ...counted, oldestClaimableSeconds };
    },
  };
}
