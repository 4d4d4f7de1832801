import { defineRoute } from '../http/define-route.ts';
import type { QuotaStore } from './quota-store.ts';

export const listAccounts = defineRoute(
  'listAccounts',
  async ({ quotas }: { readonly quotas: QuotaStore }, { query }) => ({
    status: 200,
    body: { accounts: [...(await quotas.list(query.name))] },
  }),
);
