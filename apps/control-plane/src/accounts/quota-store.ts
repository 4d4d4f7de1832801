import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { AccountNotFoundError } from './account-errors.ts';

/** Limits that an operator sets for one account. 0: unlimited; null: the default. */
export interface OwnQuotas {
  /** Maximum number of tasks running concurrently. */
  readonly running: number | null;
  /** Total minutes of the account's attempts within 24 hours. */
  readonly minutes_per_day: number | null;
  readonly storage_bytes: number | null;
  readonly mails_per_day: number | null;
  /** Maximum number of debug sessions open at the same time. */
  readonly debug_sessions: number | null;
}

/** The limits of accounts without their own limits. 0 or undefined: unlimited. */
export interface UsualQuotas {
  readonly storage_bytes: number | undefined;
  readonly mails_per_day: number | undefined;
  readonly debug_sessions: number;
}

/** The limits in effect; null: unlimited. */
export function limitsOf(
  { minutes_per_day, storage_bytes, mails_per_day, debug_sessions }: OwnQuotas,
  usual: UsualQuotas,
) {
  return {
    minutes_per_day: inEffect(minutes_per_day, undefined),
    storage_bytes: inEffect(storage_bytes, usual.storage_bytes),
    mails_per_day: inEffect(mails_per_day, usual.mails_per_day),
    debug_sessions: inEffect(debug_sessions, usual.debug_sessions),
  };
}

/** A limit of an account, or else that of the installation; null if it is 0 or there is none. */
function inEffect(own: number | null, usual: number | undefined): number | null {
  return (own ?? usual ?? 0) || null;
}

/** What an account may use and what it uses. */
export interface AccountQuotas {
  readonly account_id: string;
  readonly account: string;
  readonly own: OwnQuotas;
  readonly used: {
    readonly running: number;
    readonly minutes_of_24_hours: number;
    readonly storage_bytes: number;
    readonly mails_today: number;
    readonly debug_sessions: number;
  };
  /**
   * How many tasks it may run now, according to all limits on running tasks; null: any number.
   */
  readonly may_run: number | null;
  readonly waiting: number;
  readonly is_paused: boolean;
}

/** Quotas of accounts, for operators. */
export interface QuotaStore {
  /** Throws AccountNotFoundError. */
  readonly get: (accountId: string) => Promise<AccountQuotas>;
  /**
   * Sets the given limits in one statement and keeps the others. They apply from the next claim,
   * email, file or session; nothing running or stored is affected. Throws AccountNotFoundError.
   */
  readonly set: (accountId: string, own: Partial<OwnQuotas>) => Promise<AccountQuotas>;
  /** All accounts, or the one with this name, sorted by name; at most 1000. */
  readonly list: (name?: string) => Promise<readonly AccountQuotas[]>;
}

/** Beyond this many, waiting tasks of an account are not counted. */
const MAX_WAITING = 10_000;

const COLUMNS = [
  ['running', 'max_running'],
  ['minutes_per_day', 'max_minutes_per_day'],
  ['storage_bytes', 'storage_limit_bytes'],
  ['mails_per_day', 'mails_per_day'],
  ['debug_sessions', 'max_debug_sessions'],
] as const;

export function createQuotaStore({ pool }: Pick<Database, 'pool'>): QuotaStore {
  const get = async (accountId: string): Promise<AccountQuotas> => {
    const { rows } = isUuid(accountId)
      ? await pool.query<AccountQuotas>(`${READ} WHERE a.id = $1`, [accountId])
      : { rows: [] };
    const [found] = rows;
    if (!found) throw new AccountNotFoundError(accountId);
    return found;
  };
  return {
    get,

    async set(accountId, own) {
      if (!isUuid(accountId)) throw new AccountNotFoundError(accountId);
      const given = COLUMNS.filter(([name]) => own[name] !== undefined);
      const changes = given.map(([, column], position) => `${column} = $${position + 2}`);
      await pool.query(`UPDATE accounts SET ${changes.join(', ')} WHERE id = $1`, [
        accountId,
        ...given.map(([name]) => own[name]),
      ]);
      return get(accountId);
    },

    async list(name) {
      const { rows } = await pool.query<AccountQuotas>(
        `${READ} WHERE $1::text IS NULL OR a.name = $1 ORDER BY a.name LIMIT 1000`,
        [name ?? null],
      );
      return rows;
    },
  };
}

const READ = `SELECT a.id account_id, a.name account,
    jsonb_build_object('running', a.max_running, 'minutes_per_day', a.max_minutes_per_day,
      'storage_bytes', a.storage_limit_bytes, 'mails_per_day', a.mails_per_day,
      'debug_sessions', a.max_debug_sessions) own,
    jsonb_build_object('running', account_running(a.id), 'minutes_of_24_hours', account_minutes(a.id),
      'storage_bytes', greatest(0, storage_of(a.id)),
      'mails_today', coalesce((SELECT sent FROM mail_counts
        WHERE account_id = a.id AND day = (now() AT TIME ZONE 'UTC')::date), 0),
      'debug_sessions', (SELECT count(*) FROM debug_sessions
        WHERE account_id = a.id AND ended_at IS NULL)) used,
    account_limit(a.id) may_run, a.pause IS NOT NULL is_paused,
    (SELECT count(*)::int FROM (
      SELECT FROM tasks t WHERE t.account_id = a.id AND t.status = 'queued' LIMIT ${MAX_WAITING}) w) waiting
  FROM accounts a`;
