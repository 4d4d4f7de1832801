import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';

/**
 * Share of the daily emails reserved for requests for a person; notices of ended tasks must not use
 * it up.
 */
const KEPT_FOR_PEOPLE = 0.2;
const FORGET_BATCH = 1_000;

/** Limits the emails of an account per day (UTC). */
export interface MailLimit {
  /**
   * Counts one email about to be sent. Returns the reason, as a sentence, when it may not be sent.
   */
  readonly take: (mail: {
    readonly accountId: string;
    /** Set for an email that asks for a person. */
    readonly humanWaitId: string | null;
  }) => Promise<string | undefined>;
  /** A null limit means unlimited. */
  readonly usageOf: (
    accountId: string,
  ) => Promise<{ readonly sentToday: number; readonly limitPerDay: number | null }>;
  /** Uncounts an email that could not be sent. */
  readonly giveBack: (accountId: string) => Promise<void>;
}

/** `mailsPerDay` applies to accounts without their own limit; undefined: unlimited. */
export function createMailLimit({ pool }: Database, mailsPerDay: number | undefined): MailLimit {
  return {
    async take({ accountId, humanWaitId }) {
      const part = humanWaitId === null ? 1 - KEPT_FOR_PEOPLE : 1;
      // One statement counts and decides, so concurrent calls never exceed the limit.
      const { rows } = await pool.query<{ allowed: number | null; is_taken: boolean }>(
        `WITH account AS (
           SELECT id, nullif(coalesce(mails_per_day, $2::int), 0) AS allowed FROM accounts WHERE id = $1
         ), taken AS (
           INSERT INTO mail_counts (account_id, day, sent)
           SELECT id, (now() AT TIME ZONE 'UTC')::date, 1 FROM account
           WHERE allowed IS NULL OR ceil(allowed * $3::float) >= 1
           ON CONFLICT (account_id, day) DO UPDATE SET sent = mail_counts.sent + 1
           WHERE (SELECT allowed IS NULL OR mail_counts.sent < ceil(allowed * $3::float) FROM account)
           RETURNING sent
         )
         SELECT allowed, EXISTS (SELECT FROM taken) AS is_taken FROM account`,
        [accountId, mailsPerDay, part],
      );
      const [answer] = rows;
      return answer && !answer.is_taken ? describe(answer.allowed ?? 0, humanWaitId) : undefined;
    },

    async usageOf(accountId) {
      const { rows } = await pool.query<{ sent: number; allowed: number | null }>(
        `SELECT coalesce(c.sent, 0) AS sent, nullif(coalesce(a.mails_per_day, $2::int), 0) AS allowed
         FROM accounts a
         LEFT JOIN mail_counts c ON c.account_id = a.id AND c.day = (now() AT TIME ZONE 'UTC')::date
         WHERE a.id = $1`,
        [accountId, mailsPerDay],
      );
      const [usage] = rows;
      return { sentToday: usage?.sent ?? 0, limitPerDay: usage?.allowed ?? null };
    },

    async giveBack(accountId) {
      await pool.query(
        `UPDATE mail_counts SET sent = sent - 1
         WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date AND sent > 0`,
        [accountId],
      );
    },
  };
}

/** Deletes counts older than a week; returns whether more may remain. */
export async function forgetMailCounts(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM mail_counts WHERE (account_id, day) IN (
       SELECT account_id, day FROM mail_counts WHERE day < (now() AT TIME ZONE 'UTC')::date - 7
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}

function describe(allowed: number, humanWaitId: string | null): string {
  const kept =
    humanWaitId === null
      ? ', the last fifth of them reserved for tasks that wait for a person'
      : '';
  return `The email was not sent: the account may send ${allowed} emails a day (UTC)${kept}. Ask the operator for more (errand admin accounts limit, MAILS_PER_DAY), or redeliver it tomorrow.`;
}
