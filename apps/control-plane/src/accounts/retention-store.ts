import { AccountNotFoundError } from './account-errors.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { AccountRetention, OwnRetention, RetentionPeriods } from './retention-periods.ts';

/** How long accounts keep their tasks and files. */
export interface RetentionStore {
  /** Throws AccountNotFoundError. */
  get: (accountId: string) => Promise<AccountRetention>;
  /** Takes effect within a minute. Throws AccountNotFoundError. */
  set: (accountId: string, own: OwnRetention) => Promise<AccountRetention>;
}

/** `usual` holds the periods of accounts without their own. */
export function createRetentionStore(
  { pool }: Pick<Database, 'pool'>,
  usual: RetentionPeriods,
): RetentionStore {
  const run = async (
    accountId: string,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<AccountRetention> => {
    const { rows } = isUuid(accountId)
      ? await pool.query<OwnRetention>(statement, [accountId, ...values])
      : { rows: [] };
    const [own] = rows;
    if (!own) throw new AccountNotFoundError(accountId);
    const { taskDays, fileDays } = own;
    return {
      own,
      effective: { taskDays: taskDays ?? usual.taskDays, fileDays: fileDays ?? usual.fileDays },
    };
  };
  return {
    get: (accountId) => run(accountId, `SELECT ${OWN} FROM accounts WHERE id = $1`),

    set: (accountId, { taskDays, fileDays }) =>
      run(
        accountId,
        `UPDATE accounts SET retention_days = $2, artifact_retention_days = $3
         WHERE id = $1 RETURNING ${OWN}`,
        [taskDays, fileDays],
      ),
  };
}

const OWN = 'retention_days AS "taskDays", artifact_retention_days AS "fileDays"';
