import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { DrainStore } from './drain-store.ts';

/** The worker finishes what it runs and gets nothing new. */
export const drainWorker = defineRoute(
  'drainWorker',
  async (
    { drains, audit }: { readonly drains: DrainStore; readonly audit: Audit },
    { params, body },
  ) => {
    const { by, reason } = body;
    const target = { worker_id: params.worker_id };
    const { at } = await drains.drain(params.worker_id, { by, reason });
    const result = { by, reason, drained_at: at };
    audit({ operation: 'drainWorker', by, reason, target, result });
    return { status: 200, body: { ...target, ...result } };
  },
);
