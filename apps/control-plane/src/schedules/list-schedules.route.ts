import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** A cursor is the name of the last schedule on the page. */
export const listSchedules = defineRoute(
  'listSchedules',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { query, accountId }) => {
    const page = await schedules.list(accountId, {
      limit: query.limit ?? 50,
      after: readCursor(query.cursor, (name) => name !== ''),
    });
    const last = page.schedules.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        schedules: [...page.schedules],
        next_cursor: page.hasMore && last ? writeCursor(last.name) : null,
      },
    };
  },
);
