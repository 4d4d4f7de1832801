import { defineRoute } from '../http/define-route.ts';

/** What the account of the key stores and may store. */
export const getAccount = defineRoute(
  'getAccount',
  async ({ accounts, storageLimits }, { accountId }) => {
    const { name } = await accounts.get(accountId);
    const uses = await accounts.storageOf([accountId], storageLimits.accountBytes);
    const { usedBytes = 0, limitBytes = null } = uses.get(accountId) ?? {};
    const storage = { used_bytes: Math.max(0, usedBytes), limit_bytes: limitBytes };
    return { status: 200, body: { success: true, account_id: accountId, name, storage } };
  },
);
