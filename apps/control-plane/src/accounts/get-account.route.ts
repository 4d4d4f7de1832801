import type { MailLimit } from '../callbacks/mail-limit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { AccountStore } from './account-store.ts';

interface Dependencies {
  readonly accounts: AccountStore;
  readonly storageLimits: StorageLimits;
  readonly mailLimit: MailLimit;
}

/** Usage and limits of the account that the key belongs to. */
export const getAccount = defineRoute(
  'getAccount',
  async ({ accounts, storageLimits, mailLimit }: Dependencies, { accountId }) => {
    const [{ name }, uses, { sentToday, limitPerDay }] = await Promise.all([
      accounts.get(accountId),
      accounts.storageOf([accountId], storageLimits.accountBytes),
      mailLimit.usageOf(accountId),
    ]);
    const { usedBytes = 0, limitBytes = null } = uses.get(accountId) ?? {};
    const storage = { used_bytes: Math.max(0, usedBytes), limit_bytes: limitBytes };
    const mails = { sent_today: sentToday, limit_per_day: limitPerDay };
    return { status: 200, body: { success: true, account_id: accountId, name, storage, mails } };
  },
);
