import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';

/** Marks a task as running: its worker has a browser and starts the automation. */
export const startTask = defineRoute(
  'startTask',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    await leases.start(holderOf(params, body));
    return { status: 200, body: { status: 'running' } };
  },
);
