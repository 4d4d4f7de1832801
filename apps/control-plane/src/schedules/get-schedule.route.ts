import { defineRoute } from '../http/define-route.ts';
import type { ScheduleStore } from './schedule-store.ts';

export const getSchedule = defineRoute(
  'getSchedule',
  async ({ schedules }: { readonly schedules: ScheduleStore }, { params, accountId }) => {
    const schedule = await schedules.get(accountId, params.schedule_id);
    return { status: 200, body: { success: true, schedule } };
  },
);
