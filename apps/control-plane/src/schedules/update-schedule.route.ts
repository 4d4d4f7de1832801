import { defineRoute } from '../http/define-route.ts';
import { checkScheduledTask } from './check-schedule.ts';
import { checkTimes } from './check-times.ts';
import type { ScheduleRouteDependencies } from './schedule-dependencies.ts';

export const updateSchedule = defineRoute(
  'updateSchedule',
  async (dependencies: ScheduleRouteDependencies, { params, body, accountId }) => {
    const { schedules } = dependencies;
    const { schedule_id: id } = params;
    const before = await schedules.get(accountId, id);
    // Stored times may be older than a rule: a schedule that has them can still be paused.
    if (body.cron !== undefined || body.timezone !== undefined) checkTimes({ ...before, ...body });
    if (body.task) await checkScheduledTask(dependencies, accountId, body.task);
    const schedule = await schedules.update(accountId, id, body);
    return { status: 200, body: { success: true, schedule } };
  },
);
