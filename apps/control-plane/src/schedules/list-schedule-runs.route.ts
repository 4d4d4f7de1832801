import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import { isTime } from '../paging/place-cursor.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** A cursor is the due time of the last run on the page. */
export const listScheduleRuns = defineRoute(
  'listScheduleRuns',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { params, query, accountId }) => {
    const before = readCursor(query.cursor, isTime);
    const page = await schedules.listRuns(accountId, params.schedule_id, {
      limit: query.limit ?? 50,
      before: before === undefined ? undefined : new Date(before),
    });
    const last = page.runs.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        runs: [...page.runs],
        next_cursor: page.hasMore && last ? writeCursor(last.due_at) : null,
      },
    };
  },
);
