import { defineRoute } from '../http/define-route.ts';
import { readOffset, writeOffset } from '../paging/offset-cursor.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** An account has few schedules, so a cursor is simply an offset. */
export const listSchedules = defineRoute(
  'listSchedules',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { query, accountId }) => {
    const offset = readOffset(query.cursor);
    const limit = query.limit ?? 50;
    const page = await schedules.list(accountId, { limit, offset });
    return {
      status: 200,
      body: {
        success: true,
        schedules: [...page.schedules],
        next_cursor: page.hasMore ? writeOffset(offset + limit) : null,
      },
    };
  },
);
