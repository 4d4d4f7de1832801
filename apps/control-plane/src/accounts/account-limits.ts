import type { Database } from '../database/connect-database.ts';

/** What an account may use of the fleet. 0: any number; null: the default. */
export interface AccountLimits {
  /** Tasks that run at once. Default: the slots of its workers less one when there are several accounts. */
  readonly maxRunning: number | null;
  /** Minutes that its attempts of the last 24 hours may have taken. Default: any number. */
  readonly maxMinutesPerDay: number | null;
}

/**
 * What the operator allows accounts. A limit holds for the next claim; what runs goes on. Tasks that waited for a lower limit
 * start when the reaper looks, within a second.
 */
export interface AccountLimitStore {
  /** Sets the named limits of the account and leaves the others; returns all. */
  set: (accountId: string, limits: Partial<AccountLimits>) => Promise<AccountLimits>;
  /** The same for accounts that have no limit of their own. */
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
