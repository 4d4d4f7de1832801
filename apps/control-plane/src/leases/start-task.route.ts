import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';

/** The worker has a browser and begins. */
export const startTask = defineRoute(
  'startTask',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    await leases.start(holderOf(params, body));
    return { status: 200, body: { status: 'running' } };
  },
);
