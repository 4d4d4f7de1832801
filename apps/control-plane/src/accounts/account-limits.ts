import type { Database } from '../database/connect-database.ts';

/** Fleet limits of an account. 0: unlimited; null: the default. */
export interface AccountLimits {
  /**
   * Maximum number of tasks running concurrently. Default: the slots of the account's workers,
   * minus one when there are several accounts.
   */
  readonly maxRunning: number | null;
  /** Minutes that the account's attempts may take within 24 hours. Default: unlimited. */
  readonly maxMinutesPerDay: number | null;
}

/**
 * Limits that the operator sets for accounts. A new limit applies from the next claim; running
 * tasks continue. After a limit is raised, waiting tasks start at the reaper's next pass, within a
 * second.
 */
export interface AccountLimitStore {
  /** Sets the given limits of the account, keeps the others and returns all of them. */
  set: (accountId: string, limits: Partial<AccountLimits>) => Promise<AccountLimits>;
  /** Sets the given default limits, for accounts without their own limits. */
  setDefaults: (limits: Partial<AccountLimits>) => Promise<AccountLimits>;
}

export function createAccountLimitStore({ prisma }: Database): AccountLimitStore {
  const select = { maxRunning: true, maxMinutesPerDay: true };
  return {
    set: (id, data) => prisma.account.update({ where: { id }, data, select }),

    setDefaults: (data) =>
      prisma.accountDefaults.upsert({ where: { id: 1 }, update: data, create: data, select }),
  };
}
