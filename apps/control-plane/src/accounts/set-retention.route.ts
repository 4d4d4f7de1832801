import { defineRoute } from '../http/define-route.ts';
import type { RetentionStore } from './retention-store.ts';
import { writeRetention } from './write-retention.ts';

/** Shorter periods delete data within a minute, irreversibly. */
export const setRetention = defineRoute(
  'setRetention',
  async ({ retention }: { readonly retention: RetentionStore }, { params, body }) => {
    const { task_days: taskDays, file_days: fileDays } = body;
    const set = await retention.set(params.account_id, { taskDays, fileDays });
    return { status: 200, body: writeRetention(params.account_id, set) };
  },
);
