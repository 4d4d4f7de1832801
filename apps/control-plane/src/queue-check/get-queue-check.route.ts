import { defineRoute } from '../http/define-route.ts';
import type { QueueReport } from './check-queue.ts';
import { toWireReport } from './write-report.ts';

export const getQueueCheck = defineRoute(
  'getQueueCheck',
  async ({ checkQueue }: { readonly checkQueue: () => Promise<QueueReport> }) => ({
    status: 200,
    body: toWireReport(await checkQueue()),
  }),
);
