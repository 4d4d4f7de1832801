import type { MailLimit } from '../callbacks/mail-limit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { AccountStore } from './account-store.ts';
import type { RetentionStore } from './retention-store.ts';
import { writeEffective } from './write-retention.ts';

interface Dependencies {
  readonly accounts: AccountStore;
  readonly storageLimits: StorageLimits;
  readonly mailLimit: MailLimit;
  readonly retention: RetentionStore;
}

/** Usage and limits of the account that the key belongs to. */
export const getAccount = defineRoute(
  'getAccount',
  async ({ accounts, storageLimits, mailLimit, retention }: Dependencies, { accountId }) => {
    const [{ name }, uses, { sentToday, limitPerDay }, { effective }] = await Promise.all([
      accounts.get(accountId),
      accounts.storageOf([accountId], storageLimits.accountBytes),
      mailLimit.usageOf(accountId),
      retention.get(accountId),
    ]);
    const { usedBytes = 0, limitBytes = null } = uses.get(accountId) ?? {};
    const storage = { used_bytes: Math.max(0, usedBytes), limit_bytes: limitBytes };
    const mails = { sent_today: sentToday, limit_per_day: limitPerDay };
    const kept = { retention: writeEffective(effective) };
    return {
      status: 200,
      body: { success: true, account_id: accountId, name, storage, mails, ...kept },
    };
  },
);
