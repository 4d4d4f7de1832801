import { defineRoute } from '../http/define-route.ts';
import type { QuotaStore } from './quota-store.ts';

export const getQuotas = defineRoute(
  'getQuotas',
  async ({ quotas }: { readonly quotas: QuotaStore }, { params }) => ({
    status: 200,
    body: await quotas.get(params.account_id),
  }),
);
