import { defineRoute } from '../http/define-route.ts';
import type { AccountDeletionStore } from './account-deletion-store.ts';
import { writeDeletion } from './write-deletion.ts';

export const deleteAccount = defineRoute(
  'deleteAccount',
  async (
    { accountDeletions }: { readonly accountDeletions: AccountDeletionStore },
    { params },
  ) => ({
    status: 202,
    body: writeDeletion(await accountDeletions.request(params.account_id)),
  }),
);
