import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { QuotaStore } from './quota-store.ts';

/** Changes the given limits of an account and keeps the others. Safe to repeat. */
export const changeQuotas = defineRoute(
  'changeQuotas',
  async (
    { quotas, audit }: { readonly quotas: QuotaStore; readonly audit: Audit },
    { params, body },
  ) => {
    const { by, reason, ...own } = body;
    const { own: before } = await quotas.get(params.account_id);
    const set = await quotas.set(params.account_id, own);
    const target = { account_id: params.account_id };
    audit({ operation: 'changeQuotas', by, reason, target, result: { before, after: set.own } });
    return { status: 200, body: set };
  },
);
