import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';

/** Takes back an unfinished task from a worker that is draining or cannot run it. */
export const releaseTask = defineRoute(
  'releaseTask',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    const status = await leases.release(holderOf(params, body), {
      reason: body.reason,
      modelUsage: body.model_usage,
    });
    return { status: 200, body: { status } };
  },
);
