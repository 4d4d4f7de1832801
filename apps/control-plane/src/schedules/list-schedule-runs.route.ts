import { defineRoute } from '../http/define-route.ts';
import { readOffset, writeOffset } from '../paging/offset-cursor.ts';
import type { ScheduleStore } from './schedule-store.ts';

export const listScheduleRuns = defineRoute(
  'listScheduleRuns',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { params, query, accountId }) => {
    const before = readOffset(query.cursor);
    const limit = query.limit ?? 50;
    const page = await schedules.listRuns(accountId, params.schedule_id, {
      limit,
      before: before === 0 ? undefined : new Date(before),
    });
    const last = page.runs.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        runs: [...page.runs],
        next_cursor: page.hasMore && last ? writeOffset(Date.parse(last.due_at)) : null,
      },
    };
  },
);
