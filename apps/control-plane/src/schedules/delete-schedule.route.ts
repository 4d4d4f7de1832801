import { defineRoute } from '../http/define-route.ts';
import type { ScheduleStore } from './schedule-store.ts';

export const deleteSchedule = defineRoute(
  'deleteSchedule',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { params, accountId }) => {
    await schedules.delete(accountId, params.schedule_id);
    return { status: 200, body: { success: true, message: 'The schedule is deleted.' } };
  },
);
