import { defineRoute } from '../http/define-route.ts';
import type { AccountDeletionStore } from './account-deletion-store.ts';
import { writeDeletion } from './write-deletion.ts';

export const getAccountDeletion = defineRoute(
  'getAccountDeletion',
  async (
    { accountDeletions }: { readonly accountDeletions: AccountDeletionStore },
    { params },
  ) => ({
    status: 200,
    body: writeDeletion(await accountDeletions.get(params.account_id)),
  }),
);
