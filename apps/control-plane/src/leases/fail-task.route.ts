import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';

/** Ends an attempt without success. The response says whether another attempt follows. */
export const failTask = defineRoute(
  'failTask',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    const { error } = body;
    const status = await leases.fail(holderOf(params, body), {
      errorClass: error.class,
      message: error.message,
      retry: error.retry,
      nodePath: error.node_path,
      pageUrl: error.page_url,
      httpStatus: error.http_status,
      outputData: body.output_data,
      forLoopStatus: body.for_loop_status,
      modelUsage: body.model_usage,
      session: body.session,
      checkpoints: body.checkpoints,
    });
    return { status: 200, body: { status } };
  },
);
