import type { Database } from '../database/connect-database.ts';
import { readStorageUse } from '../storage-quotas/reserve-storage.ts';
import type { StorageUse } from '../storage-quotas/storage-limits.ts';

export interface Account {
  readonly accountId: string;
  readonly name: string;
}

export interface AccountStore {
  /** Makes the account with its default workspace, or answers the one of this name. */
  ensure: (name: string) => Promise<Account & { readonly isCreated: boolean }>;
  find: (name: string) => Promise<Account | undefined>;
  /** Throws when there is none of the id. */
  get: (accountId: string) => Promise<Account>;
  /** By name. */
  list: () => Promise<readonly Account[]>;
  /** What accounts store, by id. `usualBytes` is what those may that have no limit of their own; default any number. */
  storageOf: (
    accountIds: readonly string[],
    usualBytes?: number,
  ) => Promise<ReadonlyMap<string, StorageUse>>;
  /** A limit of its own in bytes, 0 for none; null: what the setting says. */
  limitStorage: (accountId: string, bytes: number | null) => Promise<void>;
  /** The same for mails of a day. */
  limitMails: (accountId: string, mailsPerDay: number | null) => Promise<void>;
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
