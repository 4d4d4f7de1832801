import type { Audit } from '../http/audit.ts';
import { defineRoute } from '../http/define-route.ts';
import type { DrainStore } from './drain-store.ts';

/** The worker gets tasks again. Safe to repeat. */
export const resumeWorker = defineRoute(
  'resumeWorker',
  async (
    { drains, audit }: { readonly drains: DrainStore; readonly audit: Audit },
    { params, body },
  ) => {
    const { by, reason } = body;
    const target = { worker_id: params.worker_id };
    const result = { was_draining: await drains.resume(params.worker_id) };
    audit({ operation: 'resumeWorker', by, reason, target, result });
    return { status: 200, body: { ...target, ...result } };
  },
);
