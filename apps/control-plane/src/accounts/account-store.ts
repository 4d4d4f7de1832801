import type { Database } from '../database/connect-database.ts';
import { readStorageUse } from '../storage-quotas/reserve-storage.ts';
import type { StorageUse } from '../storage-quotas/storage-limits.ts';

export interface Account {
  readonly accountId: string;
  readonly name: string;
}

export interface AccountStore {
  /** Creates the account with its default workspace, or returns the existing one of this name. */
  ensure: (name: string) => Promise<Account & { readonly isCreated: boolean }>;
  find: (name: string) => Promise<Account | undefined>;
  /** Throws when no account has this id. */
  get: (accountId: string) => Promise<Account>;
  /** Sorted by name. */
  list: () => Promise<readonly Account[]>;
  /**
   * Storage use by account id. `usualBytes` is the limit of accounts without their own limit;
   * default unlimited.
   */
  storageOf: (
    accountIds: readonly string[],
    usualBytes?: number,
  ) => Promise<ReadonlyMap<string, StorageUse>>;
  /** The account's own limit in bytes: 0 for unlimited, null for the configured default. */
  limitStorage: (accountId: string, bytes: number | null) => Promise<void>;
  /** The account's own limit of emails per day; 0: unlimited; null: the default. */
  limitMails: (accountId: string, mailsPerDay: number | null) => Promise<void>;
  /** The account's own limit of open debug sessions; null: the default. */
  limitDebugSessions: (accountId: string, maxDebugSessions: number | null) => Promise<void>;
}

export function createAccountStore(database: Database): AccountStore {
  const { prisma } = database;
  const find = async (name: string): Promise<Account | undefined> => {
    const account = await prisma.account.findUnique({ where: { name } });
    return account ? { accountId: account.id, name: account.name } : undefined;
  };
  return {
    find,
    storageOf: (accountIds, usualBytes) => readStorageUse(database, usualBytes, accountIds),
    async limitStorage(id, bytes) {
      const storageLimitBytes = bytes === null ? null : BigInt(bytes);
      await prisma.account.update({ where: { id }, data: { storageLimitBytes } });
    },
    async limitMails(id, mailsPerDay) {
      await prisma.account.update({ where: { id }, data: { mailsPerDay } });
    },
    async limitDebugSessions(id, maxDebugSessions) {
      await prisma.account.update({ where: { id }, data: { maxDebugSessions } });
    },
    async get(accountId) {
      const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
      return { accountId, name };
    },
    async list() {
      const accounts = await prisma.account.findMany({ orderBy: { name: 'asc' } });
      return accounts.map(({ id, name }) => ({ accountId: id, name }));
    },
    async ensure(name) {
      const known = await find(name);
      if (known) return { ...known, isCreated: false };
      const workspaces = { create: { name: 'default', isDefault: true } };
      const { id } = await prisma.account.create({ data: { name, workspaces } });
      return { accountId: id, name, isCreated: true };
    },
  };
}
