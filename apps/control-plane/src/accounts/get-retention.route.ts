import { defineRoute } from '../http/define-route.ts';
import type { RetentionStore } from './retention-store.ts';
import { writeRetention } from './write-retention.ts';

export const getRetention = defineRoute(
  'getRetention',
  async ({ retention }: { readonly retention: RetentionStore }, { params }) => ({
    status: 200,
    body: writeRetention(params.account_id, await retention.get(params.account_id)),
  }),
);
