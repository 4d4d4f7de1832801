import type { Database } from '../database/connect-database.ts';

export interface Account {
  readonly accountId: string;
  readonly name: string;
}

export interface AccountStore {
  /** Makes the account with its default workspace, or answers the one of this name. */
  ensure: (name: string) => Promise<Account & { readonly isCreated: boolean }>;
  find: (name: string) => Promise<Account | undefined>;
  /** By name. */
  list: () => Promise<readonly Account[]>;
}

export function createAccountStore({ prisma }: Database): AccountStore {
  const find = async (name: string): Promise<Account | undefined> => {
    const account = await prisma.account.findUnique({ where: { name } });
    return account ? { accountId: account.id, name: account.name } : undefined;
  };
  return {
    find,
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
