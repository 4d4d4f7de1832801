import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';

/** Ends an attempt whose automation ran to completion. */
export const completeTask = defineRoute(
  'completeTask',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    const status = await leases.complete(holderOf(params, body), {
      outputData: body.output_data,
      forLoopStatus: body.for_loop_status,
      modelUsage: body.model_usage,
      session: body.session,
    });
    return { status: 200, body: { status } };
  },
);
